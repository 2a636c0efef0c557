import Testing

@testable import Platform

struct DurationHistogramTests {
  @Test(arguments: [(7, 64), (11, 1_024)]) func `each duration falls into its bucket`(bits: Int, precision: Int) {
    var last = -1
    let edges = (12...41).flatMap { [1 << $0 - 1, 1 << $0, 1 << $0 + 1] }
    for value in (Array(0...300) + stride(from: 301, through: 5_000, by: 37) + edges).sorted() {
      var histogram = DurationHistogram(bits: bits)
      histogram.record(value)
      let bound = histogram.buckets.first?.value ?? -1
      #expect(histogram.buckets.count == 1 && bound >= value && bound >= last && bound - value <= value / precision)
      last = bound
    }
  }

  @Test func `percentiles are those of all durations, and of those since a former state`() throws {
    var histogram = DurationHistogram()
    #expect(histogram.percentile(0.5) == nil)
    for value in (1...10_000).shuffled() { histogram.record(value * 1_000) }
    let former = histogram
    for (share, exact) in [(0.5, 5e6), (0.9, 9e6), (0.99, 9.9e6)] {
      let found = Double(try #require(histogram.percentile(share)))
      #expect(found >= exact && found <= exact * 1.001)
    }
    var sum = former
    sum.add(former)
    #expect(sum.count == 20_000 && sum.maximum == 10_000_000 && sum.percentile(0.5) == former.percentile(0.5))
    // Out of range.
    for value in [-5, .max] { histogram.record(value) }
    let recent = histogram.since(former)
    #expect(recent.count == 2 && recent.percentile(0.5) == 0 && recent.maximum == 3_600_000_000_000)
  }
}
