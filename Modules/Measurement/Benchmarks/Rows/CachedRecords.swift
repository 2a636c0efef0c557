import OrderedJSON
import Platform

extension BenchmarkRow {
  /// Hits, memory, search and start with more and more cached records, each count on a bus of its own.
  /// - Parameter counts: ascending; the first one is what the others are compared with.
  static func records(_ counts: [Int]) -> BenchmarkRow {
    BenchmarkRow(
      "records", "hits, memory, search and start with 1,000 and more cached records", RecordOrigin.programs, isOnDemand: true
    ) { bench in
      let misses = "requests for cached records that went to the origin"
      let all = try counts.map { try CachedRecordSet($0, on: try bench.another()) }
      let rounds = try Rounds(bench.rounds, all.map { set in .init("\(set.count) records") { try set.hits() } })
      // The memory of the steady state is that after the hits.
      return try all.enumerated().map { index, set in
        let (figures, bars) = try set.figures()
        let references = index == 0 ? [] : [rounds.series(0, unit: "µs")]
        return Comparison(
          "p50 of a cached record, \(set.count) records cached, 1 outstanding",
          ours: rounds.series(index, unit: "µs"), references: references,
          figures: [rounds.series(index, figure: 1, named: misses, unit: "%")] + figures,
          bars: references.map { Bar(.ratio(to: $0.name), atMost: 1.5) } + [Bar(.median(of: misses), atMost: 0)] + bars)
      }
    }
  }
}

/// A bus whose cache has been filled with a number of records, in a file.
private final class CachedRecordSet {
  let count: Int
  private let bench: Workbench
  private var cache: ChildProcess
  private let cacheCommand: [String]
  /// Seconds until all pages were cached.
  private let warmUp: Double

  private static let searchService = "holocron.search"
  private static let queries = 50

  init(_ count: Int, on bench: Workbench) throws {
    self.count = count
    self.bench = bench
    let origin = try RecordOrigin(on: bench, count: count)
    try bench.start(service: "holocron-broker")
    try bench.start(service: "holocron-fetcher", "--origin", origin.url, "--drain-timeout", "0s")
    cacheCommand =
      [bench.program("holocron-cache"), "--store", bench.file("cache.sqlite"), "--entries", String(count * 2)]
      + ["--bytes", "16GiB", "--memory", "64MiB", "--drain-timeout", "0s", "--lifeline"]
    cache = try bench.start(cacheCommand)
    let start = ContinuousClock.now
    let pages = origin.pages
    _ = try RequestLoop(bench.bus, outstanding: min(4, pages), requests: pages) { number in
      BusRequest(CachedRecord.service, "GET /people?page=\(number % pages + 1)&order=origin").frames
    }.run()
    warmUp = start.duration(to: .now) / .seconds(1)
  }

  /// Requests different records, one outstanding. Returns the median latency in microseconds, and how many of a hundred were misses.
  func hits() throws -> [Double] {
    func misses() throws -> Double { try bench.statistics(of: CachedRecord.service)["counters"]?["misses"]?.double ?? 0 }
    let loop = RequestLoop(bench.bus, outstanding: 1, requests: 2_000) { [count] number in
      // A prime far from the page size, so that neighbouring requests are for records of different pages.
      BusRequest(CachedRecord.service, "GET /people/\(number * 7_919 % count + 1)").frames
    }
    let before = try misses()
    let latency = try loop.run().latency(at: 0.5)
    return [latency, (try misses() - before) / Double(loop.requests) * 100]
  }

  /// Returns the figures that are measured once, and their bars. Restarts the cache, and starts a search worker.
  func figures() throws -> ([Series], [Bar]) {
    var figures = [Series("warm-up", unit: "s", [warmUp])]
    var bars: [Bar] = []
    func add(_ name: String, unit: String, _ value: Double, atMost limit: Double?) {
      figures.append(Series(name, unit: unit, [value]))
      if let limit { bars.append(Bar(.median(of: name), atMost: limit)) }
    }
    // The cache keeps 64 MiB by default; the rest of the process has as much again.
    let memory = cache.memory
    add("memory of the cache", unit: "MB", memory.now / 1e6, atMost: 131)
    add("peak memory of the cache in the warm-up", unit: "MB", memory.peak / 1e6, atMost: 262)
    add("restart of the cache to the first answer", unit: "ms", try restart(), atMost: 1_000)
    let (process, records, indexing) = try index()
    add("time to index", unit: "s", indexing, atMost: 15)
    figures.append(Series("records in the index", unit: "records", [Double(records)]))
    bars.append(Bar(.median(of: "records in the index"), atLeast: Double(count)))
    add("slowest of \(Self.queries) searches", unit: "ms", try slowestSearch(), atMost: 300)
    // The search worker itself takes more than the limit for a few records.
    let share = process.memory.now / Double(max(1, records)) / 1e3
    add("memory of the search worker a record", unit: "KB", share, atMost: count < 10_000 ? nil : 6)
    return (figures, bars)
  }

  /// Restarts the cache. Returns the milliseconds from its start to an answer.
  private func restart() throws -> Double {
    cache.end()
    let start = ContinuousClock.now
    cache = try bench.start(cacheCommand)
    _ = try bench.content(of: "GET /people/\(count / 2)", from: CachedRecord.service)
    return start.duration(to: .now) / .milliseconds(1)
  }

  /// Starts a search worker that indexes all cached records. Returns the number of those in the index, and the seconds until the last one was.
  private func index() throws -> (ChildProcess, records: Int, seconds: Double) {
    let start = ContinuousClock.now
    let process = try bench.start(service: "holocron-search", "--fill", "cached", "--history", "memory", "--drain-timeout", "0s")
    var (records, since) = (0, start)
    // A full index ignores further records, and does not say so over the bus.
    try bench.wait(for: "the index of \(count) records", within: .seconds(300)) {
      let now = try bench.statistics(of: Self.searchService)["gauges"]?["index.records"]?.int ?? 0
      if now != records { (records, since) = (now, .now) }
      return records == count || (records > 0 && since.duration(to: .now) > .seconds(10)) ? () : nil
    }
    return (process, records, start.duration(to: since) / .seconds(1))
  }

  /// Returns milliseconds.
  private func slowestSearch() throws -> Double {
    let loop = RequestLoop(bench.bus, outstanding: 1, requests: Self.queries) { [count] number in
      // A first name that thousands of records share, a full name, and a beginning.
      let name = RecordOrigin.name(of: number * 7_919 % count + 1).split(separator: " ")
      let text = number % 3 == 0 ? name[0] : number % 3 == 1 ? "\(name[0])+\(name[1])" : name[0].prefix(4)
      return BusRequest(Self.searchService, "GET /search?q=\(text)").frames
    }
    return (try loop.run().latencies.last ?? .nan) / 1e3
  }
}
