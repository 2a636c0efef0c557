import Synchronization

/// Deduplicates concurrent work: at most one task per key is in flight, and all callers wait for its result.
///
/// The work outlives the caller that started it: it continues after that caller gave up or was cancelled, and all waiting callers get the
/// same result, including a failure. The number of waiters is bounded; each needs a task, a timer and a few hundred bytes.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The result of waiting for work.
  enum JoinResult: Sendable {
    /// `isJoiner`: whether another caller started the work.
    case finished(Value, isJoiner: Bool)
    /// The time limit passed or the waiting task was cancelled; the work continues.
    case gaveUp(isJoiner: Bool)
    /// The limit of waiters is reached.
    case full
  }

  private struct Waiter {
    let continuation: CheckedContinuation<JoinResult, Never>
    let client: String
    let isJoiner: Bool
    let timer: Task<Void, Never>

    func resume(_ value: Value?) {
      timer.cancel()
      continuation.resume(returning: value.map { .finished($0, isJoiner: isJoiner) } ?? .gaveUp(isJoiner: isJoiner))
    }
  }

  private struct Flight {
    let task: Task<Void, Never>
    var waiters: [UInt64: Waiter] = [:]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var waiters = 0
    var waitersOfClient: [String: Int] = [:]
    var lastWaiterID: UInt64 = 0
    var isClosed = false

    mutating func remove(_ waiter: Waiter) {
      waiters -= 1
      guard let count = waitersOfClient[waiter.client] else { return }
      waitersOfClient[waiter.client] = count > 1 ? count - 1 : nil
    }
  }

  private let state = Mutex(State())
  private let waiterLimit: Int

  init(waiterLimit: Int = .max) { self.waiterLimit = waiterLimit }

  /// Number of keys with work in flight.
  var count: Int { state.withLock { $0.flights.count } }

  /// Number of waiting callers.
  var waiterCount: Int { state.withLock { $0.waiters } }

  /// Waits for the work of `key` and starts it if none is in flight.
  /// - Parameter client: may have at most three times as many waiters as there are free places, so that other clients always find a place.
  func join(_ key: Key, within limit: Duration, for client: String = "", work: @escaping @Sendable () async -> Value) async -> JoinResult {
    let id = state.withLock { state in
      state.lastWaiterID += 1
      return state.lastWaiterID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<JoinResult, Never>) in
        // Start the work and add the waiter under one lock: the work may finish before the next line runs.
        let refusal = state.withLock { state -> JoinResult? in
          guard !state.isClosed else { return .gaveUp(isJoiner: false) }
          let available = waiterLimit - state.waiters
          guard available > 0, state.waitersOfClient[client, default: 0] / 3 < available else { return .full }
          let isJoiner = !start(key, work: work, in: &state)
          let timer = Task {
            try? await Task.sleep(for: limit)
            if !Task.isCancelled { self.giveUp(key, id) }
          }
          state.flights[key]?.waiters[id] = Waiter(continuation: continuation, client: client, isJoiner: isJoiner, timer: timer)
          state.waiters += 1
          state.waitersOfClient[client, default: 0] += 1
          return nil
        }
        if let refusal { return continuation.resume(returning: refusal) }
        // The cancellation handler may have run before the waiter was added.
        if Task.isCancelled { giveUp(key, id) }
      }
    } onCancel: {
      giveUp(key, id)
    }
  }

  /// Starts the work of `key` without waiting for it. Returns `false` if it is in flight already.
  @discardableResult
  func start(_ key: Key, work: @escaping @Sendable () async -> Value) -> Bool {
    state.withLock { !$0.isClosed && start(key, work: work, in: &$0) }
  }

  private func start(_ key: Key, work: @escaping @Sendable () async -> Value, in state: inout State) -> Bool {
    guard state.flights[key] == nil else { return false }
    // The task cannot finish before it is added here: finishing takes the lock that is held now.
    state.flights[key] = Flight(task: Task { self.finish(key, with: await work()) })
    return true
  }

  /// Cancels all work and waits until it has ended. Waiting callers give up, and no work can be started afterwards.
  func close() async {
    let flights = state.withLock { state in
      state.isClosed = true
      defer { (state.flights, state.waiters, state.waitersOfClient) = ([:], 0, [:]) }
      return state.flights.values.map { $0 }
    }
    for flight in flights {
      flight.task.cancel()
      for waiter in flight.waiters.values { waiter.resume(nil) }
    }
    for flight in flights { await flight.task.value }
  }

  private func finish(_ key: Key, with value: Value) {
    let waiters = state.withLock { state in
      let waiters = state.flights.removeValue(forKey: key)?.waiters ?? [:]
      for waiter in waiters.values { state.remove(waiter) }
      return waiters
    }
    for waiter in waiters.values { waiter.resume(value) }
  }

  private func giveUp(_ key: Key, _ id: UInt64) {
    let waiter = state.withLock { state in
      let waiter = state.flights[key]?.waiters.removeValue(forKey: id)
      if let waiter { state.remove(waiter) }
      return waiter
    }
    waiter?.resume(nil)
  }
}
