import Cache
import Contracts
import Databases
import Logging
import MessageBus
import Synchronization
import TestSupport

/// A store in memory whose reads can be made to wait, and which counts some operations.
final class HeldStore: CacheStore {
  static let name = "held"
  static let usageHint = "held"

  private let store = SQLiteStore()
  /// Numbers of purges, of failures that were recorded, and of renewals.
  let counts = Mutex((purges: 0, failures: 0, renewals: 0))

  /// Holds reads.
  let gate = HoldingGate()
  /// Holds ``usage()``.
  let usageGate = HoldingGate()

  static func accepts(_ argument: String) -> Bool { argument == name }
  static func open(_ argument: String, limits: StoreLimits, timeout: Duration, logger: Logger) -> HeldStore { HeldStore() }

  func entries(for keys: [CacheKey], of origin: OriginIdentity?) async throws(StorageError) -> [CacheKey: CacheEntry] {
    await gate.pass()
    return try await store.entries(for: keys, of: origin)
  }

  var location: String { store.location }

  func lease(
    _ key: StoreKey, by holder: String, for attempt: FetchAttempt, now: WallTime, until: WallTime, isRetry: Bool
  ) async throws(StorageError) -> LeaseDecision {
    try await store.lease(key, by: holder, for: attempt, now: now, until: until, isRetry: isRetry)
  }

  func renew(_ keys: [StoreKey], by holder: String, now: WallTime, until: WallTime) async throws(StorageError) {
    try await store.renew(keys, by: holder, now: now, until: until)
    counts.withLock { $0.renewals += 1 }
  }

  func commit(_ key: StoreKey, by holder: String, with outcome: Commit, now: WallTime) async throws(StorageError) -> CommitResult {
    if case .failure = outcome { counts.withLock { $0.failures += 1 } }
    return try await store.commit(key, by: holder, with: outcome, now: now)
  }

  func maintain(used keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) async throws(StorageError) {
    try await store.maintain(used: keys, of: origin, now: now)
  }

  func purge(_ scope: PurgeRequest.Scope, atMost limit: Int) async throws(StorageError) -> Int {
    counts.withLock { $0.purges += 1 }
    return try await store.purge(scope, atMost: limit)
  }

  func scan(after position: Int64, repairs: Bool) async throws(StorageError) -> StoreScan {
    try await store.scan(after: position, repairs: repairs)
  }

  func lastOrigin() async throws(StorageError) -> OriginIdentity? { try await store.lastOrigin() }
  func setLastOrigin(_ origin: OriginIdentity) async throws(StorageError) { try await store.setLastOrigin(origin) }

  func usage() async throws(StorageError) -> StoreUsage {
    await usageGate.pass()
    return try await store.usage()
  }

  func close() async { await store.close() }
}
