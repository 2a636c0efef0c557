import HeapModule
import Synchronization

/// Timers for deadlines that rarely pass: setting and cancelling one takes constant time on average and no task.
///
/// A timer fires at most ``resolution`` late on an idle machine, and never early.
final class DeadlineTimers: Sendable {
  typealias Instant = ContinuousClock.Instant
  typealias Action = @Sendable () -> Void

  /// Timers are grouped by multiples of this duration.
  static let resolution = Duration.milliseconds(2)

  /// Identifies a timer.
  struct Timer: Sendable {
    fileprivate let tick: Int64
    fileprivate let id: UInt64
  }

  private struct State {
    var actions: [Int64: [UInt64: Action]] = [:]
    /// Every key of ``actions``, and some keys that were removed from it.
    var ticks = Heap<Int64>()
    var lastID: UInt64 = 0
    /// The task that waits for a tick; `nil` without timers.
    var sleeper: (tick: Int64, task: Task<Void, Never>)?
  }

  private let start = ContinuousClock.now
  private let state = Mutex(State())

  deinit { state.withLock { $0.sleeper?.task.cancel() } }

  /// Number of timers.
  var count: Int { state.withLock { $0.actions.values.reduce(0) { $0 + $1.count } } }

  /// Number of ticks that are known, those without timers included.
  var tickCount: Int { state.withLock { $0.ticks.count } }

  /// Calls `action` at `instant`, or at once if that has passed, from a task of its own. `action` must not block.
  func set(_ instant: Instant, _ action: @escaping Action) -> Timer {
    let tick = tick(atOrAfter: instant)
    return state.withLock { state in
      state.lastID += 1
      if state.actions[tick] == nil { state.ticks.insert(tick) }
      state.actions[tick, default: [:]][state.lastID] = action
      if tick < state.sleeper?.tick ?? .max { sleep(until: tick, &state) }
      return Timer(tick: tick, id: state.lastID)
    }
  }

  /// Does nothing if the timer has fired.
  func cancel(_ timer: Timer) {
    state.withLock { state in
      guard state.actions[timer.tick]?.removeValue(forKey: timer.id) != nil else { return }
      if state.actions[timer.tick]?.isEmpty ?? false { state.actions[timer.tick] = nil }
      // Ticks without timers leave the heap when they pass. Deadlines far ahead must not fill it until then.
      if state.ticks.count > 2 * state.actions.count + 1_024 { state.ticks = Heap(state.actions.keys) }
    }
  }

  private func sleep(until tick: Int64, _ state: inout State) {
    state.sleeper?.task.cancel()
    let due = start + Self.resolution * tick
    // The timers may go away while the task sleeps.
    let task = Task { [weak self] in
      do { try await Task.sleep(until: due, clock: .continuous) } catch { return }
      self?.fire()
    }
    state.sleeper = (tick, task)
  }

  private func fire() {
    let now = ContinuousClock.now
    let due = state.withLock { state in
      var due: [Action] = []
      while let tick = state.ticks.min, start + Self.resolution * tick <= now {
        state.ticks.removeMin()
        due += (state.actions.removeValue(forKey: tick) ?? [:]).values
      }
      // Skips the ticks whose timers were all cancelled.
      while let tick = state.ticks.min, state.actions[tick] == nil { state.ticks.removeMin() }
      // A sleeper that was replaced too late to be cancelled must not forget the one that replaced it.
      if let next = state.ticks.min {
        sleep(until: next, &state)
      } else {
        state.sleeper?.task.cancel()
        state.sleeper = nil
      }
      return due
    }
    for action in due { action() }
  }

  private func tick(atOrAfter instant: Instant) -> Int64 {
    let (seconds, attoseconds) = max(.zero, start.duration(to: instant)).components
    let step = Self.resolution.components.attoseconds
    // A deadline beyond the range of a tick does not pass.
    return min(seconds, 1 << 40) * (1_000_000_000_000_000_000 / step) + (attoseconds + step - 1) / step
  }
}
