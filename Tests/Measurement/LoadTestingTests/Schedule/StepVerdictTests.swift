import Testing

@testable import LoadTesting

struct StepVerdictTests {
  private static func plan(_ objective: String) -> LoadPlan {
    LoadPlan.test(.constant(100, for: .seconds(1))) { $0.slo = Threshold.list(objective) ?? [] }
  }

  /// Returns what gave out in a step of 100 requests that took this long, of which `answered` were answered in time.
  private static func failure(
    _ objective: String, milliseconds: Int, answered: Int = 100, change: (inout Measurements) -> Void = { _ in }
  ) -> String? {
    let plan = plan(objective)
    var first = Measurements()
    for _ in 0..<50 { first.add(.milliseconds(milliseconds)) }
    change(&first)
    var second = Measurements()
    for _ in 0..<50 { second.add(.milliseconds(milliseconds)) }
    second.answered = answered / 2
    var collector = IntervalCollector(plan)
    collector.add(LoadEngine.Sample(measured: first), until: .milliseconds(500))
    collector.add(LoadEngine.Sample(measured: second), until: .seconds(1))
    let run = FinishedRun(collected: collector, started: 0, reference: nil, processorShare: nil)
    return run.failure(plan)
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
    #expect(Self.failure("p99<5ms", milliseconds: 1) { $0.sent = 40 }?.hasPrefix("the generator gave out first") == true)
  }

  @Test func `errors that the objective does not name fail a step`() {
    #expect(Self.failure("p99<5ms", milliseconds: 1) { $0.errors = 10 } == "errors gave out first: 10 of 100 requests failed")
    #expect(Self.failure("p99<5ms,errors<20%", milliseconds: 1) { $0.errors = 10 } == nil)
  }

  @Test func `a target that falls behind fails a step, however fast its answers are`() {
    #expect(
      Self.failure("p99<5ms", milliseconds: 1) { $0.waited = 10 } == "the rate gave out first: 10 requests waited for earlier ones")
    #expect(
      Self.failure("p99<5ms", milliseconds: 1, answered: 90) == "the rate gave out first: 90/s of 100/s were answered")
    #expect(Self.failure("p99<5ms", milliseconds: 1, answered: 99) == nil)
  }
}
