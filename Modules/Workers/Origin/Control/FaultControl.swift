import Synchronization

/// The rules in force of a running server, which may be changed at any time, and their counters.
public final class FaultControl: Sendable {
  private struct State {
    var schedule: FaultSchedule
    var start: ContinuousClock.Instant?
  }

  private let state: Mutex<State>

  /// - Parameters:
  ///   - rules: the rules at the start. Their times count from when the server starts to listen.
  ///   - seed: see ``FaultSchedule``. The same seed gives the same requests the same faults.
  public init(rules: [SourcedRule] = [], seed: UInt64 = 1) throws(OriginServerError) {
    var schedule = FaultSchedule(seed: seed)
    _ = try schedule.add(rules, elapsed: .zero)
    state = Mutex(State(schedule: schedule))
  }

  /// No rules at the start.
  public init() { state = Mutex(State(schedule: FaultSchedule(seed: 1))) }

  /// Starts the clock of the rules. Later calls have no effect.
  func start(at now: ContinuousClock.Instant = .now) {
    state.withLock { $0.start = $0.start ?? now }
  }

  /// Calls `body` with the rules and the time since the server started to listen.
  func update<Value: Sendable, Failure: Error>(
    _ body: (inout FaultSchedule, _ elapsed: Duration) throws(Failure) -> sending Value
  ) throws(Failure) -> Value {
    try state.withLock { state throws(Failure) in try body(&state.schedule, state.start.map { $0.duration(to: .now) } ?? .zero) }
  }
}
