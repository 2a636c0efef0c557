import LoadReports

/// What a step of a search for the limit came to.
///
/// The step is judged as a whole, by the objective: a few sends that are late, or a bad second, matter only if they make the objective fail.
enum StepVerdict: Sendable, Hashable {
  case kept
  /// What gave out first, as a sentence without a full stop.
  case failed(String)

  /// The part of the requests that may fail, wait or be sent late; and the part of the asked rate that may be missing.
  private static let allowedShare = 0.02

  init(of run: FinishedRun, _ plan: LoadPlan) {
    let failure =
      Self.objective(run.figures(plan), plan) ?? Self.errors(run.collected.total, plan) ?? Self.rate(run, plan)
    self = failure.map { .failed($0) } ?? .kept
  }

  var failure: String? { if case .failed(let sentence) = self { sentence } else { nil } }

  private static func asked(_ plan: LoadPlan) -> Double { Double(plan.profile.count - plan.warmUpRequests) }

  private static func objective(_ figures: RunFigures, _ plan: LoadPlan) -> String? {
    guard let condition = plan.slo.first(where: { !$0.holds(for: figures) }) else { return nil }
    let measured = "\(condition.text) was \(condition.measured(in: figures))"
    // A generator that sends late makes latencies long, because they count from the time at which a request was due.
    if condition.metric != .errors, let late = generator(figures.measurements, plan) { return "\(late) (\(measured))" }
    return condition.metric == .errors ? "errors gave out first: \(measured)" : "the objective gave out first: \(measured)"
  }

  /// A target that refuses requests answers fast.
  private static func errors(_ measurements: Measurements, _ plan: LoadPlan) -> String? {
    guard !plan.slo.contains(where: { $0.metric == .errors }), Double(measurements.errors) > asked(plan) * allowedShare else { return nil }
    return "errors gave out first: \(Quantity.count(measurements.errors)) of \(Quantity.count(Int(asked(plan)))) requests failed"
  }

  private static func rate(_ run: FinishedRun, _ plan: LoadPlan) -> String? {
    let measurements = run.collected.total
    let late = Double(measurements.waited + measurements.withheld) > asked(plan) * allowedShare
    let wanted = plan.end.map { plan.profile.averageRate(from: plan.warmUp, to: $0) } ?? 0
    let isSlow = run.steadyRate.map { $0 < wanted * (1 - allowedShare) } ?? false
    let isShort = Double(measurements.sent + measurements.withheld) < asked(plan) * (1 - allowedShare)
    guard late || isSlow || isShort else { return nil }
    if !late, let generator = generator(measurements, plan) { return generator }
    let answered = run.steadyRate.map { "\(Quantity.rate($0)) of \(Quantity.rate(wanted)) were answered" }
    let waited = "\(Quantity.count(measurements.waited + measurements.withheld)) requests waited for earlier ones"
    return "the rate gave out first: \(late ? waited : answered ?? "fewer requests were sent than asked for")"
  }

  private static func generator(_ measurements: Measurements, _ plan: LoadPlan) -> String? {
    let isLate = Double(measurements.missed) > asked(plan) * allowedShare
    let isShort = Double(measurements.sent + measurements.withheld) < asked(plan) * (1 - allowedShare)
    guard isLate || isShort else { return nil }
    return "the generator gave out first: \(Quantity.count(measurements.missed)) requests were sent late; use --processes or --front-ends"
  }
}
