/// Echoes of three sizes through the broker, beside a relay in C that forwards the same messages, and beside `zmq_proxy`, which parses nothing.
struct EchoThroughput: BenchmarkRow {
  let name = "echo"
  let summary = "echoes a second through the broker, the C relay and zmq_proxy"

  private static let sizes = [64, 1_024, 8_192]
  private static let outstanding = 64

  func measure(on bench: Workbench) throws -> [Comparison] {
    try bench.startEchoes()
    return try Self.sizes.map { size in
      func side(_ name: String, _ endpoint: String, _ frames: [[UInt8]]) -> Rounds.Side {
        let loop = RequestLoop(endpoint, frames, outstanding: Self.outstanding, requests: 50_000)
        return Rounds.Side(name) { [try loop.run().rate] }
      }
      let request = BusRequest(echoOf: size)
      let rounds = try Rounds(
        bench.rounds, side("C relay", bench.relay, request.frames), side("broker", bench.bus, request.frames),
        side("zmq_proxy", bench.proxy, request.frames.suffix(1)))
      let bars = [Bar(.ratio(to: "C relay"), atLeast: 0.95), Bar(.ratio(to: "zmq_proxy"), atLeast: 0.62)]
      return Comparison(
        "echo of \(size) bytes, \(Self.outstanding) outstanding, ipc", ours: rounds.series(1, unit: "/s"),
        references: [rounds.series(0, unit: "/s"), rounds.series(2, unit: "/s")], bars: Array(bars.prefix(size == 1_024 ? 2 : 1)))
    }
  }
}

extension Workbench {
  /// Starts the broker, the C relay and `zmq_proxy`, each with a worker of its own.
  func startEchoes() throws {
    try startProxy()
    try start(service: "holocron-broker")
    try start(.relay, [relay])
    for endpoint in [workers, relay] { try start(.worker, [endpoint]) }
  }
}
