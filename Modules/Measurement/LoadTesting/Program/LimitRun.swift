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
      var failure: String?
      // Noise can fail a step, so a step that failed counts once it has failed again.
      for _ in 0..<Self.attempts where runner.stop.reason == nil {
        let trial = trial(at: rate, number: steps.count)
        let step = try await step(trial, isFirst: last == nil)
        guard runner.stop.reason == nil else {
          last = last ?? step.run.map { ($0, trial) }
          break
        }
        failure = step.failure
        steps.append(LoadReport.LimitSearch.Step(rate: rate, measured: step.measured, isKept: failure == nil))
        note("\(Quantity.rate(rate)): \(step.measured), \(failure ?? "kept")")
        guard let run = step.run else { continue }
        last = (run, trial)
        if failure == nil {
          best = (run, trial)
          break
        }
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

  private static let attempts = 2

  /// Runs a trial. `run` is `nil` if the target did not answer at all.
  private func step(_ trial: LoadPlan, isFirst: Bool) async throws(Problem) -> (run: FinishedRun?, measured: String, failure: String?) {
    do throws(Problem) {
      let run = try await runner.run(trial)
      let measured = plan.slo.map { $0.measured(in: run.figures(trial)) }.joined(separator: ", ")
      return (run, measured, StepVerdict(of: run, trial).failure)
    } catch {
      // The trial before may have overloaded the target for longer than it lasted.
      guard !isFirst, error.status == 503 || runner.stop.reason != nil else { throw error }
      return (nil, "no answer", "the target did not answer: \(error.description)")
    }
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
}
