import Synchronization

/// A place for an outstanding request of a run. Whoever takes the request out of it, because it has ended or because the run ends without it,
/// is the only one to record it.
final class Slot: Sendable {
  /// A request that was sent.
  struct Pending: Sendable {
    let call: Call
    /// The times of ``RequestTiming``.
    let intended, possible, sent: Duration
    let isWarmUp: Bool
    let lane: Int
  }

  private let pending = Mutex<Pending?>(nil)

  func put(_ request: Pending) { pending.withLock { $0 = request } }

  /// Removes and returns the request; `nil` if that was done before.
  func take() -> Pending? {
    pending.withLock { pending in
      defer { pending = nil }
      return pending
    }
  }
}

/// The limit on outstanding requests. One task acquires slots and waits for the last ones; any number of threads release them.
final class OutstandingSlots: Sendable {
  /// A slot and the time since which there has always been a free one.
  typealias Acquired = (slot: Slot, since: Duration)

  private struct State {
    /// Slots that were used before.
    var free: [Slot] = []
    /// All slots so far; they are created when needed.
    var all: [Slot] = []
    /// When a slot was released while none was free, the last time.
    var freeSince = Duration.zero
    /// No slot can be acquired any more.
    var isClosed = false
    /// Nothing that is outstanding matters any more.
    var isAbandoned = false
    var acquirer: CheckedContinuation<Acquired?, Never>?
    var drainer: CheckedContinuation<Void, Never>?

    var used: Int { all.count - free.count }
  }

  private struct Waiting: Sendable {
    var acquirer: CheckedContinuation<Acquired?, Never>?
    var drainer: CheckedContinuation<Void, Never>?
  }

  private let count: Int
  private let state = Mutex(State())
  private let abandoned = Atomic(false)

  /// - Parameter count: 1 or more.
  init(_ count: Int) { self.count = max(1, count) }

  /// Whether the run has ended, so that nothing may be sent or recorded.
  var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

  /// Whether no slot is free.
  var isFull: Bool { state.withLock { $0.used == count } }

  /// The slots that were used so far.
  var all: [Slot] { state.withLock { $0.all } }

  /// Takes a slot, and waits for one if none is free. Returns `nil` once ``close()`` or ``abandon()`` was called.
  func acquire() async -> Acquired? {
    if let acquired = state.withLock({ take(&$0) }) { return acquired }
    return await withCheckedContinuation { continuation in
      let (acquired, isWaiting): (Acquired?, Bool) = state.withLock { state in
        // A slot may have been released in the meantime.
        if let acquired = take(&state) { return (acquired, false) }
        guard !state.isClosed else { return (nil, false) }
        state.acquirer = continuation
        return (nil, true)
      }
      if !isWaiting { continuation.resume(returning: acquired) }
    }
  }

  private func take(_ state: inout State) -> Acquired? {
    guard !state.isClosed else { return nil }
    if let slot = state.free.popLast() { return (slot, state.freeSince) }
    guard state.all.count < count else { return nil }
    let slot = Slot()
    state.all.append(slot)
    return (slot, state.freeSince)
  }

  /// Gives a slot back at the time `now`.
  func release(_ slot: Slot, at now: Duration) {
    let waiting: Waiting = state.withLock { state in
      if state.used == count { state.freeSince = max(state.freeSince, now) }
      if let acquirer = state.acquirer {
        state.acquirer = nil
        return Waiting(acquirer: acquirer)
      }
      state.free.append(slot)
      guard state.used == 0 else { return Waiting() }
      defer { state.drainer = nil }
      return Waiting(drainer: state.drainer)
    }
    waiting.acquirer?.resume(returning: (slot, now))
    waiting.drainer?.resume()
  }

  /// Refuses further slots.
  func close() {
    let acquirer: CheckedContinuation<Acquired?, Never>? = state.withLock { state in
      state.isClosed = true
      defer { state.acquirer = nil }
      return state.acquirer
    }
    acquirer?.resume(returning: nil)
  }

  /// Ends all waiting: the outstanding requests do not matter any more.
  func abandon() {
    abandoned.store(true, ordering: .relaxed)
    close()
    let drainer: CheckedContinuation<Void, Never>? = state.withLock { state in
      state.isAbandoned = true
      defer { state.drainer = nil }
      return state.drainer
    }
    drainer?.resume()
  }

  /// Returns once all slots are free, or at once after ``abandon()``.
  func drain() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isDone = state.withLock { state in
        guard state.used > 0, !state.isAbandoned else { return true }
        state.drainer = continuation
        return false
      }
      if isDone { continuation.resume() }
    }
  }
}
