import Cache
import Contracts
import Databases
import Logging
import MessageBus
import Synchronization

/// A store in memory whose reads can be made to wait.
final class HeldStore: CacheStore {
  static let name = "held"
  static let usageHint = "held"

  private struct State {
    var readCount = 0
    var isHeld = false
    var held: [CheckedContinuation<Void, Never>] = []
  }

  private let store = MemoryStore()
  private let state = Mutex(State())

  static func accepts(_ argument: String) -> Bool { argument == name }
  static func open(_ argument: String, limits: StoreLimits, logger: Logger) -> HeldStore { HeldStore() }

  /// Number of reads so far.
  var readCount: Int { state.withLock { $0.readCount } }

  /// Number of reads that wait for ``release()``.
  var heldCount: Int { state.withLock { $0.held.count } }

  /// Holds all reads until ``release()``.
  func hold() { state.withLock { $0.isHeld = true } }

  func release() {
    let held = state.withLock { state in
      state.isHeld = false
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  func entry(for key: CacheKey, of origin: OriginIdentity?) async throws(StorageError) -> CacheEntry? {
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        state.readCount += 1
        if state.isHeld { state.held.append(continuation) }
        return state.isHeld
      }
      if !isHeld { continuation.resume() }
    }
    return try store.entry(for: key, of: origin)
  }

  var location: String { store.location }

  func lease(
    _ key: StoreKey, by holder: String, for attempt: FetchAttempt, now: WallTime, until: WallTime, isRetry: Bool
  ) throws(StorageError) -> LeaseDecision {
    try store.lease(key, by: holder, for: attempt, now: now, until: until, isRetry: isRetry)
  }

  func renew(_ keys: [StoreKey], by holder: String, now: WallTime, until: WallTime) {
    store.renew(keys, by: holder, now: now, until: until)
  }

  func commit(_ key: StoreKey, by holder: String, with outcome: Commit, now: WallTime) throws(StorageError) -> CommitResult {
    try store.commit(key, by: holder, with: outcome, now: now)
  }

  func pruneLeases(now: WallTime) { store.pruneLeases(now: now) }
  func touch(_ keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) { store.touch(keys, of: origin, now: now) }
  func purge(_ scope: PurgeRequest.Scope) -> Int { store.purge(scope) }
  func lastOrigin() -> OriginIdentity? { store.lastOrigin() }
  func setLastOrigin(_ origin: OriginIdentity) { store.setLastOrigin(origin) }
  func usage() -> StoreUsage { store.usage() }
  func close() { store.close() }
}
