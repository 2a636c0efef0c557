import OrderedJSON

/// Searches and suggestions, beside cached records on the same bus.
struct SearchThroughput: BenchmarkRow {
  let name = "search"
  let summary = "searches, suggestions and cached records over one bus"

  private static let service = "holocron.search"
  private static let outstanding = 64

  func measure(on bench: Workbench) throws(BenchmarkError) -> [Comparison] {
    try bench.startBus()
    try bench.start(service: "holocron-search")
    try bench.waitForCache()
    try bench.wait(for: "the index of all records") { () throws(BenchmarkError) in
      try bench.statistics(of: Self.service)["gauges"]?["index.complete"]?.double == 1 ? () : nil
    }
    func side(_ name: String, _ request: BusRequest, requests: Int = 4_000) -> Rounds.Side {
      let loop = RequestLoop(bench.bus, request.frames, outstanding: Self.outstanding, requests: requests)
      return Rounds.Side(name) { () throws(BenchmarkError) in [try loop.run().rate] }
    }
    let rounds = try Rounds(
      bench.rounds,
      [
        side("search", BusRequest(Self.service, "GET /search?q=luke")),
        side("cached GET /people/1", CachedRecord.request, requests: 20_000),
        side("suggest", BusRequest(Self.service, "GET /suggest?q=lu")),
      ])
    return [(name: name, side: 0, head: "GET /search?q=luke"), (name: "\(name)-suggest", side: 2, head: "GET /suggest?q=lu")].map { part in
      Comparison(
        part.name, "\(part.head), \(Self.outstanding) outstanding, ipc", ours: rounds.series(part.side, unit: "/s"),
        references: [rounds.series(1, unit: "/s")], bars: [Bar(.ratio(to: "cached GET /people/1"), atLeast: 0.5)])
    }
  }
}
