import Testing

@testable import LoadTesting

struct IntervalTests {
  private typealias Interval = LoadReport.Interval

  private func second(_ start: Int, isWarmUp: Bool = false) -> Interval {
    Interval(
      start: Double(start), duration: 1, isWarmUp: isWarmUp, intendedRate: Double(start), sent: 3, done: 2, errors: 1, missed: 1,
      latency: SampleReports.distribution([start + 1: 1]), cacheStatuses: .init(["hit": 2]))
  }

  @Test(arguments: [1, 3, 4, 10, 59, 60, 61, 62, 119, 120, 121, 1_000])
  func `intervals are joined to the limit without losing requests`(count: Int) {
    let intervals = (0..<count).map { second($0, isWarmUp: $0 < count / 3) }
    let joined = Interval.joined(intervals, atMost: 60)
    #expect(joined.count <= 60)
    #expect(joined.count >= min(count, 20))
    #expect(LoadReport.Interval.sum(of: joined).sent == 3 * count)
    #expect(LoadReport.Interval.sum(of: joined.filter(\.isWarmUp)).done == 2 * (count / 3))
    #expect(LatencyDistribution.merged(joined.map(\.latency)).count == count)
    #expect(zip(joined, joined.dropFirst()).allSatisfy { $0.end == $1.start })
  }

  @Test func `joined intervals have the mean rate and all latencies`() throws {
    let joined = Interval.joined((0..<6).map { second($0) }, atMost: 4)
    #expect(joined.map(\.duration) == [3, 3])
    #expect(joined.map(\.intendedRate) == [1, 4])
    #expect(joined.map(\.latency.maximum) == [3, 6].map { $0 * SampleReports.millisecond })
    #expect(try #require(joined.first).cacheStatuses["hit"] == 6)
  }

  @Test func `totals leave out the warm-up`() {
    let totals = SampleReports.small.totals
    #expect([totals.sent, totals.done, totals.errors, totals.missed] == [8, 7, 1, 0])
    #expect([totals.duration, totals.asked, totals.doneRate, totals.errorShare] == [2, 8, 3.5, 0.125])
  }

  @Test func `a run of no time has no rate`() {
    let moment = Interval(start: 0, duration: 1e-300, intendedRate: 1, sent: 5, done: 5)
    #expect(moment.doneRate == 0)
    #expect(LoadReport.Interval.sum(of: [moment]).intendedRate == 0)
    #expect(SampleReports.empty.totals == Interval())
  }

  @Test func `labels are limited in number and length, and others are counted`() {
    let counts = (1...100).map { (key: "\($0)", value: $0) } + [(key: "other", value: 5), (key: "zero", value: 0)]
    let tally = LoadReport.Tally(counts)
    #expect(tally.entries.count == LoadReport.Tally.maximumEntries)
    #expect(tally.entries.first?.label == "100")
    #expect(tally.entries.last?.label == "other")
    #expect(tally.total == 5_055)
    #expect(tally["99"] == 99)
    let long = LoadReport.Tally([(key: String(repeating: "a\u{301}", count: 1_000), value: 1)])
    #expect(long.entries.first?.label.unicodeScalars.count == LoadReport.Tally.maximumLabelLength)
  }
}
