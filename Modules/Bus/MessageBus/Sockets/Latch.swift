import Synchronization

/// A latch that opens once, with an outcome; waiting tasks then continue, and later waits return at once.
final class Latch: Sendable {
  private struct State {
    /// That of the first ``Latch/open(_:)``.
    var outcome: Bool?
    var waiters: [CheckedContinuation<Bool, Never>] = []
  }

  private let state = Mutex(State())

  func wait() async { _ = await outcome() }

  /// Waits until the latch is open, and returns what it was first opened with.
  func outcome() async -> Bool {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state in
        if state.outcome == nil { state.waiters.append(continuation) }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  func open(_ outcome: Bool = true) {
    let (waiters, first) = state.withLock { state in
      let first = state.outcome ?? outcome
      state.outcome = first
      defer { state.waiters = [] }
      return (state.waiters, first)
    }
    for waiter in waiters { waiter.resume(returning: first) }
  }
}
