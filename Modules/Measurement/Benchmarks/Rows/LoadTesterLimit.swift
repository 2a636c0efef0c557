import CRelay
import Platform

/// What the load tester itself costs: how many requests it sends and checks, beside a client in C that sends the same frames through the same
/// broker to the same kind of worker.
struct LoadTesterLimit: BenchmarkRow {
  let name = "load"
  let summary = "echoes a second of holocron-load and of a client in C"

  private static let size = 1_024
  private static let outstanding = 64
  /// Seconds of each round, and before it.
  private static let (duration, warmUp) = (2.0, 0.5)

  func measure(on bench: Workbench) throws -> [Comparison] {
    try bench.start(service: "holocron-broker")
    try bench.start(.service, [bench.bus])
    // The worker registers before the first round.
    _ = try RequestLoop(
      bench.bus, BusRequest(Role.echoService, "GET /echo").frames, outstanding: 1, requests: 1
    ).run()
    let command = [
      "echo", "--bus", bench.bus, "--no-autostart", "--size", "\(Self.size)", "--closed", "\(Self.outstanding)",
      "--duration", "\(Self.duration)s", "--warm-up", "\(Self.warmUp)s",
    ]
    let rounds = try Rounds(
      bench.rounds,
      .init("C client") { [try Self.client(bench.bus)] },
      .init("holocron-load echo") { [try bench.loadTesterRate(command)] })
    return [
      Comparison(
        "echo of \(Self.size) bytes, \(Self.outstanding) outstanding", ours: rounds.series(1, unit: "/s"),
        references: [rounds.series(0, unit: "/s")],
        bars: [Bar(.ratio(to: "C client"), atLeast: 0.8)])
    ]
  }

  private static func client(_ endpoint: String) throws -> Double {
    var rate = 0.0
    let failure = client_run(endpoint, Role.echoService, UInt(size), Int32(outstanding), warmUp, duration, &rate)
    guard failure == 0 else { throw BenchmarkError("the client in C failed: \(ErrorNumber(rawValue: failure))") }
    return rate
  }
}
