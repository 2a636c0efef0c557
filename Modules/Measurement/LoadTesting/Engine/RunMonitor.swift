/// Watches an engine: collects what it measures several times a second, shows it, and ends the run if `--abort-if` holds.
struct RunMonitor: Sendable {
  /// The time between two pieces, and between two drawings of the live view.
  static let period = Duration.milliseconds(250)
  /// Conditions on the first moments would judge chance.
  private static let leastSeconds = 1.0

  let plan: LoadPlan
  let stop: StopSignal
  /// `nil` if nothing is shown.
  let display: LiveDisplay?

  /// Runs the engine to its end and returns everything that it measured. Cancelling the task ends the engine.
  func run(_ engine: LoadEngine) async -> IntervalCollector {
    var collector = await withTaskGroup(of: IntervalCollector?.self) { group in
      group.addTask {
        await engine.run()
        return nil
      }
      group.addTask { await sample(engine) }
      var collected: IntervalCollector?
      for await result in group {
        // Whichever ends first, the other has nothing left to do.
        group.cancelAll()
        collected = collected ?? result
      }
      return collected ?? IntervalCollector(plan)
    }
    add(engine, to: &collector)
    collector.finish()
    return collector
  }

  /// Collects pieces until the task is cancelled.
  private func sample(_ engine: LoadEngine) async -> IntervalCollector {
    var collector = IntervalCollector(plan)
    let (clock, period) = (engine.clock, Self.period)
    // Pieces start at the end of the warm-up, where a new interval begins.
    var next = plan.warmUp - period * Int((plan.warmUp / period).rounded(.down))
    if next == .zero { next = period }
    while (try? await clock.sleep(next)) != nil {
      add(engine, to: &collector)
      display?.show(view(of: collector))
      judge(collector)
      while next <= collector.end { next += period }
    }
    return collector
  }

  private func add(_ engine: LoadEngine, to collector: inout IntervalCollector) {
    let start = collector.end
    collector.add(Piece(start: start, end: max(start, engine.clock.now()), sample: engine.recorder.take()))
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
      latencies: latency.isEmpty ? [] : latency.values(atAscending: [0.5, 0.9, 0.99, 1]), errors: collector.total.errors,
      history: collector.intervals.suffix(LiveView.historyLength).map { $0.latency.value(at: 0.99) })
  }
}

/// What was recorded between two times from the start of the run.
struct Piece: Sendable {
  let start, end: Duration
  let sample: Recorder.Sample
}

/// Sorts the pieces of a run into intervals, and adds them up.
struct IntervalCollector: Sendable {
  private struct OpenInterval {
    /// 0 starts at the end of the warm-up.
    let number: Int
    var measurements = Measurements()
    var end = Duration.zero
  }

  /// Everything after the warm-up.
  private(set) var total = Measurements()
  /// Intervals that are complete, in order of time. Neighbours are joined if there are too many: a run may last for days.
  private(set) var intervals: [LoadReport.Interval] = []
  /// The end of the last piece.
  private(set) var end = Duration.zero

  private let warmUp: Duration
  private let length: Duration
  /// The rate that was asked for; `nil` in a closed loop.
  private let profile: RateProfile?
  private var open: OpenInterval?
  private var recent: [Piece] = []
  /// The second half of the run, in which a target that is too slow has a backlog.
  private let steadyTime: Range<Duration>
  private var steadyAnswers = 0
  private var steadyCovered = Duration.zero

  static let maxIntervals = 2 * LoadReport.maximumIntervals

  init(_ plan: LoadPlan) {
    warmUp = plan.warmUp
    length = plan.intervalLength
    profile = if case .open = plan.pacing { plan.profile } else { nil }
    let end = plan.end ?? .zero
    steadyTime = (warmUp + max(.zero, end - warmUp) / 2)..<max(end, warmUp + .nanoseconds(1))
  }

  /// Adds a piece. Pieces must come in order.
  mutating func add(_ piece: Piece) {
    let (warm, measured) = (piece.sample.warmUp, piece.sample.measured)
    end = piece.end
    total.add(measured)
    // Requests of the warm-up that end after it are in no figure; the first others may be in the last piece of the warm-up.
    let number = Int(((piece.start - warmUp) / length).rounded(.down))
    if number < 0 { add(warm, to: number, until: piece.end) }
    if number >= 0 || measured.sent > 0 { add(measured, to: max(0, number), until: max(warmUp, piece.end)) }
    recent.append(piece)
    recent.removeAll { $0.end <= piece.end - .seconds(1) }
    if piece.start >= steadyTime.lowerBound, piece.end <= steadyTime.upperBound {
      steadyAnswers += measured.answered
      steadyCovered += piece.end - piece.start
    }
  }

  private mutating func add(_ measurements: Measurements, to number: Int, until end: Duration) {
    if let open, open.number < number { close(before: number) }
    // Removed while it grows, so that nothing is copied.
    var interval = open ?? OpenInterval(number: number)
    open = nil
    interval.measurements.add(measurements)
    interval.end = max(interval.end, end)
    open = interval
  }

  /// Completes the open interval. A sampler that was late leaves numbers out: this interval has their requests, so it has their time, too.
  private mutating func close(before next: Int?) {
    guard let interval = open else { return }
    open = nil
    let start = max(.zero, warmUp + length * interval.number)
    let end = max(start, next.map { min(interval.end, warmUp + length * $0) } ?? interval.end)
    let measured = interval.measurements
    let bits = LoadReport.Interval.precision
    intervals.append(
      LoadReport.Interval(
        start: start / .seconds(1), duration: (end - start) / .seconds(1), isWarmUp: interval.number < 0,
        intendedRate: profile.map { $0.averageRate(from: start, to: end) }, sent: measured.sent, done: measured.succeeded,
        errors: measured.errors, missed: measured.missed, latency: measured.latency.distribution.coarsened(toBits: bits),
        service: measured.service.distribution.coarsened(toBits: bits), cacheStatuses: LoadReport.Tally(measured.cacheStatuses)))
    if intervals.count > Self.maxIntervals { intervals = LoadReport.Interval.joined(intervals, atMost: LoadReport.maximumIntervals) }
  }

  /// Completes the last interval. Joins it with the one before if it is short: a rate over a few milliseconds would say nothing.
  mutating func finish() {
    close(before: nil)
    guard let last = intervals.last, intervals.count > 1, last.duration < length / .seconds(2),
      intervals[intervals.count - 2].isWarmUp == last.isWarmUp
    else { return }
    intervals.append(.joined(intervals.suffix(2)))
    intervals.removeSubrange((intervals.count - 3)..<(intervals.count - 1))
  }

  /// The last second, for the live view.
  var window: (measurements: Measurements, seconds: Double) {
    var measurements = Measurements()
    for piece in recent {
      measurements.add(piece.sample.measured)
      measurements.add(piece.sample.warmUp)
    }
    return (measurements, (end - (recent.first?.start ?? end)) / .seconds(1))
  }

  /// Answers per second in the second half of the run; `nil` if it was too short to tell. Exact, unlike a rate over the whole run, which
  /// contains the time until the last answers.
  var steadyRate: Double? {
    steadyCovered >= .milliseconds(500) ? Double(steadyAnswers) / (steadyCovered / .seconds(1)) : nil
  }
}
