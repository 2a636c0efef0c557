import Platform

/// Watches an engine: collects what it measures several times a second, shows it, and ends the run if `--abort-if` holds.
struct RunMonitor: Sendable {
  /// The time between two samples, and between two drawings of the live view.
  static let period = Duration.milliseconds(250)
  /// Conditions on the first moments would judge chance.
  private static let leastSeconds = 1.0

  let plan: LoadPlan
  let stop: StopSignal
  /// `nil` if nothing is shown.
  let display: LiveDisplay?

  /// Runs the engine to its end and returns everything that it measured. Cancelling the task ends the engine.
  func run(_ engine: LoadEngine) async -> IntervalCollector {
    let sampling = Task { await sample(engine) }
    await engine.run()
    sampling.cancel()
    var collector = await sampling.value
    collector.add(engine.take(), until: engine.clock.now())
    collector.finish()
    return collector
  }

  /// Collects samples until the task is cancelled.
  private func sample(_ engine: LoadEngine) async -> IntervalCollector {
    var collector = IntervalCollector(plan)
    // Samples start at the end of the warm-up, where a new interval begins.
    var next = plan.warmUp - Self.period * Int((plan.warmUp / Self.period).rounded(.down))
    if next == .zero { next = Self.period }
    while (try? await engine.clock.sleep(next)) != nil {
      collector.add(engine.take(), until: engine.clock.now())
      display?.show(view(of: collector))
      judge(collector)
      while next <= collector.end { next += Self.period }
    }
    return collector
  }

  private func judge(_ collector: IntervalCollector) {
    guard !plan.abortIf.isEmpty else { return }
    let figures = RunFigures(collector.total, seconds: plan.seconds(until: collector.end, isCompleted: false))
    guard figures.seconds >= Self.leastSeconds else { return }
    for condition in plan.abortIf where condition.holds(for: figures) {
      stop.request(.aborted("\(condition.text) holds: \(condition.measured(in: figures))"))
    }
  }

  private func view(of collector: IntervalCollector) -> LiveView {
    let (window, now) = (collector.window, collector.end)
    let latency = window.measurements.latency.distribution
    return LiveView(
      elapsed: now, planned: plan.end, isWarmUp: now <= plan.warmUp,
      rate: window.seconds > 0 ? Double(window.measurements.succeeded) / window.seconds : 0, askedRate: plan.askedRate(at: now),
      latencies: latency.isEmpty ? [] : latency.values(atAscending: [0.5, 0.9, 0.99, 1]), errors: collector.total.errors)
  }
}

/// Adds up the samples of a run, and joins them to intervals.
struct IntervalCollector: Sendable {
  /// Everything after the warm-up.
  private(set) var total = Measurements()
  /// Complete intervals in order of time. Neighbours are joined if there are too many: a run may last for days.
  private(set) var intervals: [LoadReport.Interval] = []
  /// The end of the last sample.
  private(set) var end = Duration.zero

  private let plan: LoadPlan
  /// The rate that was asked for; `nil` in a closed loop.
  private let profile: RateProfile?
  /// The interval that is not complete.
  private var open = Measurements()
  private var openStart = Duration.zero
  /// Requests after the warm-up in the sample in which it ends.
  private var early = Measurements()
  private var recent: [(start: Duration, end: Duration, sample: LoadEngine.Sample)] = []
  /// Answers in the second half of the run, in which a target that is too slow has a backlog, and the time of their samples.
  private var steady = (answers: 0, time: Duration.zero)

  static let maxIntervals = 2 * LoadReport.maximumIntervals

  init(_ plan: LoadPlan) {
    self.plan = plan
    profile = if case .open = plan.pacing { plan.profile } else { nil }
  }

  /// Adds a sample that begins where the last one ended.
  mutating func add(_ sample: LoadEngine.Sample, until now: Duration) {
    let start = end
    end = max(start, now)
    total.add(sample.measured)
    recent.append((start, end, sample))
    recent.removeAll { [end] in $0.end <= end - .seconds(1) }
    if let last = profile?.duration, start >= (plan.warmUp + last) / 2, end <= last {
      steady = (steady.answers + sample.measured.answered, steady.time + end - start)
    }
    if start < plan.warmUp {
      open.add(sample.warmUp)
      early.add(sample.measured)
    } else {
      // Requests of the warm-up that end after it are in no figure.
      open.add(sample.measured)
    }
    if start < plan.warmUp, end >= plan.warmUp {
      close(at: plan.warmUp)
      (open, early) = (early, Measurements())
    } else if end - openStart >= .seconds(1) - RunMonitor.period / 2 {
      close(at: end)
    }
  }

  private mutating func close(at end: Duration) {
    let bits = LoadReport.Interval.precision
    intervals.append(
      LoadReport.Interval(
        start: openStart / .seconds(1), duration: (end - openStart) / .seconds(1), isWarmUp: openStart < plan.warmUp,
        intendedRate: profile.map { $0.averageRate(from: openStart, to: end) }, sent: open.sent, done: open.succeeded,
        errors: open.errors, missed: open.missed, latency: open.latency.distribution.coarsened(toBits: bits),
        service: open.service.distribution.coarsened(toBits: bits), cacheStatuses: LoadReport.Tally(open.cacheStatuses)))
    if intervals.count > Self.maxIntervals { intervals = LoadReport.Interval.joined(intervals, atMost: LoadReport.maximumIntervals) }
    (open, openStart) = (Measurements(), end)
  }

  /// Completes the last interval. Joins it with the one before if it is short: a rate over a few milliseconds would say nothing.
  mutating func finish() {
    if end > openStart || open.sent + open.latency.count > 0 { close(at: end) }
    let last = intervals.suffix(2)
    guard let first = last.first, let second = last.last, last.count == 2, first.isWarmUp == second.isWarmUp,
      second.duration < 0.5
    else { return }
    intervals.replaceSubrange(last.indices, with: [.joined(last)])
  }

  /// The last second, for the live view.
  var window: (measurements: Measurements, seconds: Double) {
    var measurements = Measurements()
    for (_, _, sample) in recent {
      measurements.add(sample.measured)
      measurements.add(sample.warmUp)
    }
    return (measurements, (end - (recent.first?.start ?? end)) / .seconds(1))
  }

  /// Answers per second in the second half of an open loop; `nil` if it was too short to tell. Exact, unlike a rate over the whole run, which
  /// contains the time until the last answers.
  var steadyRate: Double? { steady.time >= .milliseconds(500) ? Double(steady.answers) / (steady.time / .seconds(1)) : nil }
}
