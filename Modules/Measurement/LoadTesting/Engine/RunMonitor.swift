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
