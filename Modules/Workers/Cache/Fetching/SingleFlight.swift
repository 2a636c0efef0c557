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

  private typealias Waiter = AsyncStream<Value>.Continuation

  private struct State {
    var flights: [Key: (task: Task<Void, Never>, waiters: [UInt64: Waiter])] = [:]
    var waiters = 0
    var waitersOfClient: [String: Int] = [:]
    var lastID: UInt64 = 0
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
    let (values, waiter) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingOldest(1))
    // `nil`: no place is left. The work is started and the waiter is added under one lock, because the work may finish at once.
    let place: (id: UInt64, isJoiner: Bool)? = state.withLock { state in
      let available = waiterLimit - state.waiters
      guard available > 0, state.waitersOfClient[client, default: 0] / 3 < available else { return nil }
      if state.isClosed { waiter.finish() }
      let isJoiner = !start(key, work, in: &state)
      state.lastID += 1
      state.flights[key]?.waiters[state.lastID] = waiter
      state.waiters += 1
      state.waitersOfClient[client, default: 0] += 1
      return (state.lastID, isJoiner)
    }
    guard let (id, isJoiner) = place else { return .full }
    let timer = Task {
      try? await Task.sleep(for: limit)
      waiter.finish()
    }
    defer {
      timer.cancel()
      leave(key, id, client)
    }
    for await value in values { return .finished(value, isJoiner: isJoiner) }
    return .gaveUp(isJoiner: isJoiner)
  }

  private func leave(_ key: Key, _ id: UInt64, _ client: String) {
    state.withLock { state in
      state.flights[key]?.waiters[id] = nil
      state.waiters -= 1
      let count = state.waitersOfClient[client, default: 1] - 1
      state.waitersOfClient[client] = count > 0 ? count : nil
    }
  }

  /// Starts the work of `key` without waiting for it. Returns `false` if it is in flight already.
  func start(_ key: Key, work: @escaping @Sendable () async -> Value) -> Bool {
    state.withLock { start(key, work, in: &$0) }
  }

  private func start(_ key: Key, _ work: @escaping @Sendable () async -> Value, in state: inout State) -> Bool {
    guard state.flights[key] == nil, !state.isClosed else { return false }
    let task = Task {
      let value = await work()
      // The caller holds the lock until the task is added, so it is removed after that.
      for waiter in self.state.withLock({ $0.flights.removeValue(forKey: key)?.waiters.values.map(\.self) }) ?? [] {
        waiter.yield(value)
        waiter.finish()
      }
    }
    state.flights[key] = (task, [:])
    return true
  }

  /// Cancels all work and waits until it has ended. Waiting callers give up, and no work can be started afterwards.
  func close() async {
    let flights = state.withLock { state in
      state.isClosed = true
      defer { state.flights = [:] }
      return state.flights.values.map(\.self)
    }
    for flight in flights {
      flight.task.cancel()
      for waiter in flight.waiters.values { waiter.finish() }
    }
    for flight in flights { await flight.task.value }
  }
}
