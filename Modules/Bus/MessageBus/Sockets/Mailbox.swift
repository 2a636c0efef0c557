import CZeroMQ
import Glibc
import Synchronization

/// Command queue from any thread to the thread that owns a loop's sockets. The owner takes all commands at once; posting costs a system call
/// only while the owner sleeps.
final class Mailbox<Command: Sendable>: Sendable {
  private struct State {
    var commands: [Command] = []
    /// Callers of ``Mailbox/answer()``.
    var waiters: [CheckedContinuation<Void, Never>] = []
    var ownerSleeps = false
    /// Whether the owner is to finish.
    var isStopping = false
    var isClosed = false
    var isEmpty: Bool { commands.isEmpty && waiters.isEmpty && !isStopping }
  }

  private let state = Mutex(State())
  /// Event descriptor that wakes the owner (eventfd(2)).
  let descriptor: Int32

  init() throws(BusError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard descriptor >= 0 else {
      throw BusError(.system, "cannot open an event descriptor: \(SocketError(number: errno))", cause: SocketError(number: errno))
    }
  }

  deinit { Glibc.close(descriptor) }

  /// Queues `command`. Returns `false` if the mailbox is closed.
  @discardableResult
  func post(_ command: Command) -> Bool { add { $0.commands.append(command) } }

  /// Ends the loop of the owner. Calling this method twice is harmless.
  func stop() { _ = add { $0.isStopping = true } }

  /// Returns when the owner has looked into the mailbox, or has ended: at once, unless it is busy, and never if it hangs.
  func answer() async {
    await withCheckedContinuation { continuation in
      if !add({ $0.waiters.append(continuation) }) { continuation.resume() }
    }
  }

  private func add(_ change: (inout State) -> Void) -> Bool {
    let (isOpen, wake) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      change(&state)
      defer { state.ownerSleeps = false }
      return (true, state.ownerSleeps)
    }
    if wake { eventfd_write(descriptor, 1) }
    return isOpen
  }

  /// Returns the queued commands, and whether the owner is to finish.
  func take(closes: Bool = false) -> (commands: [Command], isStopping: Bool) {
    let taken = state.withLock { state in
      defer { if !state.isEmpty { (state.commands, state.waiters) = ([], []) } }
      state.isClosed = closes
      return state
    }
    for waiter in taken.waiters { waiter.resume() }
    return (taken.commands, taken.isStopping)
  }

  /// Called by the owner before it polls. Returns `false` if the mailbox is not empty: the owner must not sleep then.
  func prepareToSleep() -> Bool {
    state.withLock { state in
      if state.isEmpty { state.ownerSleeps = true }
      return state.ownerSleeps
    }
  }

  /// Called by the owner after it polled. `isSignalled` is whether the descriptor was readable.
  func didWake(isSignalled: Bool) {
    state.withLock { $0.ownerSleeps = false }
    guard isSignalled else { return }
    var count: UInt64 = 0
    eventfd_read(descriptor, &count)
  }
}

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
