import OrderedJSON

/// Filling an empty cache with all records, beside fetching the pages of all lists from the same origin.
struct CatalogueWarming: BenchmarkRow {
  let name = "warming"
  let summary = "holocron cache warm on an empty cache, and one curl of all pages of the lists"
  let programs = ["curl"]

  private static let requests = "requests to the origin"

  func measure(on bench: Workbench) throws -> [Comparison] {
    let origin = try CatalogueOrigin(on: bench)
    try bench.startBus(origin: origin.url)
    try bench.waitForCache()
    let pages = try Self.pages(of: origin)
    let curl = ["curl", "-sSf"] + pages.map { origin.url + $0 }
    let holocron = bench.program("holocron")
    func originRequests() throws -> Double {
      try bench.statistics(of: "holocron.fetch")["counters"]?["origin.requests"]?.double ?? 0
    }
    let rounds = try Rounds(
      bench.rounds,
      .init("curl, one connection") { [try bench.milliseconds(curl)] },
      .init("holocron cache warm") {
        _ = try bench.output([holocron, "cache", "purge", "--all", "--yes", "--no-autostart"])
        let before = try originRequests()
        let time = try bench.milliseconds([holocron, "cache", "warm", "--no-autostart"])
        return [time, try originRequests() - before]
      })
    return [
      Comparison(
        "whole catalogue into an empty cache; \(pages.count) pages with curl", ours: rounds.series(1, unit: "ms"),
        references: [rounds.series(0, unit: "ms")],
        figures: [rounds.series(1, figure: 1, named: Self.requests, unit: "requests")],
        bars: [
          Bar(.ratio(to: "curl, one connection"), atMost: 1), Bar(.median(of: Self.requests), atMost: Double(pages.count)),
        ])
    ]
  }

  /// Returns the paths of all pages of all lists.
  private static func pages(of origin: CatalogueOrigin) throws -> [String] {
    let root = try JSON(parsing: origin.document("/"))
    var pages: [String] = []
    for kind in root.object?.names ?? [] {
      let page = try JSON(parsing: origin.document("/\(kind)/"))
      guard let count = page["count"]?.int, let size = page["results"]?.array?.count, size > 0 else {
        throw BenchmarkError("no list at \(origin.url)/\(kind)/")
      }
      pages += (1...max(1, (count + size - 1) / size)).map { "/\(kind)/?page=\($0)" }
    }
    return pages
  }
}
