import Synchronization

/// Renews the leases of the fetches that are in flight, and of no others: what a fetch left behind runs out by itself. One task for all,
/// which ends when nothing is in flight.
final class LeaseKeeper: Sendable {
  /// Leases renewed in one transaction, so that others get a turn in between.
  private static let batch = 500

  private struct State {
    var schedule = LeaseSchedule()
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
  var term: Duration { max(lease, .milliseconds(state.withLock { $0.schedule.count })) }

  /// How often a fetch looks whether another worker has learnt what it waits for, where many wait.
  var pollInterval: Duration { .microseconds(250) * state.withLock { $0.waiting } }

  func beginWaiting() { state.withLock { $0.waiting += 1 } }
  func endWaiting() { state.withLock { $0.waiting -= 1 } }

  /// Renews the lease of `key`, which was asked for at `start` and granted for `term`, in good time.
  func add(_ key: StoreKey, grantedFor term: Duration, at start: ContinuousClock.Instant = .now) {
    state.withLock { state in
      state.schedule.add(key, grantedFor: term, at: start)
      if state.task == nil { state.task = Task { await self.renew() } }
    }
  }

  func remove(_ key: StoreKey) { state.withLock { $0.schedule.remove(key) } }

  private func renew() async {
    // No lease is shorter, so none runs out between two looks.
    while (try? await Task.sleep(for: lease / 3)) != nil, let keys = dueOrEnd() {
      for start in stride(from: 0, to: keys.count, by: Self.batch) {
        // The store may take its time: the term runs from before it was asked.
        let (now, asked, term) = (clock(), ContinuousClock.now, term)
        let batch = Array(keys[start..<min(start + Self.batch, keys.count)])
        try? await store.renew(batch, by: worker, now: now, until: now + term)
        state.withLock { $0.schedule.renewed(batch, for: term, at: asked) }
      }
    }
  }

  /// `nil` when nothing is in flight.
  private func dueOrEnd() -> [StoreKey]? {
    state.withLock { state in
      if state.schedule.count == 0 {
        state.task = nil
        return nil
      }
      return state.schedule.due(at: .now)
    }
  }
}
