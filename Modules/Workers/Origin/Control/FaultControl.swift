import Synchronization

/// The rules in force of a running server, which may be changed at any time, and their counters.
public final class FaultControl: Sendable {
  private struct State {
    var schedule: FaultSchedule
    /// The rules given at the start, added when the server starts to listen.
    var waiting: [SourcedRule]
    var start: ContinuousClock.Instant?

    var elapsed: Duration { start.map { $0.duration(to: .now) } ?? .zero }

    mutating func begin(at now: ContinuousClock.Instant) {
      guard start == nil else { return }
      start = now
      // There are at most as many as fit.
      _ = schedule.add(waiting, elapsed: .zero)
      waiting = []
    }
  }

  private let state: Mutex<State>

  /// - Parameters:
  ///   - rules: the rules at the start. Their times count from when the server starts to listen.
  ///   - seed: see ``FaultSchedule``. The same seed gives the same requests the same faults.
  public init(rules: [SourcedRule] = [], seed: UInt64 = 1) throws(OriginServerError) {
    guard rules.count <= FaultScript.maxRules else { throw Self.tooMany }
    state = Mutex(State(schedule: FaultSchedule(seed: seed), waiting: rules))
  }

  /// No rules at the start.
  public init() { state = Mutex(State(schedule: FaultSchedule(seed: 1), waiting: [])) }

  private static var tooMany: OriginServerError { OriginServerError(.invalidRule, "more than \(FaultScript.maxRules) rules") }

  var seed: UInt64 { state.withLock { $0.schedule.seed } }

  /// Starts the clock of the rules. Later calls have no effect.
  func start(at now: ContinuousClock.Instant = .now) {
    state.withLock { $0.begin(at: now) }
  }

  /// Returns the number of the next request and its faults.
  func drawForRequest(target: String) -> (number: Int, faults: [FaultSchedule.Drawn]) {
    state.withLock { $0.schedule.drawForRequest(target: target, elapsed: $0.elapsed) }
  }

  /// Returns a plan whose ending says how the next connection ends right after it is accepted; `nil` if it does not.
  func drawForConnection() -> ResponsePlan {
    state.withLock { $0.schedule.drawForConnection(elapsed: $0.elapsed) }
  }

  func add(_ rules: [SourcedRule]) throws(OriginServerError) -> [FaultSchedule.Entry] {
    guard let added = state.withLock({ $0.schedule.add(rules, elapsed: $0.elapsed) }) else { throw Self.tooMany }
    return added
  }

  /// Replaces all rules.
  func replaceAll(with rules: [SourcedRule]) throws(OriginServerError) -> [FaultSchedule.Entry] {
    let added = state.withLock { state in
      guard rules.count <= FaultScript.maxRules else { return [FaultSchedule.Entry]?.none }
      state.schedule.removeAll()
      return state.schedule.add(rules, elapsed: state.elapsed)
    }
    guard let added else { throw Self.tooMany }
    return added
  }

  func replace(_ id: Int, with rule: SourcedRule) -> FaultSchedule.Entry? {
    state.withLock { $0.schedule.replace(id, with: rule, elapsed: $0.elapsed) }
  }

  func remove(_ id: Int) -> Bool { state.withLock { $0.schedule.remove(id) } }

  func removeAll() { state.withLock { $0.schedule.removeAll() } }

  /// Returns the rules in force and the counters of the server.
  func snapshot() -> (schedule: FaultSchedule, elapsed: Duration) { state.withLock { ($0.schedule, $0.elapsed) } }
}
