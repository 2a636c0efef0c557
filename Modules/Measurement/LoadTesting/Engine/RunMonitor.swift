import LoadReports
import Synchronization

/// Receives what the processes of a run measure: collects it, shows it, and ends the run if `--abort-if` holds.
final class RunMonitor: Sendable {
  private let plan: LoadPlan
  private let stop: StopSignal
  /// `nil` if nothing is shown.
  private let display: LiveDisplay?
  private let state: Mutex<State>

  private struct State {
    var collector: IntervalCollector
    var steadyRate: SteadyRate
    /// When the view was last made, from the start of the run.
    var viewed = Duration.zero - LoadSampler.period
  }

  init(_ plan: LoadPlan, stop: StopSignal, display: LiveDisplay?) {
    self.plan = plan
    self.stop = stop
    self.display = display
    let profile: RateProfile? = if case .open = plan.pacing { plan.profile } else { nil }
    let collector = IntervalCollector(
      warmUp: plan.warmUp, length: plan.intervalLength, profile: profile, sources: max(1, plan.processes))
    state = Mutex(State(collector: collector, steadyRate: SteadyRate(plan)))
  }

  /// Adds a piece of a process. The pieces of one process must come in order.
  func add(_ piece: Piece, from process: Int) {
    let (view, figures): (LiveView?, RunFigures?) = state.withLock { state in
      state.collector.add(piece, from: process)
      state.steadyRate.add(piece)
      // Many processes send many pieces, and a view costs as much as all of them together.
      let isDue = display != nil && state.collector.end - state.viewed >= Self.viewPeriod
      if isDue { state.viewed = state.collector.end }
      return (isDue ? self.view(state.collector) : nil, plan.abortIf.isEmpty ? nil : self.figures(state.collector))
    }
    if let view { display?.show(view) }
    guard let figures, figures.seconds >= Self.leastSeconds else { return }
    for condition in plan.abortIf where condition.holds(for: figures) {
      stop.request(.aborted("\(condition.text) holds: \(condition.measured(in: figures))"))
    }
  }

  /// Notes that a process sends no more pieces.
  func finish(_ process: Int) { state.withLock { $0.collector.finish(process) } }

  /// Everything that was collected.
  var result: IntervalCollector { state.withLock { $0.collector } }

  var steadyRate: Double? { state.withLock { $0.steadyRate.value } }

  /// A little less than the time between two pieces, which is never exact.
  private static let viewPeriod = LoadSampler.period * 9 / 10

  /// Conditions on the first moments would judge chance.
  private static let leastSeconds = 1.0

  private func figures(_ collector: IntervalCollector) -> RunFigures {
    RunFigures(measurements: collector.total, seconds: plan.seconds(until: collector.end, isCompleted: false))
  }

  private func view(_ collector: IntervalCollector) -> LiveView {
    let (window, now) = (collector.window, collector.end)
    let latency = window.measurements.latency
    return LiveView(
      elapsed: now, planned: plan.end, isWarmUp: now <= plan.warmUp,
      rate: window.seconds > 0 ? Double(window.measurements.succeeded) / window.seconds : 0,
      askedRate: plan.askedRate(at: now),
      latencies: latency.count > 0 ? [50, 90, 99].map(latency.percentile) + [latency.maximum] : [], errors: collector.total.errors,
      history: collector.intervals.suffix(LiveView.historyLength).map { $0.latency.value(at: 0.99) })
  }
}
