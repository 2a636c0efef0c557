import MessageBus
import Synchronization

/// Fetches for which no request waits: the revalidations of entries that are served stale.
///
/// Only a few run at once. The others wait in a queue in which clients take turns, so that a client that reads hundreds of stale entries
/// delays neither the revalidations nor the fetches of others. The queue is bounded in number and bytes; when it is full, a new
/// revalidation is dropped, and the next request for its entry tries again.
final class RevalidationQueue: Sendable {
  typealias Work = @Sendable () async -> Fetcher.Outcome

  /// Number of revalidations that run at once.
  static let concurrency = 16
  static let defaultLimits = StoreLimits(entries: 4_096, bytes: 16 << 20)
  /// Estimated size in bytes of a queued revalidation without its entry.
  private static let overhead = 512

  private final class Item: FairQueueItem {
    let key: StoreKey
    let flow: String
    let byteCount: Int
    let work: Work
    var isWaiting = true

    init(_ key: StoreKey, client: String, byteCount: Int, work: @escaping Work) {
      self.key = key
      flow = client
      self.byteCount = byteCount
      self.work = work
    }
  }

  private struct State {
    var queue = FairQueue<Item>()
    /// Keys that are queued or run.
    var keys: Set<StoreKey> = []
    var running = 0
  }

  private let state = Mutex(State())
  private let flights: SingleFlight<StoreKey, Fetcher.Outcome>
  private let limits: StoreLimits

  /// - Parameter flights: run the revalidations, so that requests for the same entry can join them.
  init(_ flights: SingleFlight<StoreKey, Fetcher.Outcome>, limits: StoreLimits = RevalidationQueue.defaultLimits) {
    self.flights = flights
    self.limits = limits
  }

  /// Number of queued revalidations.
  var waitingCount: Int { state.withLock { $0.queue.count } }

  /// Queues a revalidation of `entry`, unless one is queued or runs already. Returns at once.
  func add(_ key: StoreKey, _ entry: CacheEntry, for client: String, work: @escaping Work) {
    let size = entry.size + Self.overhead
    let isAdded = state.withLock { state in
      guard state.queue.hasRoom(for: client, bytes: size, limit: limits.entries, byteLimit: limits.bytes),
        state.keys.insert(key).inserted
      else { return false }
      state.queue.append(Item(key, client: client, byteCount: size, work: work))
      return true
    }
    if isAdded { startNext() }
  }

  private func startNext() {
    while let (key, work) = next() {
      let isStarted = flights.start(key) { [self] in
        let outcome = await work()
        end(key)
        startNext()
        return outcome
      }
      // A request fetches the entry already, or the service stops.
      if !isStarted { end(key) }
    }
  }

  /// Takes the next revalidation from the queue, if one more may run.
  private func next() -> (key: StoreKey, work: Work)? {
    state.withLock { state in
      guard state.running < Self.concurrency, let item = state.queue.popFirst() else { return nil }
      item.isWaiting = false
      state.running += 1
      return (item.key, item.work)
    }
  }

  private func end(_ key: StoreKey) {
    state.withLock { state in
      state.keys.remove(key)
      state.running -= 1
    }
  }
}
