import Databases
import Synchronization

/// Renews the leases of the fetches in flight, and of no others: a lease that a fetch left behind expires. Each lease is due after a third of
/// its term. One task renews all leases and ends when no fetch is in flight.
final class LeaseRenewer: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// Maximum number of leases renewed in one transaction, so that other writers get a turn in between.
  private static let batchSize = 500

  private struct State {
    /// The times at which the leases are due.
    var due: [StoreKey: Instant] = [:]
    /// Number of fetches that wait for another worker's lease.
    var waiting = 0
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let store: TimedStore
  private let worker: String
  private let minimumTerm: Duration
  private let clock: WallClock

  init(store: TimedStore, worker: String, minimumTerm: Duration, clock: @escaping WallClock) {
    self.store = store
    self.worker = worker
    self.minimumTerm = minimumTerm
    self.clock = clock
  }

  /// The term of a lease granted or renewed now. Grows by 1 ms per fetch in flight, so that 10,000 leases are not renewed three times a
  /// second.
  var term: Duration { max(minimumTerm, .milliseconds(state.withLock { $0.due.count })) }

  /// The minimum interval at which a waiting fetch polls the store. Grows with the number of waiting fetches.
  var pollInterval: Duration { .microseconds(250) * state.withLock { $0.waiting } }

  func beginWaiting() { state.withLock { $0.waiting += 1 } }
  func endWaiting() { state.withLock { $0.waiting -= 1 } }

  /// Keeps the lease of `key` renewed. The lease was requested at `start` and granted for `term`.
  func add(_ key: StoreKey, grantedFor term: Duration, at start: Instant = .now) {
    state.withLock { state in
      state.due[key] = start + term / 3
      if state.task == nil { state.task = Task { await self.renew() } }
    }
  }

  func remove(_ key: StoreKey) { state.withLock { _ = $0.due.removeValue(forKey: key) } }

  private func renew() async {
    // No term is shorter than the minimum, so no lease expires between two iterations.
    while (try? await Task.sleep(for: minimumTerm / 3)) != nil, let keys = dueKeys() {
      for first in stride(from: 0, to: keys.count, by: Self.batchSize) {
        // The store may be slow, so the term starts before the call.
        let (now, start, term) = (clock(), Instant.now, term)
        let batch = Array(keys[first...].prefix(Self.batchSize))
        try? await store.write { [worker] store throws(StorageError) in
          try await store.renew(batch, by: worker, now: now, until: now + term)
        }
        state.withLock { state in
          for key in batch where state.due[key] != nil { state.due[key] = start + term / 3 }
        }
      }
    }
  }

  /// Returns the keys due for renewal; `nil` if no fetch is in flight, which ends the task.
  private func dueKeys() -> [StoreKey]? {
    state.withLock { state in
      guard !state.due.isEmpty else {
        state.task = nil
        return nil
      }
      let now = Instant.now
      return state.due.filter { $0.value <= now }.map(\.key)
    }
  }
}
