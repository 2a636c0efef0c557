import OrderedJSON

/// Records fetched from an origin that takes 50 ms, by more and more fetchers, each count on a bus of its own.
struct SeveralFetchers: BenchmarkRow {
  let name = "fetchers"
  let summary = "records a second by 1, 2 and 4 fetchers from an origin with 50 ms latency"

  private static let counts = [1, 2, 4]
  /// More than the requests that four fetchers send to the origin at once, so that each always has a queue.
  private static let outstanding = 64
  /// How many requests a fetcher sends to the origin at once; a quarter is for other clients.
  private static let concurrency = 8

  func measure(on bench: Workbench) throws(BenchmarkError) -> [Comparison] {
    let origin = try CatalogueOrigin(on: bench, latency: "50ms")
    let heads = Self.heads
    var benches: [Workbench] = []
    var sides: [Rounds.Side] = []
    for count in Self.counts {
      let bus = try bench.another()
      benches.append(bus)
      try bus.start(service: "holocron-broker")
      for _ in 0..<count {
        try bus.start(
          service: "holocron-fetcher", "--origin", origin.url, "--concurrency", String(Self.concurrency), "--drain-timeout", "0s")
      }
      // Requests go to the fetchers that have registered.
      try bus.wait(for: "\(count) fetchers") { () throws(BenchmarkError) in
        try bus.broker(of: "holocron.fetch")?["workers"]?.int == count ? () : nil
      }
      let loop = RequestLoop(bus.bus, outstanding: Self.outstanding, requests: count * 320) { number in
        BusRequest("holocron.fetch", heads[number % heads.count]).frames
      }
      sides.append(.init(Self.title(count)) { () throws(BenchmarkError) in [try loop.run().rate] })
    }
    defer { withExtendedLifetime(benches) {} }
    let rounds = try Rounds(bench.rounds, sides)
    let one = rounds.series(0, unit: "/s")
    return Self.counts.enumerated().map { index, count in
      Comparison(
        "\(name)-\(count)",
        "records a second from an origin with 50 ms latency, at most \(Self.concurrency) requests at once for each fetcher",
        ours: rounds.series(index, unit: "/s"), references: index == 0 ? [] : [one],
        bars: index == 0 ? [] : [Bar(.ratio(to: one.name), atLeast: 0.9 * Double(count))])
    }
  }

  private static func title(_ count: Int) -> String { count == 1 ? "1 fetcher" : "\(count) fetchers" }

  /// More records than are outstanding, so that no two requests for the same one are under way.
  private static var heads: [String] { (1...60).map { "GET /planets/\($0)" } + (1...16).map { "GET /people/\($0)" } }
}
