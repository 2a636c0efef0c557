import Testing

@testable import LoadTesting

struct ChartTests {
  @Test func `a linear scale ends at a round tick above the largest value`() {
    let scale = Scale.linear(upTo: 980, ticks: 5) { Quantity.count(Int($0)) }
    #expect(scale.ticks.map(\.label) == ["0", "200", "400", "600", "800", "1,000"])
    #expect([0, 500, 1_000, 2_000, -5].map { scale.position($0) } == [0, 0.5, 1, 1, 0])
    #expect(Scale.time(until: 25).ticks.map(\.label) == ["0 s", "5 s", "10 s", "15 s", "20 s", "25 s"])
  }

  @Test func `a scale of nothing or of much has some ticks, too`() {
    #expect(Scale.linear(upTo: 0) { "\($0)" }.ticks.count > 1)
    #expect(Scale.time(until: 0).ticks.count > 1)
    #expect(Scale.durations(0...0).ticks.count > 1)
    #expect(Scale.time(until: 1e15).ticks.count <= 12)
  }

  @Test func `durations have ticks at 1, 2 and 5, or at powers of ten`() {
    #expect(Scale.durations(1.2e6...8.8e6).ticks.map(\.label) == ["1 ms", "2 ms", "5 ms", "10 ms"])
    #expect(Scale.durations(3e3...7e8).ticks.map(\.label) == ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"])
    #expect(Scale.durations(1e8...1.002e9).ticks.last?.label == "1 s", "a value slightly above a round one costs no space")
  }

  @Test func `each power of ten of the odds has the same space`() {
    let scale = Scale.percentiles(requests: 5_000)
    #expect(scale.ticks.map(\.label) == ["0 %", "90 %", "99 %", "99.9 %", "99.99 %"])
    for (index, tick) in scale.ticks.enumerated() { #expect((scale.position(tick.value) - Double(index) / 4).magnitude < 1e-9) }
    #expect((scale.value(at: 0.5) - 100).magnitude < 1e-9)
    #expect(Scale.percentiles(requests: .max).ticks.last?.label == "99.9999 %")
  }

  @Test func `intervals without answers interrupt a line`() {
    let intervals = [true, true, false, false, true].enumerated().map { index, hasAnswers in
      LoadReport.Interval(start: Double(index), duration: 1, latency: hasAnswers ? SampleReports.distribution([1: 1]) : .init())
    }
    let runs = Timeline(LoadReport(intervals: intervals)).runs(Timeline.latency(0.5))
    #expect(runs.map { $0.map(\.x) } == [[0, 0.5, 1.5, 2], [4, 4.5, 5]])
  }
}
