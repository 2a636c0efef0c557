import LoadReports
import Testing

@testable import LoadTesting

struct IntervalCollectorTests {
  /// Returns a piece with requests of a millisecond: by default, one for each 10 ms.
  private static func piece(_ start: Double, _ end: Double, requests: Int? = nil, isWarmUp: Bool = false) -> Piece {
    var measurements = Measurements()
    for _ in 0..<(requests ?? Int(((end - start) * 100).rounded())) {
      measurements.sent += 1
      let timing = RequestTiming(intended: .zero, possible: .zero, sent: .zero, ended: .milliseconds(1))
      measurements.add(RequestOutcome(operation: .record, timing: timing, status: "200"))
    }
    let sample = isWarmUp ? Recorder.Sample(warmUp: measurements) : Recorder.Sample(measured: measurements)
    return Piece(start: .seconds(start), end: .seconds(end), sample: sample)
  }

  @Test func `pieces become intervals of a second`() {
    var collector = IntervalCollector(warmUp: .zero, profile: .constant(100, for: .seconds(2)))
    for quarter in 0..<9 { collector.add(Self.piece(Double(quarter) / 4, Double(quarter + 1) / 4), from: 0) }
    #expect(collector.intervals.map(\.start) == [0, 1])
    collector.finish(0)
    // The last quarter of a second is too short for an interval of its own.
    #expect(collector.intervals.map(\.start) == [0, 1])
    #expect(collector.intervals.map(\.duration) == [1, 1.25])
    #expect(collector.intervals.map(\.done) == [100, 125])
    #expect(collector.intervals.map(\.intendedRate) == [100, 80])
    #expect(collector.total.latency.count == 225)
    #expect(collector.intervals.reduce(0) { $0 + $1.latency.count } == 225)
  }

  @Test func `an interval is complete when every process has passed it`() {
    var collector = IntervalCollector(warmUp: .zero, profile: nil, sources: 2)
    for second in 0..<3 { collector.add(Self.piece(Double(second), Double(second + 1)), from: 0) }
    #expect(collector.intervals.isEmpty)
    collector.add(Self.piece(0, 1), from: 1)
    collector.add(Self.piece(1, 2), from: 1)
    #expect(collector.intervals.map(\.done) == [200])
    #expect(collector.intervals[0].intendedRate == nil)
    // A process that has died holds nothing up.
    collector.finish(1)
    #expect(collector.intervals.map(\.done) == [200, 200])
    collector.finish(0)
    #expect(collector.intervals.map(\.done) == [200, 200, 100])
  }

  @Test func `a process that hangs holds up a limited number of intervals`() {
    var collector = IntervalCollector(warmUp: .zero, profile: nil, sources: 2)
    for second in 0..<100 { collector.add(Self.piece(Double(second), Double(second + 1), requests: 2), from: 0) }
    #expect(collector.intervals.count == 99 - IntervalCollector.maxBehind)
    collector.add(Self.piece(0, 1, requests: 3), from: 1)
    collector.finish(0)
    collector.finish(1)
    #expect(collector.intervals.map(\.start) == (0..<100).map { Double($0) })
    #expect(collector.intervals.map(\.duration).allSatisfy { $0 == 1 })
    #expect(collector.intervals.reduce(0) { $0 + $1.done } == 203)
    #expect(collector.total.latency.count == 203)
  }

  @Test func `the warm-up has intervals, but is not in the total`() {
    var collector = IntervalCollector(warmUp: .milliseconds(1_500), profile: .constant(100, for: .milliseconds(3_500)))
    collector.add(Self.piece(0, 0.5, isWarmUp: true), from: 0)
    collector.add(Self.piece(0.5, 1.5, isWarmUp: true), from: 0)
    collector.add(Self.piece(1.5, 2.5), from: 0)
    collector.finish(0)
    #expect(collector.intervals.map(\.start) == [0, 0.5, 1.5])
    #expect(collector.intervals.map(\.isWarmUp) == [true, true, false])
    #expect(collector.intervals.map(\.done) == [50, 100, 100])
    #expect(collector.total.latency.count == 100)
  }

  @Test func `a sampler that was late leaves no time out`() {
    var collector = IntervalCollector(warmUp: .zero, profile: .constant(100, for: .seconds(5)))
    for (start, end) in [(0.0, 0.75), (0.75, 3.5), (3.5, 4.0), (4.0, 5.0)] { collector.add(Self.piece(start, end), from: 0) }
    collector.finish(0)
    #expect(collector.intervals.map(\.start) == [0, 3, 4])
    #expect(collector.intervals.map(\.duration) == [3, 1, 1])
    #expect(collector.intervals.map(\.done) == [350, 50, 100])
    #expect(collector.intervals.map(\.intendedRate) == [100, 100, 100])
  }

  @Test func `the intervals of a long run are joined`() {
    var collector = IntervalCollector(warmUp: .seconds(3), profile: .constant(100, for: .seconds(10_000)))
    for second in 0..<3_000 {
      collector.add(Self.piece(Double(second), Double(second + 1), requests: 2, isWarmUp: second < 3), from: 0)
    }
    collector.finish(0)
    let intervals = collector.intervals
    #expect(intervals.count <= IntervalCollector.maxIntervals)
    #expect(intervals.reduce(0) { $0 + $1.done } == 6_000)
    #expect(intervals.filter(\.isWarmUp).reduce(0) { $0 + $1.duration } == 3)
    #expect(zip(intervals, intervals.dropFirst()).allSatisfy { abs($0.start + $0.duration - $1.start) < 1e-6 })
    #expect(intervals.firstIndex { !$0.isWarmUp } == intervals.filter(\.isWarmUp).count)
  }

  @Test func `the window is the last second`() {
    var collector = IntervalCollector(warmUp: .zero, profile: nil)
    for quarter in 0..<20 { collector.add(Self.piece(Double(quarter) / 4, Double(quarter + 1) / 4), from: 0) }
    #expect(collector.window.measurements.latency.count == 100)
    #expect(collector.window.seconds == 1)
  }
}
