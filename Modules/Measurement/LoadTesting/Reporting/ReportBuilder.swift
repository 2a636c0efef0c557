import LoadReports
import Platform
import Release

/// Makes the report of a run.
struct ReportBuilder: Sendable {
  let plan: LoadPlan
  /// The command line that repeats the run, without the name of the program.
  let words: [String]
  /// The endpoint of the bus, or the URL.
  let address: String
  let machine: LoadReport.Machine

  func report(_ run: FinishedRun, search: LoadReport.LimitSearch? = nil) -> LoadReport {
    let measurements = run.collected.total
    let figures = run.figures(plan)
    return LoadReport(
      program: Version.line(of: LoadProgram.name), command: [LoadProgram.name] + words,
      started: CalendarTime(secondsSince1970: run.started).text, ending: run.ending,
      machine: machine, target: LoadReport.Target(name: plan.target.name, address: address, requests: requests), loop: loop,
      options: options, stages: stages, seconds: figures.seconds, intervals: run.collected.intervals,
      latency: LatencyDistribution(measurements.latency),
      service: LatencyDistribution(measurements.service), queueing: LatencyDistribution(measurements.queueing),
      statuses: LoadReport.Tally(measurements.statuses),
      cacheStatuses: LoadReport.Tally(measurements.cacheStatuses), operations: operations(measurements),
      verification: run.reference.map {
        LoadReport.Verification(
          reference: $0, verified: measurements.verified, wrong: measurements.wrong, examples: measurements.examples)
      }, generator: generator(run), checks: checks(figures), limitSearch: search)
  }

  /// What was requested, in a few words: `record, keys of the catalogue, zipf 1.1`.
  private var requests: String {
    if let session = plan.session { return "\(session.sequence.count) requests of \(plan.target.sessionFile ?? "a session")" }
    let what = plan.template?.text ?? plan.mix.parts.map(\.operation.rawValue).joined(separator: ", ")
    return plan.hasKeys ? "\(what); keys \(keys)" : what
  }

  private var keys: String {
    let origin = plan.keyFile.map { " of \($0)" } ?? ""
    switch plan.keys {
    case .uniform: return "uniform\(origin)"
    case .sequential: return "sequential\(origin)"
    case .unique: return "unique"
    case .zipf(let exponent): return "zipf \(Decimal.text(exponent))\(origin)"
    case .hotSet(let keys, let share): return "hot set of \(keys) with \(Decimal.text(share * 100)) %\(origin)"
    }
  }

  private var loop: LoadReport.Loop {
    switch plan.pacing {
    case .open: .open
    case .closed(let outstanding): .closed(outstanding: outstanding)
    }
  }

  private var stages: [LoadReport.Stage] {
    guard case .open(let stages) = plan.pacing else { return [] }
    return stages.map { LoadReport.Stage(rate: $0.rate, duration: $0.duration / .seconds(1)) }
  }

  /// The options that change what is sent.
  private var options: [LoadReport.Option] {
    var options = [
      ("--mix", plan.mix.text), ("--front-ends", "\(plan.frontEnds)"), ("--processes", "\(plan.processes)"),
      ("--timeout", DurationText.text(plan.timeout)), ("--warm-up", DurationText.text(plan.warmUp)), ("--seed", "\(plan.seed)"),
    ]
    if case .open = plan.pacing { options.append(("--outstanding", "\(plan.outstanding)")) }
    if let requests = plan.requests { options.append(("--requests", "\(requests)")) }
    if plan.target == .echo { options.append(("--size", "\(plan.size)")) }
    if plan.drainLimit != nil { options.append(("--drain", DurationText.text(plan.drain))) }
    if plan.acceptsRedirects { options.append(("--accept-redirects", "")) }
    if !plan.isVerified { options.append(("--no-verify", "")) }
    return options.map { LoadReport.Option(name: $0, value: $1) }
  }

  private func operations(_ measurements: Measurements) -> [LoadReport.Operation] {
    guard plan.mix.parts.count > 1 else { return [] }
    return plan.mix.parts.compactMap { part in
      measurements.operations[part.operation].map {
        LoadReport.Operation(
          name: part.operation.rawValue, done: $0.succeeded, errors: $0.errors, latency: LatencyDistribution($0.latency))
      }
    }
  }

  private func generator(_ run: FinishedRun) -> LoadReport.Generator {
    let measurements = run.collected.total
    return LoadReport.Generator(
      missed: measurements.missed, sent: measurements.sent, asked: asked(run),
      latestSend: measurements.latestSend, processorShare: run.processorShare,
      waited: measurements.waited, withheld: measurements.withheld)
  }

  /// The number of requests that the plan asks for until the end of the run; `nil` in a closed loop.
  private func asked(_ run: FinishedRun) -> Int? {
    guard case .open = plan.pacing else { return nil }
    let profile = plan.profile
    let due = run.ending == .completed ? profile.count : Int(profile.requests(before: run.collected.end))
    // What the target withheld is not the generator's fault.
    return max(0, min(plan.requests ?? .max, due - plan.warmUpRequests) - run.collected.total.withheld)
  }

  private func checks(_ figures: RunFigures) -> [LoadReport.Check] {
    (plan.failIf + plan.abortIf).map { condition in
      LoadReport.Check(condition: condition.text, measured: condition.measured(in: figures), isCrossed: condition.holds(for: figures))
    }
  }
}

/// What a run measured.
struct FinishedRun: Sendable {
  let collected: IntervalCollector
  /// Seconds since 1970.
  let started: Int
  var ending: LoadReport.Ending
  /// What bodies were compared with; `nil` if they were not.
  let reference: String?
  let processorShare: Double?
  /// Answers per second in the second half of the run, if it was long enough to tell.
  var steadyRate: Double?

  func figures(_ plan: LoadPlan) -> RunFigures {
    RunFigures(measurements: collected.total, seconds: plan.seconds(until: collected.end, isCompleted: ending == .completed))
  }
}
