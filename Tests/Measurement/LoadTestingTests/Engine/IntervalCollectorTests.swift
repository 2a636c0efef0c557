import Platform
import Testing

@testable import LoadTesting

struct IntervalCollectorTests {
  private static func plan(seconds: Double, warmUp: Duration = .zero) -> LoadPlan {
    .test(.constant(100, for: .seconds(seconds))) { $0.warmUp = warmUp }
  }

  /// Returns a sample with requests of a millisecond.
  private static func sample(_ requests: Int, warmUp: Int = 0) -> LoadEngine.Sample {
    var sample = LoadEngine.Sample()
    for _ in 0..<requests { sample.measured.add(.milliseconds(1)) }
    for _ in 0..<warmUp { sample.warmUp.add(.milliseconds(1)) }
    return sample
  }

  private static func quarters(_ count: Int, of plan: LoadPlan) -> IntervalCollector {
    var collector = IntervalCollector(plan)
    for quarter in 1...count { collector.add(sample(25), until: .seconds(Double(quarter) / 4)) }
    return collector
  }

  @Test func `samples become intervals of a second`() {
    var collector = Self.quarters(9, of: Self.plan(seconds: 2))
    #expect(collector.intervals.map(\.start) == [0, 1])
    collector.finish()
    // The last quarter of a second is too short for an interval of its own.
    #expect(collector.intervals.map(\.start) == [0, 1])
    #expect(collector.intervals.map(\.duration) == [1, 1.25])
    #expect(collector.intervals.map(\.done) == [100, 125])
    #expect(collector.intervals.map(\.intendedRate) == [100, 80])
    #expect(collector.total.latency.count == 225)
    #expect(collector.intervals.reduce(0) { $0 + $1.latency.count } == 225)
  }

  @Test func `the warm-up has intervals, but is not in the total`() {
    var collector = IntervalCollector(Self.plan(seconds: 2, warmUp: .milliseconds(1_500)))
    collector.add(Self.sample(0, warmUp: 100), until: .seconds(1))
    collector.add(Self.sample(2, warmUp: 50), until: .milliseconds(1_520))
    collector.add(Self.sample(98, warmUp: 1), until: .milliseconds(2_500))
    collector.finish()
    #expect(collector.intervals.map(\.start) == [0, 1, 1.5])
    #expect(collector.intervals.map(\.isWarmUp) == [true, true, false])
    #expect(collector.intervals.map(\.done) == [100, 50, 100])
    #expect(collector.total.latency.count == 100)
  }

  @Test func `a sampler that was late leaves no time out`() {
    var collector = IntervalCollector(Self.plan(seconds: 5))
    for (end, requests) in [(0.75, 75), (3.5, 275), (4.0, 50), (5.0, 100)] { collector.add(Self.sample(requests), until: .seconds(end)) }
    collector.finish()
    #expect(collector.intervals.map(\.start) == [0, 3.5])
    #expect(collector.intervals.map(\.duration) == [3.5, 1.5])
    #expect(collector.intervals.map(\.done) == [350, 150])
    #expect(collector.intervals.map(\.intendedRate) == [100, 100])
  }

  @Test func `the intervals of a long run are joined`() {
    var plan = LoadPlan.test(.closed(1))
    plan.warmUp = .seconds(3)
    var collector = IntervalCollector(plan)
    // Histograms are large, so few samples have requests.
    for second in 0..<3_000 {
      let count = second.isMultiple(of: 100) ? 2 : 0
      collector.add(second < 3 ? Self.sample(0, warmUp: count) : Self.sample(count), until: .seconds(second + 1))
    }
    collector.finish()
    let intervals = collector.intervals
    #expect(intervals.count <= IntervalCollector.maxIntervals)
    #expect(intervals.reduce(0) { $0 + $1.done } == 60)
    #expect(intervals.filter(\.isWarmUp).reduce(0) { $0 + $1.duration } == 3)
    #expect(zip(intervals, intervals.dropFirst()).allSatisfy { abs($0.start + $0.duration - $1.start) < 1e-6 })
  }

  @Test func `the window is the last second, and the steady rate that of the second half of the plan`() {
    var collector = Self.quarters(20, of: Self.plan(seconds: 4))
    #expect(collector.window.measurements.latency.count == 100)
    #expect(collector.window.seconds == 1)
    #expect(collector.steadyRate == 100)
    collector.add(Self.sample(1_000), until: .seconds(6))
    #expect(collector.steadyRate == 100)
    #expect(IntervalCollector(Self.plan(seconds: 4)).steadyRate == nil)
  }
}
