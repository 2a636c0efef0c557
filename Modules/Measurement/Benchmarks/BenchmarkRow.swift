/// A row of the table of benchmarks: comparisons that share processes.
protocol BenchmarkRow: Sendable {
  /// The name for `--only`, and the beginning of the names of the comparisons.
  var name: String { get }
  /// What the row measures, in a few words.
  var summary: String { get }
  /// Programs that the row needs besides Holocron's own.
  var programs: [String] { get }

  /// Starts the processes, which end with `bench`, and measures.
  func measure(on bench: Workbench) throws(BenchmarkError) -> [Comparison]
}

extension BenchmarkRow {
  var programs: [String] { [] }
}

enum BenchmarkRows {
  static let all: [any BenchmarkRow] = [
    EchoThroughput(), EchoLatency(), ManyClients(), CachedThroughput(), ManyFrontEnds(), OneShot(), ScreenStart(), KeyToFrame(),
    FetchThroughput(), HitsBesideMisses(), BesideHostilePeers(), CatalogueWarming(), SearchThroughput(), LoadTesterLimit(),
  ]

  /// Tables of how figures change with a size. They take minutes.
  /// - Parameter records: ascending numbers of cached records.
  static func scale(records: [Int]) -> [any BenchmarkRow] { [AttachedFrontEnds(), CachedRecords(counts: records), SeveralFetchers()] }
}
