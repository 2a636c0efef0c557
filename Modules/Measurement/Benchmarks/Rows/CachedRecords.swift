import OrderedJSON
import Platform

/// Hits, memory, search and start with more and more cached records, each count on a bus of its own.
struct CachedRecords: BenchmarkRow {
  let name = "records"
  let summary = "hits, memory, search and start with 1,000 and more cached records"
  let programs = RecordOrigin.programs
  let isOnDemand = true

  /// Ascending; the first one is what the others are compared with.
  let counts: [Int]

  func measure(on bench: Workbench) throws(BenchmarkError) -> [Comparison] {
    var all: [CachedRecordSet] = []
    for count in counts { all.append(try CachedRecordSet(count, on: try bench.another())) }
    let rounds = try Rounds(
      bench.rounds,
      all.map { set in
        .init("\(set.count) records") { () throws(BenchmarkError) in
          let (latency, misses) = try set.hits()
          return [latency, misses]
        }
      })
    // The memory of the steady state is that after the hits.
    var comparisons: [Comparison] = []
    for (index, set) in all.enumerated() {
      let (figures, bars) = try set.figures()
      let references = index == 0 ? [] : [rounds.series(0, unit: "µs")]
      comparisons.append(
        Comparison(
          "\(name)-\(set.count)", "p50 of a cached record, \(set.count) records cached, 1 outstanding", lessIsBetter: true,
          ours: rounds.series(index, unit: "µs"), references: references,
          figures: [rounds.series(index, figure: 1, named: Self.misses, unit: "%")] + figures,
          bars: references.map { Bar(.ratio(to: $0.name), atMost: 1.5) } + [Bar(.median(of: Self.misses), atMost: 0)] + bars))
    }
    return comparisons
  }

  private static let misses = "requests for cached records that went to the origin"
}

/// A bus whose cache has been filled with a number of records, in a file.
private final class CachedRecordSet {
  let count: Int
  private let bench: Workbench
  private let origin: RecordOrigin
  private var cache: ChildProcess
  private let cacheCommand: [String]
  /// Seconds until all pages were cached.
  private let warmUp: Double

  /// What the memory of the cache is limited to: its default.
  private static let memoryBound = 64.0 * 1_048_576
  /// The memory that a cache may have besides.
  private static let memoryMargin = 64e6

  init(_ count: Int, on bench: Workbench) throws(BenchmarkError) {
    self.count = count
    self.bench = bench
    origin = try RecordOrigin(on: bench, count: count)
    try bench.start(service: "holocron-broker")
    try bench.start(service: "holocron-fetcher", "--origin", origin.url, "--drain-timeout", "0s")
    cacheCommand = [
      bench.program("holocron-cache"), "--store", bench.file("cache.sqlite"), "--entries", String(count * 2), "--bytes", "16GiB",
      "--memory",
      "64MiB", "--drain-timeout", "0s", "--lifeline",
    ]
    cache = try bench.start(cacheCommand)
    let start = ContinuousClock.now
    let pages = origin.pages
    _ = try RequestLoop(bench.bus, outstanding: min(4, pages), requests: pages) { number in
      BusRequest(CachedRecord.service, "GET /people?page=\(number % pages + 1)&order=origin").frames
    }.run()
    warmUp = start.duration(to: .now) / .seconds(1)
  }

  /// Requests different records, one outstanding. Returns the median latency in microseconds, and how many of a hundred were misses.
  func hits() throws(BenchmarkError) -> (latency: Double, misses: Double) {
    let loop = RequestLoop(bench.bus, outstanding: 1, requests: 2_000) { [count] number in
      // A prime far from the page size, so that neighbouring requests are for records of different pages.
      BusRequest(CachedRecord.service, "GET /people/\(number * 7_919 % count + 1)").frames
    }
    let before = try misses()
    let latency = try loop.run().latency(at: 0.5)
    return (latency, (try misses() - before) / Double(loop.requests) * 100)
  }

  private func misses() throws(BenchmarkError) -> Double {
    try bench.statistics(of: CachedRecord.service)["counters"]?["misses"]?.double ?? 0
  }

  /// Returns the figures that are measured once, and their bars. Restarts the cache, and starts a search worker.
  func figures() throws(BenchmarkError) -> ([Series], [Bar]) {
    var figures = [Series("warm-up", unit: "s", [warmUp])]
    var bars: [Bar] = []
    func add(_ name: String, unit: String, _ value: Double, atMost limit: Double) {
      figures.append(Series(name, unit: unit, [value]))
      bars.append(Bar(.median(of: name), atMost: limit))
    }
    let (memory, bound) = (cache.memory, (Self.memoryBound + Self.memoryMargin) / 1e6)
    add("memory of the cache", unit: "MB", memory.now / 1e6, atMost: bound)
    add("peak memory of the cache in the warm-up", unit: "MB", memory.peak / 1e6, atMost: 2 * bound)
    add("restart of the cache to the first answer", unit: "ms", try restart(), atMost: 1_000)
    let search = try Search(of: self)
    add("time to index", unit: "s", search.indexing, atMost: 15)
    figures.append(Series("records in the index", unit: "records", [Double(search.records)]))
    bars.append(Bar(.median(of: "records in the index"), atLeast: Double(count)))
    add("memory of the search worker a record", unit: "KB", search.memory / Double(max(1, search.records)) / 1e3, atMost: 6)
    add("slowest of \(Search.queries) searches", unit: "ms", search.slowest, atMost: 300)
    // The search worker itself takes more than that for a few records.
    if count < 10_000 { bars.removeAll { $0.figure == .median(of: "memory of the search worker a record") } }
    return (figures, bars)
  }

  /// Restarts the cache. Returns the milliseconds from its start to an answer.
  private func restart() throws(BenchmarkError) -> Double {
    cache.end()
    let start = ContinuousClock.now
    cache = try bench.start(cacheCommand)
    _ = try bench.content(of: "GET /people/\(count / 2)", from: CachedRecord.service)
    return start.duration(to: .now) / .milliseconds(1)
  }

  /// What a search worker costs that indexes all cached records.
  private struct Search {
    static let queries = 50
    private static let service = "holocron.search"

    /// The number of records in the index.
    let records: Int
    /// Seconds until the last one was indexed.
    let indexing: Double
    /// Bytes of the process.
    let memory: Double
    /// In milliseconds.
    let slowest: Double

    init(of set: CachedRecordSet) throws(BenchmarkError) {
      let bench = set.bench
      let start = ContinuousClock.now
      let process = try bench.start(
        service: "holocron-search", "--fill", "cached", "--history", "memory", "--drain-timeout", "0s")
      var (records, since) = (0, start)
      // A full index ignores further records, and does not say so over the bus.
      try bench.wait(for: "the index of \(set.count) records", within: .seconds(300)) { () throws(BenchmarkError) in
        let now = try bench.statistics(of: Self.service)["gauges"]?["index.records"]?.int ?? 0
        if now != records { (records, since) = (now, .now) }
        return records == set.count || (records > 0 && since.duration(to: .now) > .seconds(10)) ? () : nil
      }
      self.records = records
      indexing = start.duration(to: since) / .seconds(1)
      let loop = RequestLoop(bench.bus, outstanding: 1, requests: Self.queries) { number in
        // A first name that thousands of records share, a full name, and a beginning.
        let name = RecordOrigin.name(of: number * 7_919 % set.count + 1).split(separator: " ")
        let text = number % 3 == 0 ? name[0] : number % 3 == 1 ? "\(name[0])+\(name[1])" : name[0].prefix(4)
        return BusRequest(Self.service, "GET /search?q=\(text)").frames
      }
      slowest = (try loop.run().latencies.last ?? .nan) / 1e3
      memory = process.memory.now
    }
  }
}
