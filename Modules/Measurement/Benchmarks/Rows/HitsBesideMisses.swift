import OrderedJSON

/// Cache hits of one client while another client's misses wait for a slow origin. The reference is a bus of its own without misses, so that the
/// two can be measured in turn.
struct HitsBesideMisses: BenchmarkRow {
  let name = "hits-beside-misses"
  let summary = "the p99 of cache hits while 10,000 misses wait at a slow origin, and alone"
  let programs = ["curl"]

  private static let misses = 10_000

  func measure(on bench: Workbench) throws(BenchmarkError) -> [Comparison] {
    let quiet = try bench.another()
    try quiet.startBus()
    // Eight requests at once, two seconds each: only a few misses are answered while the row is measured.
    let origin = try CatalogueOrigin(on: bench, latency: "2s")
    try bench.startBus(origin: origin.url)
    for workbench in [quiet, bench] { try workbench.waitForCache() }

    let other = try RawSocket(connectedTo: bench.bus)
    // Nothing else keeps them until the end.
    defer { withExtendedLifetime((quiet, other)) {} }
    for number in 0..<Self.misses {
      other.send(BusRequest(CachedRecord.service, "GET /people/\(1_000 + number)", fields: "deadline: 300000").frames)
    }
    // At the fetcher, too: while misses are still on their way, they use the processors, and both sides would be measured beside that work.
    for service in [CachedRecord.service, "holocron.fetch"] {
      try bench.wait(for: "\(Self.misses) misses at \(service)") { () throws(BenchmarkError) in
        try Self.requests(at: service, on: bench) >= Self.misses * 99 / 100 ? () : nil
      }
    }
    func side(_ name: String, _ workbench: Workbench) -> Rounds.Side {
      let loop = RequestLoop(workbench.bus, CachedRecord.request.frames, outstanding: 1, requests: 3_000)
      return Rounds.Side(name) { () throws(BenchmarkError) in
        let result = try loop.run()
        return [result.latency(at: 0.99), result.latency(at: 0.5)]
      }
    }
    let rounds = try Rounds(bench.rounds, [side("hits alone", quiet), side("hits beside misses", bench)])
    let waiting = try Self.requests(at: CachedRecord.service, on: bench)
    guard waiting >= Self.misses / 2 else { throw BenchmarkError("only \(waiting) of \(Self.misses) misses were still waiting at the end") }
    return [
      Comparison(
        name, "p99 of a cached GET /people/1, 1 outstanding, while \(Self.misses) misses of another client wait", lessIsBetter: true,
        ours: rounds.series(1, unit: "µs"), references: [rounds.series(0, unit: "µs")],
        figures: [
          rounds.series(1, figure: 1, named: "p50 beside misses", unit: "µs"), rounds.series(0, figure: 1, named: "p50 alone", unit: "µs"),
        ],
        bars: [Bar(.ratio(to: "hits alone"), atMost: 2)])
    ]
  }

  /// Returns the number of requests that the broker has handed to the workers of a service and that are not answered.
  private static func requests(at service: String, on bench: Workbench) throws(BenchmarkError) -> Int {
    try bench.broker(of: service)?["inFlight"]?.int ?? 0
  }
}
