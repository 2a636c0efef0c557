import LoadReports
import MessageBus

/// The search for the highest rate that keeps `--slo`: a run for each trial.
struct LimitRun: Sendable {
  let plan: LoadPlan
  let runner: LoadRunner
  /// Called with a sentence after each trial.
  let note: @Sendable (String) -> Void

  /// Returns the run at the highest rate that kept the objective (the last run if none did), its plan, and the course of the search.
  func search() async throws(Problem) -> (run: FinishedRun, plan: LoadPlan, search: LoadReport.LimitSearch) {
    var search = LimitSearch(startingAt: firstRate)
    var steps: [LoadReport.LimitSearch.Step] = []
    var best: (run: FinishedRun, plan: LoadPlan)?
    var last: (run: FinishedRun, plan: LoadPlan)?
    while let rate = search.next, runner.stop.reason == nil {
      let trial = trial(at: rate, number: steps.count)
      let run: FinishedRun
      do throws(Problem) { run = try await runner.run(trial) } catch {
        // The trial before may have overloaded the target for longer than it lasted.
        guard last != nil, error.status == 503 else { throw error }
        guard runner.stop.reason == nil else { break }
        search.record(rate, failure: "the target did not answer: \(error.description)")
        steps.append(LoadReport.LimitSearch.Step(rate: rate, measured: "no answer", isKept: false))
        note("\(Quantity.rate(rate)): \(error.description)")
        continue
      }
      last = (run, trial)
      guard runner.stop.reason == nil else { break }
      let failure = Self.failure(of: run, trial)
      search.record(rate, failure: failure)
      if failure == nil { best = (run, trial) }
      let measured = plan.slo.map { $0.measured(in: run.figures(trial)) }.joined(separator: ", ")
      steps.append(LoadReport.LimitSearch.Step(rate: rate, measured: measured, isKept: failure == nil))
      note("\(Quantity.rate(rate)): \(measured), \(failure ?? "kept")")
    }
    guard var shown = best ?? last else { throw Problem(500, "the search for the limit made no trial") }
    // The best trial has ended as planned, but not so the search if it was stopped.
    shown.run.ending = runner.ending
    let reason = search.reason.map { "above, \($0)" } ?? (search.passed == nil ? "" : "no trial reached the limit")
    let objective = plan.slo.map(\.text).joined(separator: ",")
    let result = LoadReport.LimitSearch(objective: objective, steps: steps, rate: search.passed, reason: reason)
    return (shown.run, shown.plan, result)
  }

  private var firstRate: Double {
    guard case .open(let stages) = plan.pacing else { return 1 }
    return stages.last?.rate ?? 1
  }

  /// Returns the plan of a trial. Each has a seed of its own: unique keys that an earlier trial has used may be cached.
  func trial(at rate: Double, number: Int) -> LoadPlan {
    var trial = plan
    // `--seed` takes no larger number.
    trial.seed = (plan.seed &+ UInt64(number)) & UInt64(Int.max)
    guard case .open(let stages) = plan.pacing, let duration = stages.last?.duration else { return trial }
    trial.pacing = .open([Stage(rate, within: .zero), Stage(rate, within: duration)])
    return trial
  }

  /// The part of the asked rate that must be answered: less, and requests pile up.
  private static let leastShare = 0.98

  /// Returns what gave out in a trial, as a sentence; `nil` if the trial kept the objective. A generator that sends late makes every latency
  /// long, so it is judged first.
  static func failure(of run: FinishedRun, _ trial: LoadPlan) -> String? {
    let figures = run.figures(trial)
    let measurements = figures.measurements
    let asked = Double(trial.profile.count - trial.warmUpRequests)
    if Double(measurements.missed) > asked * (1 - leastShare) || Double(measurements.sent + measurements.withheld) < asked * leastShare {
      let missed = Quantity.count(measurements.missed)
      return "the generator did not keep up: \(missed) requests were sent late; use --processes or --front-ends"
    }
    for condition in trial.slo where !condition.holds(for: figures) {
      return "the target did not keep \(condition.text): \(condition.measured(in: figures))"
    }
    // A target that refuses requests answers fast.
    let judgesErrors = trial.slo.contains { $0.metric == .errors }
    if !judgesErrors, Double(measurements.errors) > asked * (1 - leastShare) {
      return "the target did not keep up: \(Quantity.count(measurements.errors)) requests failed"
    }
    let late = measurements.waited + measurements.withheld
    guard Double(late) > asked * (1 - leastShare) else { return nil }
    let limit = trial.outstandingLimit * trial.processes
    return "the target did not keep up: \(Quantity.count(late)) requests waited because \(Quantity.count(limit)) were outstanding"
  }
}
