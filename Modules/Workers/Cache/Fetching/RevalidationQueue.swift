import Synchronization

/// Fetches for which no request waits: the revalidations of entries that are served stale.
///
/// Only a few run at once, so that a client that reads hundreds of stale entries does not delay fetches for which somebody waits. The others
/// wait in a bounded queue; when it is full, a new revalidation is dropped, and the next request for its entry tries again.
final class RevalidationQueue: Sendable {
  typealias Work = @Sendable (StoreKey, _ client: String) async -> Fetcher.Outcome

  /// Number of revalidations that run at once.
  static let concurrency = 16

  private struct State {
    var queue: ArraySlice<(key: StoreKey, client: String)> = []
    /// Keys that are queued or run.
    var keys: Set<StoreKey> = []
    var running = 0
  }

  private let state = Mutex(State())
  private let flights: SingleFlight<Flight, Fetcher.Outcome>
  private let limit: Int
  private let work: Work

  /// - Parameters:
  ///   - flights: run the revalidations, so that requests for the same entry can join them.
  ///   - limit: the maximum number of queued revalidations.
  init(_ flights: SingleFlight<Flight, Fetcher.Outcome>, limit: Int = 4_096, work: @escaping Work) {
    self.flights = flights
    self.limit = limit
    self.work = work
  }

  /// Number of queued revalidations.
  var waitingCount: Int { state.withLock { $0.queue.count } }

  /// Queues a revalidation on behalf of `client`, unless one is queued or runs already. Returns at once.
  func add(_ key: StoreKey, for client: String) {
    state.withLock { state in
      guard state.queue.count < limit, state.keys.insert(key).inserted else { return }
      state.queue.append((key, client))
    }
    startNext()
  }

  /// Starts the next revalidations, as many as may run.
  private func startNext() {
    while let (key, client) = next() {
      let isStarted = flights.start(Flight(key)) { [self] in
        let outcome = await work(key, client)
        end(key)
        startNext()
        return outcome
      }
      // A request fetches the entry already.
      if !isStarted { end(key) }
    }
  }

  private func next() -> (key: StoreKey, client: String)? {
    state.withLock { state in
      guard state.running < Self.concurrency, let next = state.queue.popFirst() else { return nil }
      state.running += 1
      return next
    }
  }

  private func end(_ key: StoreKey) {
    state.withLock { state in
      state.keys.remove(key)
      state.running -= 1
    }
  }
}
