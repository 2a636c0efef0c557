import Synchronization

/// Work that many may wait for and that is done once: at most one piece of it is in flight for a key.
///
/// The work belongs to nobody: it goes on when whoever began it has given up or was cancelled, and all who wait get its result, also
/// when that is a failure. Those who wait are bounded in number; each costs a task, a timer and a few hundred bytes.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// How waiting ended.
  enum Landing: Sendable {
    /// `isJoiner`: somebody else began the work.
    case landed(Value, isJoiner: Bool)
    /// The limit passed, or the waiting task was cancelled; the work goes on.
    case gaveUp(isJoiner: Bool)
    /// So many wait already that one more may not.
    case full
  }

  private struct Waiter {
    let continuation: CheckedContinuation<Landing, Never>
    let client: String
    let isJoiner: Bool
    let timer: Task<Void, Never>

    func resume(_ value: Value?) {
      timer.cancel()
      continuation.resume(returning: value.map { .landed($0, isJoiner: isJoiner) } ?? .gaveUp(isJoiner: isJoiner))
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
    var waitersSeen: UInt64 = 0
    var isClosed = false

    mutating func left(_ waiter: Waiter) {
      waiters -= 1
      guard let count = waitersOfClient[waiter.client] else { return }
      waitersOfClient[waiter.client] = count > 1 ? count - 1 : nil
    }
  }

  private let state = Mutex(State())
  private let mostWaiters: Int

  init(mostWaiters: Int = .max) { self.mostWaiters = mostWaiters }

  /// Keys that are worked on now.
  var count: Int { state.withLock { $0.flights.count } }

  /// Requests that wait for them.
  var waiterCount: Int { state.withLock { $0.waiters } }

  /// Waits for the work of `key`, beginning it where nobody has. A client may take three times the places that are left, so that others always
  /// find one.
  func join(_ key: Key, within limit: Duration, for client: String = "", work: @escaping @Sendable () async -> Value) async -> Landing {
    let ticket = state.withLock { state in
      state.waitersSeen += 1
      return state.waitersSeen
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Landing, Never>) in
        // Beginning and waiting are one step: the work may be done before the next line runs.
        let refusal = state.withLock { state -> Landing? in
          guard !state.isClosed else { return .gaveUp(isJoiner: false) }
          let left = mostWaiters - state.waiters
          guard left > 0, state.waitersOfClient[client, default: 0] / 3 < left else { return .full }
          let isJoiner = !begin(key, work: work, in: &state)
          let timer = Task {
            try? await Task.sleep(for: limit)
            if !Task.isCancelled { self.giveUp(key, ticket) }
          }
          state.flights[key]?.waiters[ticket] = Waiter(continuation: continuation, client: client, isJoiner: isJoiner, timer: timer)
          state.waiters += 1
          state.waitersOfClient[client, default: 0] += 1
          return nil
        }
        if let refusal { return continuation.resume(returning: refusal) }
        // The handler below may have run before there was anything to give up.
        if Task.isCancelled { giveUp(key, ticket) }
      }
    } onCancel: {
      giveUp(key, ticket)
    }
  }

  /// Begins the work of `key` and waits for nothing. `false` when it is in flight already.
  @discardableResult
  func begin(_ key: Key, work: @escaping @Sendable () async -> Value) -> Bool {
    state.withLock { !$0.isClosed && begin(key, work: work, in: &$0) }
  }

  private func begin(_ key: Key, work: @escaping @Sendable () async -> Value, in state: inout State) -> Bool {
    guard state.flights[key] == nil else { return false }
    // The task cannot land before it is entered here: landing takes the lock that is held now.
    state.flights[key] = Flight(task: Task { self.land(key, with: await work()) })
    return true
  }

  /// Cancels all work and waits for its end; whoever waits for the work gets nothing. Nothing begins afterwards.
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

  private func land(_ key: Key, with value: Value) {
    let waiters = state.withLock { state in
      let waiters = state.flights.removeValue(forKey: key)?.waiters ?? [:]
      for waiter in waiters.values { state.left(waiter) }
      return waiters
    }
    for waiter in waiters.values { waiter.resume(value) }
  }

  private func giveUp(_ key: Key, _ ticket: UInt64) {
    let waiter = state.withLock { state in
      let waiter = state.flights[key]?.waiters.removeValue(forKey: ticket)
      if let waiter { state.left(waiter) }
      return waiter
    }
    waiter?.resume(nil)
  }
}
