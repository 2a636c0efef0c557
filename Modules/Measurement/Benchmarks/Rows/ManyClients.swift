/// Eight clients and eight workers. The workers accept as many requests as are outstanding, so none should be idle while requests wait.
struct ManyClients: BenchmarkRow {
  let name = "many"
  let summary = "8 workers and 8 clients on the broker and the C relay"

  private static let count = 8
  private static let outstanding = 64

  func measure(on bench: Workbench) throws -> [Comparison] {
    try bench.start(service: "holocron-broker")
    try bench.start(.relay, [bench.relay])
    var workers: [ChildProcess] = []
    for _ in 0..<Self.count {
      workers.append(try bench.start(.worker, [bench.workers]))
      try bench.start(.worker, [bench.relay])
    }
    func fleet(_ endpoint: String) throws -> ClientFleet {
      try ClientFleet(
        on: bench, endpoint, processes: 2, clients: Self.count, outstanding: Self.count * Self.outstanding, requests: 100_000,
        BusRequest(echoOf: 1_024))
    }
    let (ours, reference) = (try fleet(bench.bus), try fleet(bench.relay))
    let rounds = try Rounds(
      bench.rounds,
      .init("C relay") { [try reference.rate()] },
      .init("broker") {
        let before = workers.map(\.processorTime)
        let rate = try ours.rate()
        return [rate, Self.leastShare(of: zip(workers, before).map { $0.processorTime - $1 })]
      })
    return [
      Comparison(
        "echo of 1024 bytes, \(Self.count) workers, \(Self.count) clients with \(Self.outstanding) outstanding each, ipc",
        ours: rounds.series(1, unit: "/s"), references: [rounds.series(0, unit: "/s")],
        figures: [rounds.series(1, figure: 1, named: Self.evenness, unit: "% of the mean")],
        bars: [Bar(.ratio(to: "C relay"), atLeast: 0.9), Bar(.median(of: Self.evenness), atLeast: 50)])
    ]
  }

  private static let evenness = "processor time of the least busy worker"

  /// Returns the least of `values` in percent of their mean; 0 without any.
  static func leastShare(of values: [Double]) -> Double {
    let sum = values.reduce(0, +)
    guard let least = values.min(), sum > 0 else { return 0 }
    return least / (sum / Double(values.count)) * 100
  }
}
