import Contracts
import Databases
import Logging
import Synchronization

/// A store with one deadline for each operation, so that a locked file or a hanging disk does not make requests miss their deadlines.
///
/// An operation fails if nothing of its kind (read or write) has finished for the length of the timeout. It goes on in the background, and
/// until it has finished, others of its kind fail at once; the cache then answers from memory and from the origin.
final class TimedStore: Sendable {
  /// The operations of one kind.
  private final class Operations: Sendable {
    /// The number of operations that have finished, and of those that missed their deadline and have not finished.
    let state = Mutex((finished: 0, overdue: 0))
  }

  /// Maximum number of entries that one operation removes or marks as used, which takes a few hundredths of a second.
  static let batchSize = 1_000
  /// Maximum number of failures recorded in the store between two calls of ``maintain(used:of:now:)``. The leases of further failures are
  /// only released: waiting workers then ask the origin themselves. Failures are kept for a minute, however many keys fail.
  static let failureLimit = 4_096
  /// The minimum interval of log messages.
  private static let logInterval: Duration = .seconds(10)

  let store: any CacheStore
  private let timeout: Duration
  private let logger: Logger
  private let reads = Operations()
  private let writes = Operations()
  private let recentFailures = Mutex(0)
  private let lastLoggedAt = Mutex<ContinuousClock.Instant?>(nil)

  init(_ store: any CacheStore, timeout: Duration, logger: Logger) {
    self.store = store
    self.timeout = timeout
    self.logger = logger
  }

  typealias Body<Value> = @Sendable (any CacheStore) async throws(StorageError) -> Value

  func read<Value: Sendable>(_ body: @escaping Body<Value>) async throws(StorageError) -> Value { try await perform(body, in: reads) }

  func write<Value: Sendable>(_ body: @escaping Body<Value>) async throws(StorageError) -> Value { try await perform(body, in: writes) }

  private func perform<Value: Sendable>(_ body: @escaping Body<Value>, in operations: Operations) async throws(StorageError) -> Value {
    guard operations.state.withLock({ $0.overdue == 0 }) else { throw .slow(timeout) }
    let operation = Task { [store] in
      let result: Result<Value, StorageError>
      do throws(StorageError) { result = .success(try await body(store)) } catch { result = .failure(error) }
      operations.state.withLock { $0.finished += 1 }
      return result
    }
    // In a task of its own: a caller that is cancelled waits, too, because it has to release its lease.
    return try await Task { [timeout] () -> Result<Value, StorageError> in
      var finished: Int
      repeat {
        finished = operations.state.withLock { $0.finished }
        if let result = await operation.value(within: timeout) { return result }
      } while operations.state.withLock({ $0.finished }) != finished
      operations.state.withLock { $0.overdue += 1 }
      Task {
        _ = await operation.value
        operations.state.withLock { $0.overdue -= 1 }
      }
      return .failure(.slow(timeout))
    }.value.get()
  }

  func commit(_ key: StoreKey, by holder: String, with outcome: Commit, now: WallTime) async throws(StorageError) -> CommitResult {
    var outcome = outcome
    if case .failure = outcome {
      let isKept = recentFailures.withLock { count in
        count += 1
        return count <= Self.failureLimit
      }
      if !isKept { outcome = .writes([]) }
    }
    return try await write { [outcome] store throws(StorageError) in try await store.commit(key, by: holder, with: outcome, now: now) }
  }

  /// Removes all entries in `scope`, some at a time. Returns the number of entries removed.
  func purge(_ scope: PurgeRequest.Scope) async throws(StorageError) -> Int {
    var (count, removed) = (0, Self.batchSize)
    while removed == Self.batchSize {
      removed = try await write { store throws(StorageError) in try await store.purge(scope, atMost: Self.batchSize) }
      count += removed
    }
    return count
  }

  /// Writes usage times, some at a time, deletes expired leases and returns the usage of the store.
  func maintain(used keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) async throws(StorageError) -> StoreUsage {
    for first in stride(from: 0, to: max(1, keys.count), by: Self.batchSize) {
      let batch = Array(keys[first...].prefix(Self.batchSize))
      try await write { store throws(StorageError) in try await store.maintain(used: batch, of: origin, now: now) }
    }
    recentFailures.withLock { $0 = 0 }
    return try await read { store throws(StorageError) in try await store.usage() }
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
}

extension StorageError {
  fileprivate static func slow(_ timeout: Duration) -> StorageError {
    StorageError(.slow, "the cache store did not respond within \(timeout): another program may have locked it, or its disk is slow")
  }
}
