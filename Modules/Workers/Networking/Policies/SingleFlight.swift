import Synchronization

/// Coalesces concurrent requests for the same key: one task does the work, and all callers share its result. Results are not stored.
///
/// The work runs in a task of its own. The task continues while at least one caller waits and is cancelled when the last caller gives up.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct Waiter {
    let continuation: CheckedContinuation<Value?, Never>
    let timer: DeadlineTimers.Timer?
  }

  private struct Flight {
    let id: UInt64
    let task: Task<Void, Never>
    /// Cancels the work.
    var timer: DeadlineTimers.Timer?
    var waiters: [UInt64: Waiter] = [:]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var lastID: UInt64 = 0

    mutating func nextID() -> UInt64 {
      lastID += 1
      return lastID
    }
  }

  private let state = Mutex(State())
  private let timers: DeadlineTimers
  private let executor: (any TaskExecutor)?
  private let onCompletion: @Sendable (UInt64) -> Void

  /// - Parameters:
  ///   - executor: runs the work; `nil` for the default executor.
  ///   - onCompletion: called with the ID of each flight when its work has ended. No caller joins the flight after that.
  init(
    timers: DeadlineTimers = DeadlineTimers(), on executor: (any TaskExecutor)? = nil,
    onCompletion: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) {
    self.timers = timers
    self.executor = executor
    self.onCompletion = onCompletion
  }

  /// Returns the number of callers waiting for `key`.
  func waiterCount(for key: Key) -> Int { state.withLock { $0.flights[key]?.waiters.count ?? 0 } }

  /// Returns the result of `work`, or of the work in flight for `key`. Returns `nil` if the caller's task is cancelled, and at `deadline`.
  ///
  /// - Parameters:
  ///   - onJoin: called with the ID of the flight that the caller joined, before the work ends.
  ///   - work: called with the ID of the flight it runs for.
  func value(
    for key: Key, until deadline: Instant? = nil, onJoin: @Sendable (UInt64) -> Void = { _ in },
    _ work: @escaping @Sendable (UInt64) async -> Value
  ) async -> Value? {
    let caller = state.withLock { $0.nextID() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          // Cancelled before it joined: the cancellation handler below found nothing to remove.
          if Task.isCancelled { return true }
          var flight = state.flights.removeValue(forKey: key) ?? start(key, id: state.nextID(), work)
          let timer = deadline.map { timers.set($0) { self.leave(key, caller) } }
          flight.waiters[caller] = Waiter(continuation: continuation, timer: timer)
          let id = flight.id
          state.flights[key] = flight
          onJoin(id)
          return false
        }
        if isCancelled { continuation.resume(returning: nil) }
      }
    } onCancel: {
      leave(key, caller)
    }
  }

  /// Cancels the work of the flight `id` for `key` at `deadline`, which replaces an earlier deadline. Called by the work itself.
  func cancel(_ key: Key, _ id: UInt64, at deadline: Instant) {
    state.withLock { state in
      // A flight that all callers left is cancelled already.
      guard let flight = state.flights[key], flight.id == id else { return }
      if let timer = flight.timer { timers.cancel(timer) }
      state.flights[key]?.timer = timers.set(deadline) { [task = flight.task] in task.cancel() }
    }
  }

  private func start(_ key: Key, id: UInt64, _ work: @escaping @Sendable (UInt64) async -> Value) -> Flight {
    Flight(id: id, task: Task(executorPreference: executor) { self.complete(key, id, await work(id)) })
  }

  private func complete(_ key: Key, _ id: UInt64, _ value: Value) {
    let flight = state.withLock { state in
      // If all callers gave up on this flight, its result has no recipient, even if a new flight for the key has started.
      state.flights[key]?.id == id ? state.flights.removeValue(forKey: key) : nil
    }
    onCompletion(id)
    guard let flight else { return }
    if let timer = flight.timer { timers.cancel(timer) }
    for waiter in flight.waiters.values {
      if let timer = waiter.timer { timers.cancel(timer) }
      waiter.continuation.resume(returning: value)
    }
  }

  private func leave(_ key: Key, _ caller: UInt64) {
    let (waiter, abandoned) = state.withLock { state -> (Waiter?, Flight?) in
      guard let waiter = state.flights[key]?.waiters.removeValue(forKey: caller) else { return (nil, nil) }
      guard let flight = state.flights[key], flight.waiters.isEmpty else { return (waiter, nil) }
      state.flights[key] = nil
      return (waiter, flight)
    }
    if let timer = abandoned?.timer { timers.cancel(timer) }
    if let timer = waiter?.timer { timers.cancel(timer) }
    abandoned?.task.cancel()
    waiter?.continuation.resume(returning: nil)
  }
}

extension SingleFlight {
  /// Returns or throws the result of `work`, or of the work in flight for `key`. Throws `timeoutError` at `deadline`, and
  /// ``OriginError/Code/cancelled`` if the caller's task is cancelled. A flight that ended at an earlier deadline, that of the caller that
  /// started it, is repeated; one that could not have ended by a later deadline is not.
  func result<Success: Sendable>(
    for key: Key, deadline: Instant, timeoutError: @autoclosure () -> OriginError, onJoin: @Sendable (UInt64) -> Void = { _ in },
    _ work: @escaping @Sendable (UInt64) async throws(OriginError) -> Success
  ) async throws(OriginError) -> Success where Value == Result<Success, OriginError> {
    while ContinuousClock.now < deadline {
      let shared = await value(for: key, until: deadline, onJoin: onJoin) { id async in
        do throws(OriginError) { return .success(try await work(id)) } catch {
          var error = error
          if error.callerTimedOut { error.flightDeadline = deadline }
          return .failure(error)
        }
      }
      if let shared {
        if case .failure(let error) = shared, error.callerTimedOut, let end = error.flightDeadline, end < deadline { continue }
        return try shared.get()
      }
      if Task.isCancelled { throw OriginError(.cancelled, "the request was cancelled") }
    }
    throw timeoutError()
  }
}
