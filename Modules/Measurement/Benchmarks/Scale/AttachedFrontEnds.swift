/// A cached record while more and more front-ends are attached to one broker, each count on a bus of its own. The same number of sockets at the C
/// relay shows what libzmq and the kernel cost: messages of many connections cannot be read and written together.
struct AttachedFrontEnds: BenchmarkRow {
  let name = "front-ends"
  let summary = "a cached record with 1 to 10,000 attached front-ends"

  /// The bars apply to the counts up to this one.
  private static let limit = 1_000
  private static let counts = [1, 10, 100, limit, 10_000]
  private static let outstanding = 64
  private static let requests = 40_000

  /// A bus with its front-ends.
  private struct Attached {
    let count: Int
    let bench: Workbench
    let fleet: ClientFleet
    let relayFleet: ClientFleet
    let broker: ChildProcess
    /// The resident memory of the broker before the front-ends were attached.
    let memoryBefore: Double

    /// Kibibytes of the broker for each front-end.
    var memory: Double { (broker.memory.now - memoryBefore) / Double(count) / 1_024 }

    init(_ count: Int, on bench: Workbench) throws(BenchmarkError) {
      self.count = count
      self.bench = bench
      broker = try bench.startBus().broker
      let record = try bench.waitForCache()
      // Queues and pools grow once, however many front-ends there are.
      _ = try RequestLoop(bench.bus, CachedRecord.request.frames, outstanding: outstanding, requests: requests).run()
      memoryBefore = broker.memory.now
      try bench.start(.relay, [bench.relay])
      try bench.start(.worker, [bench.relay])
      func fleet(_ endpoint: String, _ request: BusRequest) throws(BenchmarkError) -> ClientFleet {
        // A process has at most half as many sockets as open files, of which some machines allow 20,000.
        try ClientFleet(
          .attached, on: bench, endpoint, processes: count > limit ? 2 : 1, clients: count, outstanding: outstanding, requests: requests,
          request)
      }
      self.fleet = try fleet(bench.bus, CachedRecord.request)
      relayFleet = try fleet(bench.relay, BusRequest(echoOf: record.count))
    }
  }

  func measure(on bench: Workbench) throws(BenchmarkError) -> [Comparison] {
    var all: [Attached] = []
    for count in Self.counts { all.append(try Attached(count, on: try bench.another())) }
    let rounds = try Rounds(
      bench.rounds,
      all.map { attached in
        .init("\(attached.count) front-ends") { () throws(BenchmarkError) in
          let (rate, p99) = try attached.fleet.round()
          return [rate, p99, attached.memory]
        }
      }
        + all.map { attached in .init(Self.relayName) { () throws(BenchmarkError) in [try attached.relayFleet.rate()] } })
    let rates = all.indices.map { rounds.series($0, unit: "/s").values }
    let best = Self.best(of: zip(all, rates).filter { $0.0.count <= Self.limit }.map { $0.1 })
    return all.enumerated().map { index, attached in
      var bars = attached.count <= Self.limit ? [Bar(.ratio(to: Self.bestName), atLeast: 0.8)] : []
      // With few front-ends, the figure is mostly that of the buffers that grow with the load.
      if attached.count >= 100 { bars.append(Bar(.median(of: Self.memoryName), atMost: 100)) }
      return Comparison(
        "\(name)-\(attached.count)",
        "cached GET /people/1, \(attached.count) attached front-ends with \(Self.outstanding) outstanding in all",
        ours: rounds.series(index, unit: "/s"),
        references: [Series(Self.bestName, unit: "/s", best), rounds.series(all.count + index, unit: "/s")],
        figures: [
          rounds.series(index, figure: 1, named: "p99", unit: "µs"),
          rounds.series(index, figure: 2, named: Self.memoryName, unit: "KiB"),
        ], bars: bars)
    }
  }

  private static let relayName = "C relay, as many sockets"
  private static let bestName = "best count up to \(limit)"
  private static let memoryName = "memory of the broker a front-end"

  /// Returns the largest value of each round.
  static func best(of series: [[Double]]) -> [Double] {
    guard let first = series.first else { return [] }
    return first.indices.map { round in series.map { $0[round] }.max() ?? .nan }
  }
}
