import Contracts
import Synchronization

/// Deduplicates concurrent work: at most one task per key is in flight, and all callers wait for its result.
///
/// The work outlives the caller that started it: it continues after that caller gave up or was cancelled, and all waiting callers get the
/// same result, including a failure. The number of waiters is bounded.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The result of waiting for work. `isJoiner`: whether another caller started the work.
  enum JoinResult: Sendable {
    case finished(Value, isJoiner: Bool)
    /// The time limit passed or the waiting task was cancelled; the work continues.
    case gaveUp(isJoiner: Bool)
    /// The limit of waiters is reached.
    case full
  }

  private struct State {
    var flights: [Key: Task<Value, Never>] = [:]
    var waiters = 0
    var waitersOfClient: [String: Int] = [:]
    var isClosed = false
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
    // `nil`: no place is left.
    let flight: (task: Task<Value, Never>, isJoiner: Bool)? = state.withLock { state in
      let available = waiterLimit - state.waiters
      guard available > 0, state.waitersOfClient[client, default: 0] / 3 < available else { return nil }
      state.waiters += 1
      state.waitersOfClient[client, default: 0] += 1
      if let task = state.flights[key] { return (task, true) }
      return (start(key, work, in: &state), false)
    }
    guard let (task, isJoiner) = flight else { return .full }
    defer { leave(client) }
    guard let value = await task.value(within: limit) else { return .gaveUp(isJoiner: isJoiner) }
    return .finished(value, isJoiner: isJoiner)
  }

  private func leave(_ client: String) {
    state.withLock { state in
      state.waiters -= 1
      guard let count = state.waitersOfClient[client] else { return }
      state.waitersOfClient[client] = count > 1 ? count - 1 : nil
    }
  }

  /// Starts the work of `key` without waiting for it. Returns `false` if it is in flight already.
  func start(_ key: Key, work: @escaping @Sendable () async -> Value) -> Bool {
    state.withLock { state in
      guard !state.isClosed, state.flights[key] == nil else { return false }
      _ = start(key, work, in: &state)
      return true
    }
  }

  private func start(_ key: Key, _ work: @escaping @Sendable () async -> Value, in state: inout State) -> Task<Value, Never> {
    let task = Task {
      let value = await work()
      // The lock is held until the task is added, so it is removed after that.
      _ = self.state.withLock { $0.flights.removeValue(forKey: key) }
      return value
    }
    state.flights[key] = task
    if state.isClosed { task.cancel() }
    return task
  }

  /// Cancels all work and waits until it has ended. What is started afterwards is cancelled at once.
  func close() async {
    let tasks = state.withLock { state in
      state.isClosed = true
      return Array(state.flights.values)
    }
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.value }
  }
}
