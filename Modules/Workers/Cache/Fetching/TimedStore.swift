import Contracts
import Databases
import Logging
import Synchronization

/// A store with a timeout for every operation, so that a locked file or a hanging disk does not make requests miss their deadlines.
///
/// An operation fails if it takes longer than the timeout while no other operation of its kind (read or write) finishes. It continues in
/// the background, and until it has finished, other operations of that kind fail at once; the cache then answers from memory and from the
/// origin. An operation also fails if it takes four timeouts while others finish; this does not affect other operations.
final class TimedStore: Sendable {
  let store: any CacheStore
  private let timeout: Duration
  private let logger: Logger
  private let reads = StallDetector()
  private let writes = StallDetector()
  /// Maximum number of entries that one operation removes or marks as used, which takes a few hundredths of a second.
  static let batchSize = 1_000
  /// Maximum number of failures recorded in the store between two calls of ``maintain(used:of:now:)``. The leases of further failures are
  /// only released: waiting workers then ask the origin themselves. Failures are kept for a minute, however many keys fail.
  static let failureLimit = 4_096
  private let recentFailures = Mutex(0)
  /// The time of the last log message.
  private let lastLoggedAt = Mutex<ContinuousClock.Instant?>(nil)
  private static let logInterval: Duration = .seconds(10)

  init(_ store: any CacheStore, timeout: Duration, logger: Logger) {
    self.store = store
    self.timeout = timeout
    self.logger = logger
  }

  /// Logs a failed operation, at most once per ``logInterval``, because every request may fail while the store is unavailable.
  func logFailure(_ error: StorageError, about key: CacheKey) {
    // Operations cancelled because the service stops are not failures of the store.
    guard !Task.isCancelled else { return }
    let isDue = lastLoggedAt.withLock { last in
      let now = ContinuousClock.now
      guard last.map({ $0 + Self.logInterval <= now }) ?? true else { return false }
      last = now
      return true
    }
    guard isDue else { return }
    logger.error("cache store failed; continuing without it", metadata: ["key": "\(key)", "reason": "\(error.message)"])
  }

  func entry(for key: CacheKey, of origin: OriginIdentity?) async throws(StorageError) -> CacheEntry? {
    try await withTimeout(reads) { [store] () async throws(StorageError) in try await store.entry(for: key, of: origin) }
  }

  func lease(
    _ key: StoreKey, by holder: String, for attempt: FetchAttempt, now: WallTime, until: WallTime, isRetry: Bool
  ) async throws(StorageError) -> LeaseDecision {
    try await withTimeout(writes) { [store] () async throws(StorageError) in
      try await store.lease(key, by: holder, for: attempt, now: now, until: until, isRetry: isRetry)
    }
  }

  func renew(_ keys: [StoreKey], by holder: String, now: WallTime, until: WallTime) async throws(StorageError) {
    try await withTimeout(writes) { [store] () async throws(StorageError) in
      try await store.renew(keys, by: holder, now: now, until: until)
    }
  }

  func commit(_ key: StoreKey, by holder: String, with outcome: Commit, now: WallTime) async throws(StorageError) -> CommitResult {
    var outcome = outcome
    if case .failure = outcome, !mayRecordFailure() { outcome = .writes([]) }
    let commit = outcome
    return try await withTimeout(writes) { [store] () async throws(StorageError) in
      try await store.commit(key, by: holder, with: commit, now: now)
    }
  }

  private func mayRecordFailure() -> Bool {
    recentFailures.withLock { count in
      count += 1
      return count <= Self.failureLimit
    }
  }

  /// Removes all entries in `scope`, some at a time. Returns the number of entries removed.
  func purge(_ scope: PurgeRequest.Scope) async throws(StorageError) -> Int {
    let limit = Self.batchSize
    var (count, removed) = (0, limit)
    while removed == limit {
      removed = try await withTimeout(writes) { [store] () async throws(StorageError) in try await store.purge(scope, atMost: limit) }
      count += removed
    }
    return count
  }

  func scan(after position: Int64, repairs: Bool) async throws(StorageError) -> StoreScan {
    try await withTimeout(repairs ? writes : reads) { [store] () async throws(StorageError) in
      try await store.scan(after: position, repairs: repairs)
    }
  }

  func usage() async throws(StorageError) -> StoreUsage {
    try await withTimeout(reads) { [store] () async throws(StorageError) in try await store.usage() }
  }

  func lastOrigin() async throws(StorageError) -> OriginIdentity? {
    try await withTimeout(reads) { [store] () async throws(StorageError) in try await store.lastOrigin() }
  }

  func setLastOrigin(_ origin: OriginIdentity) async throws(StorageError) {
    try await withTimeout(writes) { [store] () async throws(StorageError) in try await store.setLastOrigin(origin) }
  }

  /// Writes usage times, some at a time, deletes expired leases and returns the usage of the store.
  func maintain(used keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) async throws(StorageError) -> StoreUsage {
    for first in stride(from: 0, to: keys.count, by: Self.batchSize) {
      let batch = Array(keys[first..<min(first + Self.batchSize, keys.count)])
      try await withTimeout(writes) { [store] () async throws(StorageError) in try await store.touch(batch, of: origin, now: now) }
    }
    recentFailures.withLock { $0 = 0 }
    return try await withTimeout(writes) { [store] () async throws(StorageError) in
      try await store.pruneLeases(now: now)
      return try await store.usage()
    }
  }

  private func withTimeout<Value: Sendable>(
    _ detector: StallDetector, _ body: @escaping @Sendable () async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    guard !detector.isStalled else { throw .slow(timeout) }
    let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
      let (result, number) = (FirstResult(continuation), detector.start())
      let timer = Task { [timeout] in
        var (sample, start) = (detector.sample(), ContinuousClock.now)
        while (try? await Task.sleep(for: timeout)) != nil {
          // A process that got no processor time did not give the store its time either.
          let isLate = start.duration(to: .now) > timeout * 2
          start = .now
          switch detector.check(&sample, isLate: isLate) {
          case .progressing: continue
          case .stalled: return result.resume(with: .failure(.slow(timeout))) { detector.abandon(number) }
          case .overdue: return result.resume(with: .failure(.busy(timeout * StallDetector.sampleLimit))) {}
          }
        }
      }
      Task {
        let value: Result<Value, StorageError>
        do throws(StorageError) { value = .success(try await body()) } catch { value = .failure(error) }
        result.resume(with: value) {}
        detector.finish(number)
        timer.cancel()
      }
    }
    return try result.get()
  }
}

/// A continuation that two tasks may resume; only the first call has an effect.
private final class FirstResult<Value: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Value, Never>?>

  init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = Mutex(continuation) }

  /// Resumes with `value` unless the continuation has been resumed. If this call is the first, `onFirst` runs before the other task can
  /// resume.
  func resume(with value: Value, onFirst: () -> Void) {
    let unused = continuation.withLock { continuation in
      if continuation != nil { onFirst() }
      return continuation.take()
    }
    unused?.resume(returning: value)
  }
}

extension StorageError {
  fileprivate static func busy(_ waited: Duration) -> StorageError {
    StorageError(.slow, "the cache store is busy: an operation timed out after \(waited)")
  }

  fileprivate static func slow(_ timeout: Duration) -> StorageError {
    StorageError(.slow, "the cache store did not respond within \(timeout): another program may have locked it, or its disk is slow")
  }
}
