import Synchronization

/// The limit on outstanding requests of an open loop. One task acquires slots; any number of tasks release them.
final class OutstandingSlots: Sendable {
  private struct State {
    var free: Int
    /// When a slot was released while none was free, the last time.
    var freeSince = Duration.zero
    var waiter: CheckedContinuation<Duration, Never>?
  }

  private let state: Mutex<State>

  /// - Parameter count: 1 or more.
  init(_ count: Int) { state = Mutex(State(free: max(1, count))) }

  /// Takes a slot, and waits for one if none is free. Returns the time since which there has always been a free one.
  func acquire() async -> Duration {
    if let freeSince = state.withLock({ Self.take(&$0) }) { return freeSince }
    return await withCheckedContinuation { continuation in
      let freeSince: Duration? = state.withLock { state in
        // A slot may have been released in the meantime.
        if let freeSince = Self.take(&state) { return freeSince }
        state.waiter = continuation
        return nil
      }
      if let freeSince { continuation.resume(returning: freeSince) }
    }
  }

  private static func take(_ state: inout State) -> Duration? {
    guard state.free > 0 else { return nil }
    state.free -= 1
    return state.freeSince
  }

  /// Gives a slot back at the time `now`.
  func release(at now: Duration) {
    let waiter: CheckedContinuation<Duration, Never>? = state.withLock { state in
      if state.free == 0 { state.freeSince = max(state.freeSince, now) }
      guard let waiter = state.waiter else {
        state.free += 1
        return nil
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: now)
  }
}
