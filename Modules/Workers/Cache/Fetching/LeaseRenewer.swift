import Databases
import Synchronization

/// Renews the leases of the fetches in flight three times per term, and no others: a lease that a fetch left behind expires. One task renews all
/// leases and ends when no fetch is in flight.
final class LeaseRenewer: Sendable {
  /// Maximum number of leases renewed in one transaction, so that other writers get a turn in between.
  private static let batchSize = 500

  private struct State {
    var keys: Set<StoreKey> = []
    var task: Task<Void, Never>?
  }

  /// The time for which leases are granted.
  let term: Duration
  /// Number of fetches that wait for another worker's lease.
  let waiting = Atomic(0)
  private let state = Mutex(State())
  private let store: TimedStore
  private let worker: String
  private let clock: WallClock

  init(store: TimedStore, worker: String, term: Duration, clock: @escaping WallClock) {
    self.store = store
    self.worker = worker
    self.term = term
    self.clock = clock
  }

  /// Keeps the lease of `key` renewed.
  func add(_ key: StoreKey) {
    state.withLock { state in
      state.keys.insert(key)
      if state.task == nil { state.task = Task { await self.renew() } }
    }
  }

  func remove(_ key: StoreKey) { state.withLock { _ = $0.keys.remove(key) } }

  private func renew() async {
    while (try? await Task.sleep(for: term / 3)) != nil, let keys = keysInFlight() {
      for first in stride(from: 0, to: keys.count, by: Self.batchSize) {
        let (now, term, batch) = (clock(), term, Array(keys[first...].prefix(Self.batchSize)))
        try? await store.write { [worker] store throws(StorageError) in
          try await store.renew(batch, by: worker, now: now, until: now + term)
        }
      }
    }
  }

  /// Returns `nil` if no fetch is in flight, which ends the task.
  private func keysInFlight() -> [StoreKey]? {
    state.withLock { state in
      if state.keys.isEmpty { state.task = nil }
      return state.keys.isEmpty ? nil : Array(state.keys)
    }
  }
}
