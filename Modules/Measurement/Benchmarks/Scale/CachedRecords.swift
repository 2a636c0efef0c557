/// Hits, memory, search and start with more and more cached records, each count on a bus of its own.
struct CachedRecords: BenchmarkRow {
  let name = "records"
  let summary = "hits, memory, search and start with 1,000 and more cached records"
  let programs = RecordOrigin.programs

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
