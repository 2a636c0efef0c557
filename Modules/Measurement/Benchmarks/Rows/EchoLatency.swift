/// The latency of an echo with nothing else on the bus.
struct EchoLatency: BenchmarkRow {
  let name = "latency"
  let summary = "p50 and p99 of one echo at a time through the broker and zmq_proxy"

  private static let percentiles = [(name: "p50", quantile: 0.5), (name: "p99", quantile: 0.99)]

  func measure(on bench: Workbench) throws -> [Comparison] {
    try bench.startEchoes()
    let request = BusRequest(echoOf: 1_024)
    func side(_ name: String, _ endpoint: String, _ frames: [[UInt8]]) -> Rounds.Side {
      let loop = RequestLoop(endpoint, frames, outstanding: 1, requests: 5_000)
      return Rounds.Side(name) {
        let result = try loop.run()
        return Self.percentiles.map { result.latency(at: $0.quantile) }
      }
    }
    let rounds = try Rounds(
      bench.rounds,
      side("zmq_proxy", bench.proxy, request.frames.suffix(1)), side("broker", bench.bus, request.frames),
      side("C relay", bench.relay, request.frames))
    return Self.percentiles.enumerated().map { index, percentile in
      Comparison(
        "\(percentile.name) of an echo of 1024 bytes, 1 outstanding, ipc",
        ours: rounds.series(1, figure: index, unit: "µs"),
        references: [rounds.series(0, figure: index, unit: "µs"), rounds.series(2, figure: index, unit: "µs")],
        bars: [Bar(.ratio(to: "zmq_proxy"), atMost: 1.1)])
    }
  }
}
