import Platform

/// Makes the report of a run.
struct ReportBuilder: Sendable {
  let plan: LoadPlan
  /// The command line that repeats the run, without the name of the program.
  let words: [String]
  let address: String
  let machine: Machine

  func report(_ run: FinishedRun, search: LoadReport.LimitSearch? = nil) -> LoadReport {
    let measured = run.collected.total
    let figures = run.figures(plan)
    var report = LoadReport()
    report.program = Version.line(of: LoadProgram.name)
    report.command = [LoadProgram.name] + words
    report.started = CalendarTime(secondsSince1970: run.started).text
    switch run.stopped {
    case nil: break
    case .interrupted: report.ending = .interrupted
    case .aborted(let reason): (report.ending, report.endingReason) = (.aborted, reason)
    }
    report.machine = machine
    report.target = LoadReport.Target(name: plan.target.name, address: address, requests: requests)
    switch plan.pacing {
    case .open(let stages): report.stages = stages
    case .closed(let outstanding): report.outstanding = outstanding
    }
    report.options = options
    report.seconds = figures.seconds
    report.intervals = LoadReport.Interval.joined(run.collected.intervals, atMost: LoadReport.maximumIntervals)
    report.latency = figures.latency
    report.service = measured.service.distribution
    report.queueing = measured.queueing.distribution
    report.statuses = LoadReport.Tally(measured.statuses)
    report.cacheStatuses = figures.cacheStatuses
    report.operations = operations(measured)
    report.verification = run.reference.map {
      LoadReport.Verification(reference: $0, verified: measured.verified, wrong: measured.wrong, examples: measured.examples)
    }
    report.generator = LoadReport.Generator(
      missed: measured.missed, sent: measured.sent, asked: asked(run), latestSend: measured.latestSend.nanoseconds,
      processorShare: run.processorShare, waited: measured.waited, withheld: measured.withheld)
    report.checks = (plan.failIf + plan.abortIf).map { condition in
      LoadReport.Check(condition: condition.text, measured: condition.measured(in: figures), isCrossed: condition.holds(for: figures))
    }
    report.limitSearch = search
    return report
  }

  /// What was requested, in a few words: `record, keys of the catalogue, zipf 1.1`.
  private var requests: String {
    let what = plan.template?.text ?? plan.mix.parts.map(\.operation.name).joined(separator: ", ")
    return plan.hasKeys ? "\(what); keys \(keys)" : what
  }

  private var keys: String {
    let origin = plan.keyFile.map { " of \($0)" } ?? ""
    switch plan.keys {
    case .uniform: return "uniform\(origin)"
    case .sequential: return "sequential\(origin)"
    case .unique: return "unique"
    case .zipf(let exponent): return "zipf \(Quantity.short(exponent, digits: 3))\(origin)"
    }
  }

  /// The options that change what is sent.
  private var options: [LoadReport.Option] {
    var options = [
      ("--mix", plan.mix.text), ("--front-ends", "\(plan.frontEnds)"),
      ("--timeout", Quantity.shortDuration(plan.timeout)), ("--warm-up", Quantity.shortDuration(plan.warmUp)), ("--seed", "\(plan.seed)"),
    ]
    if case .open = plan.pacing { options.append(("--outstanding", "\(plan.outstanding)")) }
    if let requests = plan.requests { options.append(("--requests", "\(requests)")) }
    if plan.target == .echo { options.append(("--size", "\(plan.size)")) }
    if plan.drainLimit != nil { options.append(("--drain", Quantity.shortDuration(plan.drain))) }
    if !plan.isVerified { options.append(("--no-verify", "")) }
    return options.map { LoadReport.Option(name: $0, value: $1) }
  }

  private func operations(_ measurements: Measurements) -> [LoadReport.Operation] {
    guard plan.mix.parts.count > 1 else { return [] }
    return plan.mix.parts.compactMap { part in
      measurements.operations[part.operation].map {
        LoadReport.Operation(
          name: part.operation.name, done: $0.latency.count - $0.errors, errors: $0.errors,
          latency: $0.latency.distribution.coarsened(toBits: LoadReport.Interval.precision))
      }
    }
  }

  /// The number of requests that the plan asks for until the end of the run; `nil` in a closed loop.
  private func asked(_ run: FinishedRun) -> Int? {
    guard case .open = plan.pacing else { return nil }
    let profile = plan.profile
    let due = run.stopped == nil ? profile.count : Int(profile.requests(before: run.collected.end))
    // What the target withheld is not the generator's fault.
    return max(0, min(plan.requests ?? .max, due - plan.warmUpRequests) - run.collected.total.withheld)
  }
}
