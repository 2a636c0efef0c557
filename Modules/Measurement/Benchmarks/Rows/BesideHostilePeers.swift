/// The latency of an honest client while a hostile peer attacks its broker. The peer uses a processor, too, so the reference is the same client
/// while the same peer attacks another broker.
struct BesideHostilePeers: BenchmarkRow {
  let name = "beside-hostile"
  let summary = "p50 and p99 of an echo while a hostile peer attacks the broker, and another one"

  func measure(on bench: Workbench) throws(BenchmarkError) -> [Comparison] {
    let other = try bench.another()
    defer { withExtendedLifetime(other) {} }
    for workbench in [bench, other] {
      try workbench.start(service: "holocron-broker")
      try workbench.start(.worker, [workbench.workers])
    }
    let loop = RequestLoop(bench.bus, BusRequest(echoOf: 1_024).frames, outstanding: 1, requests: 3_000)
    func side(_ name: String, _ peer: HostilePeer, _ target: Workbench) -> Rounds.Side {
      Rounds.Side(name) { () throws(BenchmarkError) in
        let attacker = try target.attacker(peer)
        defer { attacker.end() }
        // What the attack has queued by then, it keeps queued.
        _ = try loop.run()
        let result = try loop.run()
        return [result.latency(at: 0.5), result.latency(at: 0.99)]
      }
    }
    var comparisons: [Comparison] = []
    for peer in HostilePeer.allCases {
      let rounds = try Rounds(bench.rounds, [side("attack on another broker", peer, other), side("attack on the broker", peer, bench)])
      comparisons.append(
        Comparison(
          "\(name)-\(peer.rawValue)", "p50 of an echo of 1024 bytes, 1 outstanding, ipc, beside a \(peer.rawValue) peer",
          lessIsBetter: true,
          ours: rounds.series(1, unit: "µs"), references: [rounds.series(0, unit: "µs")],
          figures: [
            rounds.series(1, figure: 1, named: "p99, attack on the broker", unit: "µs"),
            rounds.series(0, figure: 1, named: "p99, attack on another broker", unit: "µs"),
          ],
          bars: [Bar(.ratio(to: "attack on another broker"), atMost: 1.5)]))
    }
    return comparisons
  }
}

extension Workbench {
  /// Starts an attack on the broker, which goes on until the process ends.
  fileprivate func attacker(_ peer: HostilePeer) throws(BenchmarkError) -> ChildProcess {
    let command = [program("holocron-bench"), "role", Role.hostile.rawValue, "--", peer.rawValue, bus, events]
    let process = try ChildProcess(command, environment: environment, isRead: true)
    _ = try process.readLine()
    return process
  }
}
