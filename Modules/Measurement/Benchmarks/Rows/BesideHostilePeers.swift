import CZeroMQ

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

/// A peer that takes as much of a broker's time as it can.
enum HostilePeer: String, CaseIterable, Sendable {
  /// Connects, asks once and disconnects.
  case reconnecting
  /// Subscribes to topics that the broker answers with an event, and unsubscribes.
  case subscribing
  /// Sends requests and reads no reply.
  case deaf
  /// Keeps a thousand requests outstanding.
  case flooding

  /// Attacks a broker until the process ends.
  /// - Parameters:
  ///   - bus: the endpoint of the broker for requests.
  ///   - events: its endpoint for events.
  func attack(_ bus: String, events: String) throws(BenchmarkError) {
    let request = BusRequest(echoOf: 200).frames
    switch self {
    case .reconnecting:
      while true {
        let socket = try RawSocket(connectedTo: bus)
        socket.send(request)
        _ = socket.receiveFrames()
      }
    case .subscribing:
      let socket = try RawSocket(ZMQ_SUB)
      try socket.connect(events)
      var number = 0
      while true {
        let topic = Array("~listening/\(String(number, radix: 16))".utf8)
        for option in [ZMQ_SUBSCRIBE, ZMQ_UNSUBSCRIBE] { zmq_setsockopt(socket.pointer, option, topic, topic.count) }
        number += 1
      }
    case .deaf:
      let socket = try RawSocket(ZMQ_DEALER)
      var limit: Int32 = 1
      zmq_setsockopt(socket.pointer, ZMQ_RCVHWM, &limit, MemoryLayout<Int32>.size)
      try socket.connect(bus)
      while true { socket.send(request) }
    case .flooding:
      let socket = try RawSocket(connectedTo: bus)
      for _ in 0..<1_000 { socket.send(request) }
      while true {
        _ = socket.receiveFrames()
        socket.send(request)
      }
    }
  }
}
