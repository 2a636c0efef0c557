import Testing

@testable import LoadTesting

struct IntervalCollectorTests {
  private static let closed = LoadPlan.test(.closed(1))

  private static func plan(seconds: Double, warmUp: Duration = .zero) -> LoadPlan {
    .test(.constant(100, for: .seconds(seconds))) { $0.warmUp = warmUp }
  }

  /// Returns a piece with requests of a millisecond: by default, one for each 10 ms.
  private static func piece(_ start: Double, _ end: Double, requests: Int? = nil, isWarmUp: Bool = false) -> Piece {
    var measurements = Measurements()
    for _ in 0..<(requests ?? Int(((end - start) * 100).rounded())) { measurements.add(.milliseconds(1)) }
    let sample = isWarmUp ? Recorder.Sample(warmUp: measurements) : Recorder.Sample(measured: measurements)
    return Piece(start: .seconds(start), end: .seconds(end), sample: sample)
  }

  private static func quarters(_ count: Int, of plan: LoadPlan) -> IntervalCollector {
    var collector = IntervalCollector(plan)
    for quarter in 0..<count { collector.add(piece(Double(quarter) / 4, Double(quarter + 1) / 4)) }
    return collector
  }

  @Test func `pieces become intervals of a second`() {
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
    collector.add(Self.piece(0, 0.5, isWarmUp: true))
    collector.add(Self.piece(0.5, 1.5, isWarmUp: true))
    collector.add(Self.piece(1.5, 2.5))
    collector.finish()
    #expect(collector.intervals.map(\.start) == [0, 0.5, 1.5])
    #expect(collector.intervals.map(\.isWarmUp) == [true, true, false])
    #expect(collector.intervals.map(\.done) == [50, 100, 100])
    #expect(collector.total.latency.count == 100)
  }

  @Test func `a sampler that was late leaves no time out`() {
    var collector = IntervalCollector(Self.plan(seconds: 5))
    for (start, end) in [(0.0, 0.75), (0.75, 3.5), (3.5, 4.0), (4.0, 5.0)] { collector.add(Self.piece(start, end)) }
    collector.finish()
    #expect(collector.intervals.map(\.start) == [0, 3, 4])
    #expect(collector.intervals.map(\.duration) == [3, 1, 1])
    #expect(collector.intervals.map(\.done) == [350, 50, 100])
    #expect(collector.intervals.map(\.intendedRate) == [100, 100, 100])
  }

  @Test func `the intervals of a long run are joined`() {
    var plan = Self.closed
    plan.warmUp = .seconds(3)
    var collector = IntervalCollector(plan)
    // Histograms are large, so few pieces have requests.
    for second in 0..<3_000 {
      collector.add(Self.piece(Double(second), Double(second + 1), requests: second.isMultiple(of: 100) ? 2 : 0, isWarmUp: second < 3))
    }
    collector.finish()
    let intervals = collector.intervals
    #expect(intervals.count <= IntervalCollector.maxIntervals)
    #expect(intervals.reduce(0) { $0 + $1.done } == 60)
    #expect(intervals.filter(\.isWarmUp).reduce(0) { $0 + $1.duration } == 3)
    #expect(zip(intervals, intervals.dropFirst()).allSatisfy { abs($0.start + $0.duration - $1.start) < 1e-6 })
    #expect(intervals.firstIndex { !$0.isWarmUp } == intervals.filter(\.isWarmUp).count)
  }

  @Test func `the window is the last second`() {
    let window = Self.quarters(20, of: Self.closed).window
    #expect(window.measurements.latency.count == 100)
    #expect(window.seconds == 1)
  }

  @Test func `the steady rate is that of the second half, without what came after the end`() {
    var collector = IntervalCollector(Self.plan(seconds: 2, warmUp: .seconds(1)))
    #expect(collector.steadyRate == nil)
    for start in stride(from: 0, to: 2, by: 0.25) { collector.add(Self.piece(start, start + 0.25, requests: 1)) }
    for start in stride(from: 2, to: 3, by: 0.25) { collector.add(Self.piece(start, start + 0.25, requests: 20)) }
    collector.add(Self.piece(3, 3.25, requests: 100))
    #expect(collector.steadyRate == 80)
  }
}
