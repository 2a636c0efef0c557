import LoadReports
import Testing

@testable import LoadTesting

struct StepVerdictTests {
  private static func plan(_ objective: String) -> LoadPlan {
    LoadPlan.test(.constant(100, for: .seconds(1))) { $0.slo = Threshold.list(objective) ?? [] }
  }

  /// Returns what gave out in a step of 100 requests that took this long.
  private static func failure(
    _ objective: String, milliseconds: Int, steadyRate: Double? = nil, change: (inout Measurements) -> Void = { _ in }
  ) -> String? {
    var measurements = Measurements()
    for _ in 0..<100 {
      measurements.sent += 1
      let timing = RequestTiming(intended: .zero, possible: .zero, sent: .zero, ended: .milliseconds(milliseconds))
      measurements.add(RequestOutcome(operation: .record, timing: timing, status: "200"))
    }
    change(&measurements)
    let plan = plan(objective)
    var collector = IntervalCollector(warmUp: .zero, profile: plan.profile)
    collector.add(Piece(start: .zero, end: .seconds(1), sample: Recorder.Sample(measured: measurements)), from: 0)
    let run = FinishedRun(
      collected: collector, started: 0, ending: .completed, reference: nil, processorShare: nil, steadyRate: steadyRate)
    return StepVerdict(of: run, plan).failure
  }

  @Test func `a step is judged by the objective`() {
    #expect(Self.failure("p99<5ms", milliseconds: 1) == nil)
    #expect(Self.failure("p99<5ms", milliseconds: 6) == "the objective gave out first: p99<5ms was 6.00 ms")
    #expect(Self.failure("errors<0.1%", milliseconds: 1) { $0.errors = 1 } == "errors gave out first: errors<0.1% was 1 %")
  }

  @Test func `late sends matter only if the objective fails`() {
    #expect(Self.failure("p99<5ms", milliseconds: 1) { $0.missed = 50 } == nil)
    let failure = Self.failure("p99<5ms", milliseconds: 6) { $0.missed = 10 }
    #expect(failure?.hasPrefix("the generator gave out first: 10 requests were sent late") == true)
    #expect(failure?.hasSuffix("(p99<5ms was 6.00 ms)") == true)
    #expect(Self.failure("p99<5ms", milliseconds: 1) { $0.sent = 90 }?.hasPrefix("the generator gave out first") == true)
  }

  @Test func `errors that the objective does not name fail a step`() {
    #expect(Self.failure("p99<5ms", milliseconds: 1) { $0.errors = 10 } == "errors gave out first: 10 of 100 requests failed")
    #expect(Self.failure("p99<5ms,errors<20%", milliseconds: 1) { $0.errors = 10 } == nil)
  }

  @Test func `a target that falls behind fails a step, however fast its answers are`() {
    #expect(
      Self.failure("p99<5ms", milliseconds: 1) { $0.waited = 10 } == "the rate gave out first: 10 requests waited for earlier ones")
    #expect(
      Self.failure("p99<5ms", milliseconds: 1, steadyRate: 90) == "the rate gave out first: 90/s of 100/s were answered")
    #expect(Self.failure("p99<5ms", milliseconds: 1, steadyRate: 99) == nil)
  }
}

struct SteadyRateTests {
  private static func piece(_ start: Int, _ end: Int, answered: Int) -> Piece {
    var sample = Recorder.Sample()
    sample.measured.answered = answered
    return Piece(start: .milliseconds(start), end: .milliseconds(end), sample: sample)
  }

  @Test func `the rate is that of the second half, without what came after the end`() {
    var rate = SteadyRate(.test(.constant(100, for: .seconds(2))) { $0.warmUp = .seconds(1) })
    #expect(rate.value == nil)
    for start in stride(from: 0, to: 2_000, by: 250) { rate.add(Self.piece(start, start + 250, answered: 1)) }
    for start in stride(from: 2_000, to: 3_000, by: 250) { rate.add(Self.piece(start, start + 250, answered: 20)) }
    rate.add(Self.piece(3_000, 3_250, answered: 100))
    #expect(rate.value == 80)
  }

  @Test func `the rates of several processes add up`() {
    var rate = SteadyRate(.test(.constant(100, for: .seconds(2))) { $0.processes = 2 })
    for _ in 0..<2 { rate.add(Self.piece(1_000, 2_000, answered: 40)) }
    #expect(rate.value == 80)
  }
}
