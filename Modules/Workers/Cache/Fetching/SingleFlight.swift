import Contracts
import Synchronization

/// Deduplicates concurrent work: at most one task per key is in flight, and all callers, whose number is bounded, wait for its result. The work goes
/// on after a caller has run out of time, because others may have more; once all have been cancelled, it is cancelled, too.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The result of waiting for work. `isJoiner`: whether another caller started the work.
  enum JoinResult: Sendable {
    case finished(Value, isJoiner: Bool)
    /// The time limit passed or the waiting task was cancelled.
    case gaveUp(isJoiner: Bool)
    /// The limit of waiters is reached.
    case full
  }

  private struct Flight {
    /// Distinguishes the flight from a later one of the same key.
    let id: UInt64
    let task: Task<Value, Never>
    var waiters = 0
    /// Whether the work goes on without waiters.
    var isWanted: Bool
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var backgroundCount = 0
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
    let joined: (flight: Flight, isJoiner: Bool)? = state.withLock { state in
      let available = waiterLimit - state.waiters
      guard available > 0, state.waitersOfClient[client, default: 0] / 3 < available, !state.isClosed else { return nil }
      let known = state.flights[key]
      var flight = known ?? start(key, isBackground: false, work, in: &state)
      flight.waiters += 1
      state.flights[key] = flight
      state.waiters += 1
      state.waitersOfClient[client, default: 0] += 1
      return (flight, known != nil)
    }
    guard let (flight, isJoiner) = joined else { return .full }
    let value = await flight.task.value(within: limit)
    leave(key, flight.id, client, isCancelled: value == nil && Task.isCancelled)
    return value.map { .finished($0, isJoiner: isJoiner) } ?? .gaveUp(isJoiner: isJoiner)
  }

  private func leave(_ key: Key, _ id: UInt64, _ client: String, isCancelled: Bool) {
    let abandoned = state.withLock { state -> Task<Value, Never>? in
      state.waiters -= 1
      let count = state.waitersOfClient[client, default: 1] - 1
      state.waitersOfClient[client] = count > 0 ? count : nil
      guard var flight = state.flights[key], flight.id == id else { return nil }
      flight.waiters -= 1
      if !isCancelled { flight.isWanted = true }
      let isAbandoned = flight.waiters == 0 && !flight.isWanted
      // A request that comes now starts new work.
      state.flights[key] = isAbandoned ? nil : flight
      return isAbandoned ? flight.task : nil
    }
    abandoned?.cancel()
  }

  /// Starts the work of `key` without waiting for it, unless work of this key is in flight, or `limit` works that were started like this.
  func startInBackground(_ key: Key, atMost limit: Int, work: @escaping @Sendable () async -> Value) {
    state.withLock { state in
      guard state.flights[key] == nil, state.backgroundCount < limit, !state.isClosed else { return }
      state.backgroundCount += 1
      state.flights[key] = start(key, isBackground: true, work, in: &state)
    }
  }

  private func start(_ key: Key, isBackground: Bool, _ work: @escaping @Sendable () async -> Value, in state: inout State) -> Flight {
    state.lastID += 1
    let id = state.lastID
    let task = Task {
      let value = await work()
      // The caller holds the lock until the flight is added, so it is removed after that.
      self.state.withLock { state in
        if isBackground { state.backgroundCount -= 1 }
        if state.flights[key]?.id == id { state.flights[key] = nil }
      }
      return value
    }
    return Flight(id: id, task: task, isWanted: isBackground)
  }

  /// Cancels all work and waits until it has ended. No work can be started afterwards.
  func close() async {
    let tasks = state.withLock { state in
      state.isClosed = true
      return state.flights.values.map(\.task)
    }
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.value }
  }
}
