import Synchronization

/// Coalesces concurrent requests for the same key: one task does the work, and all callers share its result. Results are not stored.
///
/// The work runs in a task of its own. The task continues while at least one caller waits and is cancelled when the last caller gives up.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    let id: UInt64
    let task: Task<Void, Never>
    var waiters: [UInt64: CheckedContinuation<Value?, Never>] = [:]
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
  private let onCompletion: @Sendable (UInt64) -> Void

  /// - Parameter onCompletion: called with the ID of each flight when its work has ended. No caller joins the flight after that.
  init(onCompletion: @escaping @Sendable (UInt64) -> Void = { _ in }) { self.onCompletion = onCompletion }

  /// Returns the number of callers waiting for `key`.
  func waiterCount(for key: Key) -> Int { state.withLock { $0.flights[key]?.waiters.count ?? 0 } }

  /// Returns the result of `work`, or of the work in flight for `key`. Returns `nil` if the caller's task is cancelled.
  ///
  /// - Parameters:
  ///   - onJoin: called with the ID of the flight that the caller joined, before the work ends.
  ///   - work: called with the ID of the flight it runs for.
  func value(
    for key: Key, onJoin: @Sendable (UInt64) -> Void = { _ in }, _ work: @escaping @Sendable (UInt64) async -> Value
  ) async -> Value? {
    let caller = state.withLock { $0.nextID() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          // Cancelled before it joined: the cancellation handler below found nothing to remove.
          if Task.isCancelled { return true }
          var flight = state.flights[key] ?? start(key, id: state.nextID(), work)
          flight.waiters[caller] = continuation
          state.flights[key] = flight
          onJoin(flight.id)
          return false
        }
        if isCancelled { continuation.resume(returning: nil) }
      }
    } onCancel: {
      leave(key, caller)
    }
  }

  private func start(_ key: Key, id: UInt64, _ work: @escaping @Sendable (UInt64) async -> Value) -> Flight {
    Flight(
      id: id,
      task: Task {
        let value = await work(id)
        let waiters = state.withLock { state in
          // If all callers gave up on this flight, its result has no recipient, even if a new flight for the key has started.
          state.flights[key]?.id == id ? state.flights.removeValue(forKey: key)?.waiters : nil
        }
        onCompletion(id)
        for continuation in (waiters ?? [:]).values { continuation.resume(returning: value) }
      })
  }

  private func leave(_ key: Key, _ caller: UInt64) {
    let (continuation, abandoned) = state.withLock { state -> (CheckedContinuation<Value?, Never>?, Task<Void, Never>?) in
      guard let continuation = state.flights[key]?.waiters.removeValue(forKey: caller) else { return (nil, nil) }
      guard let flight = state.flights[key], flight.waiters.isEmpty else { return (continuation, nil) }
      state.flights[key] = nil
      return (continuation, flight.task)
    }
    abandoned?.cancel()
    continuation?.resume(returning: nil)
  }
}
