import Synchronization

/// Renews the leases of the fetches that are in flight, and of no others: what a fetch left behind runs out by itself. One task for all,
/// which ends when nothing is in flight.
final class LeaseKeeper: Sendable {
  /// Leases renewed in one transaction, so that others get a turn in between.
  private static let batch = 500

  private struct State {
    /// Counted: a fetch that began anew for another origin may overlap with its own end.
    var keys: [StoreKey: Int] = [:]
    /// Fetches that wait for another worker's.
    var waiting = 0
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let store: StoreAccess
  private let worker: String
  private let lease: Duration
  private let clock: WallClock

  init(store: StoreAccess, worker: String, lease: Duration, clock: @escaping WallClock) {
    self.store = store
    self.worker = worker
    self.lease = lease
    self.clock = clock
  }

  /// How long a lease runs that is granted or renewed now. Grows with the number in flight, so that ten thousand of them are not renewed
  /// three times a second.
  var term: Duration { max(lease, .milliseconds(state.withLock { $0.keys.count })) }

  /// How often a fetch looks whether another worker has learnt what it waits for, where many wait.
  var pollInterval: Duration { .microseconds(250) * state.withLock { $0.waiting } }

  func beginWaiting() { state.withLock { $0.waiting += 1 } }
  func endWaiting() { state.withLock { $0.waiting -= 1 } }

  func add(_ key: StoreKey) {
    state.withLock { state in
      state.keys[key, default: 0] += 1
      if state.task == nil { state.task = Task { await self.renew() } }
    }
  }

  func remove(_ key: StoreKey) {
    state.withLock { state in
      guard let count = state.keys[key] else { return }
      state.keys[key] = count > 1 ? count - 1 : nil
    }
  }

  private func renew() async {
    while (try? await Task.sleep(for: term / 3)) != nil, case let keys = keysOrEnd(), !keys.isEmpty {
      for start in stride(from: 0, to: keys.count, by: Self.batch) {
        let (now, batch) = (clock(), Array(keys[start..<min(start + Self.batch, keys.count)]))
        try? await store.renew(batch, by: worker, now: now, until: now + term)
      }
    }
  }

  private func keysOrEnd() -> [StoreKey] {
    state.withLock { state in
      if state.keys.isEmpty { state.task = nil }
      return Array(state.keys.keys)
    }
  }
}
