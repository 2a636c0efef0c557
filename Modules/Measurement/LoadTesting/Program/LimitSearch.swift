import MessageBus

/// The search for the highest rate that keeps `--slo`: a run for each trial.
struct LimitRun: Sendable {
  let plan: LoadPlan
  let runner: LoadRunner
  /// Called with a sentence after each trial.
  let note: @Sendable (String) -> Void

  /// Noise can fail a trial, so a rate counts as failed once it has failed again.
  private static let attempts = 2

  /// Returns the run at the highest rate that kept the objective (the last run if none did), its plan, and the course of the search.
  func search() async throws(Problem) -> (run: FinishedRun, plan: LoadPlan, search: LoadReport.LimitSearch?) {
    var search = LimitSearch(startingAt: firstRate)
    var steps: [LoadReport.LimitSearch.Step] = []
    var (best, last): ((run: FinishedRun, plan: LoadPlan)?, (run: FinishedRun, plan: LoadPlan)?)
    while let rate = search.next {
      var failure: String?
      for attempt in 1...Self.attempts where attempt == 1 || failure != nil {
        let trial = trial(at: rate, number: steps.count)
        let (run, measured, reason) = try await step(trial, isFirst: last == nil)
        last = run.map { ($0, trial) } ?? last
        if runner.stop.reason != nil { break }
        failure = reason
        steps.append(LoadReport.LimitSearch.Step(rate: rate, measured: measured, isKept: failure == nil))
        note("\(Quantity.rate(rate)): \(measured), \(failure ?? "kept")")
        if failure == nil { best = last }
      }
      guard runner.stop.reason == nil else { break }
      search.record(rate, failure: failure)
    }
    guard var shown = best ?? last else { throw Problem(500, "the search for the limit made no trial") }
    // The best trial has ended as planned, but not so the search if it was stopped.
    shown.run.stopped = runner.stop.reason
    let reason = search.reason.map { "above, \($0)" } ?? (search.passed == nil ? "" : "no trial reached the limit")
    let objective = plan.slo.map(\.text).joined(separator: ",")
    let result = LoadReport.LimitSearch(objective: objective, steps: steps, rate: search.passed, reason: reason)
    return (shown.run, shown.plan, result)
  }

  /// Runs a trial. `run` is `nil` if the target did not answer at all.
  private func step(_ trial: LoadPlan, isFirst: Bool) async throws(Problem) -> (run: FinishedRun?, measured: String, failure: String?) {
    do throws(Problem) {
      let run = try await runner.run(trial)
      let measured = plan.slo.map { $0.measured(in: run.figures(trial)) }.joined(separator: ", ")
      return (run, measured, run.failure(trial))
    } catch {
      // The trial before may have overloaded the target for longer than it lasted.
      guard !isFirst, error.status == 503 || runner.stop.reason != nil else { throw error }
      return (nil, "no answer", "the target did not answer: \(error.description)")
    }
  }

  private var firstRate: Double { if case .open(let stages) = plan.pacing { stages.last?.rate ?? 1 } else { 1 } }

  /// Returns the plan of a trial. Each has a seed of its own: unique keys that an earlier trial has used may be cached.
  func trial(at rate: Double, number: Int) -> LoadPlan {
    var trial = plan
    // `--seed` takes no larger number.
    trial.seed = (plan.seed &+ UInt64(number)) & UInt64(Int.max)
    guard case .open(let stages) = plan.pacing, let duration = stages.last?.duration else { return trial }
    trial.pacing = .constant(rate, for: duration)
    return trial
  }
}

/// The search for the highest rate that a target sustains: the rate doubles until a trial fails, then the gap between the highest rate that
/// passed and the lowest that failed is halved until it is small enough.
struct LimitSearch: Sendable {
  /// The highest rate that passed; `nil` if none did.
  private(set) var passed: Double?
  /// The lowest rate that failed; `nil` if none did.
  private(set) var failed: Double?
  /// Why ``failed`` failed.
  private(set) var reason: String?
  private let first: Double

  /// The gap, as a part of ``failed``, at which the search ends.
  private static let precision = 0.02

  /// - Parameter first: the rate of the first trial.
  init(startingAt first: Double) { self.first = max(1, first) }

  /// The rate of the next trial; `nil` once the limit is known, or if not even one request per second passes, or if ``Stage/maxRate`` does.
  var next: Double? {
    switch (passed, failed) {
    case (nil, nil): return first
    case (let passed?, nil): return passed < Stage.maxRate ? min(passed * 2, Stage.maxRate) : nil
    case (nil, let failed?): return failed > 1 ? max(1, (failed / 2).rounded()) : nil
    case (let passed?, let failed?):
      let middle = ((passed + failed) / 2).rounded()
      return failed - passed > Self.precision * failed && middle > passed && middle < failed ? middle : nil
    }
  }

  /// Records a trial. `failure` is the reason why it failed; `nil` if it passed.
  mutating func record(_ rate: Double, failure: String?) {
    if let failure { (failed, reason) = (rate, failure) } else { passed = rate }
  }
}

extension FinishedRun {
  /// The part of the requests that may fail, wait or be sent late in a trial; and the part of the asked rate that may be missing.
  private static let allowedShare = 0.02

  /// Returns what gave out first in a trial of a search for the limit, as a sentence without a full stop; `nil` if the objective was kept.
  ///
  /// The trial is judged as a whole, by the objective: a few sends that are late, or a bad second, matter only if they make the objective fail.
  func failure(_ plan: LoadPlan) -> String? {
    let (measured, figures) = (collected.total, figures(plan))
    // The number of requests that the plan asks for.
    let asked = Double(plan.profile.count - plan.warmUpRequests)
    func isMany(_ count: Int) -> Bool { Double(count) > asked * Self.allowedShare }
    let isShort = Double(measured.sent + measured.withheld) < asked * (1 - Self.allowedShare)
    let generator =
      isMany(measured.missed) || isShort
      ? "the generator gave out first: \(Quantity.count(measured.missed)) requests were sent late; use --front-ends" : nil
    if let condition = plan.slo.first(where: { !$0.holds(for: figures) }) {
      let text = "\(condition.text) was \(condition.measured(in: figures))"
      if condition.metric == .errors { return "errors gave out first: \(text)" }
      // A generator that sends late makes latencies long, because they count from the time at which a request was due.
      return generator.map { "\($0) (\(text))" } ?? "the objective gave out first: \(text)"
    }
    // A target that refuses requests answers fast.
    if !plan.slo.contains(where: { $0.metric == .errors }), isMany(measured.errors) {
      return "errors gave out first: \(Quantity.count(measured.errors)) of \(Quantity.count(Int(asked))) requests failed"
    }
    if case let held = measured.waited + measured.withheld, isMany(held) {
      return "the rate gave out first: \(Quantity.count(held)) requests waited for earlier ones"
    }
    let wanted = plan.end.map { plan.profile.averageRate(from: plan.warmUp, to: $0) } ?? 0
    guard let answered = collected.steadyRate, answered < wanted * (1 - Self.allowedShare) else { return isShort ? generator : nil }
    return generator ?? "the rate gave out first: \(Quantity.rate(answered)) of \(Quantity.rate(wanted)) were answered"
  }
}
