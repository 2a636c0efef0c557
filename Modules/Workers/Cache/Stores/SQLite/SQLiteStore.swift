public import Contracts
public import Databases
public import Logging
import Synchronization

/// A store in a SQLite file, which several workers on one machine may share, or in memory. A damaged file is set aside and replaced by a new one.
public final class SQLiteStore: CacheStore {
  public static let name = "sqlite"
  public static let usageHint = "'memory' or './FILE'"
  private static let memory = "memory"
  private static let originFact = "origin"

  /// The operations of one kind.
  private final class Operations: Sendable {
    /// The number of operations that have finished, and of those that missed their deadline and have not finished.
    let state = Mutex((finished: 0, overdue: 0))
  }

  private let database: SharedDatabase
  public let limits: StoreLimits
  private let timeout: Duration
  private let reads = Operations()
  private let writes = Operations()

  /// Accepts `memory` and paths: arguments with a slash or the extension `.sqlite`. Any other word is more likely a typo than a file name.
  public static func accepts(_ argument: String) -> Bool { argument == memory || argument.contains("/") || argument.hasSuffix(".sqlite") }

  public static func open(
    _ argument: String, limits: StoreLimits, timeout: Duration, logger: Logger
  ) throws(StorageError) -> SQLiteStore {
    guard argument != memory else { return SQLiteStore(inMemory: limits) }
    return try SQLiteStore(file: argument, limits: limits, timeout: timeout, logger: logger)
  }

  /// Creates a store in the memory of the process, for tests and for machines without a disk.
  public init(inMemory limits: StoreLimits = .memory) {
    self.limits = limits
    timeout = .seconds(3_600)
    database = SharedDatabase(inMemory: .cache)
  }

  /// - Parameters:
  ///   - timeout: the time allowed for an operation; see ``read(_:)``.
  ///   - lockTimeout: time that SQLite waits for a lock held by another process, in seconds.
  ///   - completeCheckLimit: size in bytes up to which the file is checked completely on opening. Each row of a larger file is checked when
  ///     it is read.
  public init(
    file path: String, limits: StoreLimits = .disk, timeout: Duration = .seconds(3_600), lockTimeout: Double = 5,
    completeCheckLimit: Int = 32 << 20, logger: Logger
  ) throws(StorageError) {
    self.limits = limits
    self.timeout = timeout
    var file = DatabaseFile(
      path, format: .cache, advice: "set HOLOCRON_CACHE_STORE or --store to another file, or to memory",
      journalSizeLimit: 16 << 20, lockTimeout: lockTimeout, logger: logger)
    file.removal = "move it away, which loses nothing but cached answers"
    file.completeCheckLimit = completeCheckLimit
    database = try SharedDatabase(file)
  }

  public var location: String { database.location }

  public func entry(for key: CacheKey, of origin: OriginIdentity?) async throws(StorageError) -> CacheEntry? {
    try await read { try $0.entry(key, of: origin) }
  }

  public func lease(
    _ key: StoreKey, by holder: String, for attempt: FetchAttempt, now: WallTime, until: WallTime, isRetry: Bool
  ) async throws(StorageError) -> LeaseDecision {
    // Readers do not block each other, as many workers that poll and write would.
    if isRetry {
      let decision = try await read { try $0.decision(on: key, by: holder, for: attempt, now: now) }
      guard decision == .granted else { return decision }
    }
    return try await write { try $0.lease(key, by: holder, for: attempt, now: now, until: until) }
  }

  public func renew(_ keys: [StoreKey], by holder: String, now: WallTime, until: WallTime) async throws(StorageError) {
    try await inBatches(keys) { tables, key in
      guard let lease = try tables.lease(key), lease.holder == holder, lease.failure == nil else { return }
      try tables.put(Lease(holder: holder, since: now, until: until), for: key)
    }
  }

  public func commit(
    _ key: StoreKey, by holder: String, with outcome: Commit, now: WallTime
  ) async throws(StorageError) -> CommitResult {
    try await write { try $0.commit(key, by: holder, with: outcome, now: now) }
  }

  public func maintain(used keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) async throws(StorageError) {
    try await inBatches(keys) { try $0.markUsed($1, of: origin, at: now) }
    try await write { try $0.deleteExpiredLeases(now: now) }
  }

  public func purge(_ scope: PurgeRequest.Scope, atMost limit: Int) async throws(StorageError) -> Int {
    try await write { try $0.purge(scope, atMost: limit) }
  }

  public func scan(after position: Int64, repairs: Bool) async throws(StorageError) -> StoreScan {
    let openCount = database.openCount
    let scan: @Sendable (SQLiteTables) throws -> StoreScan = { try $0.scan(after: position, repairs: repairs) }
    let result = repairs ? try await write(scan) : try await read(scan)
    guard database.openCount == openCount else {
      throw StorageError(.damaged, "the cache file was damaged or removed and has been replaced by a new one; see the log")
    }
    return result
  }

  public func lastOrigin() async throws(StorageError) -> OriginIdentity? {
    try await read { try $0.fact(Self.originFact).flatMap { OriginIdentity($0) } }
  }

  public func setLastOrigin(_ origin: OriginIdentity) async throws(StorageError) {
    try await write { try $0.put(fact: Self.originFact, origin.text) }
  }

  public func usage() async throws(StorageError) -> StoreUsage { try await read { try $0.totals() } }

  public func close() async { await database.close() }

  /// Performs an operation, which fails if no operation of its kind (read or write) has finished for the length of the timeout, so that a locked
  /// file or a hanging disk does not make requests miss their deadlines. It then goes on in the background, and until it has finished, others of
  /// its kind fail at once.
  private func read<Value: Sendable>(_ body: @escaping @Sendable (SQLiteTables) throws -> Value) async throws(StorageError) -> Value {
    try await perform(in: reads) { [database, limits] () throws(StorageError) in
      try await database.read { try body(SQLiteTables(database: $0, limits: limits)) }
    }
  }

  /// Performs an operation that writes; see ``read(_:)``.
  private func write<Value: Sendable>(_ body: @escaping @Sendable (SQLiteTables) throws -> Value) async throws(StorageError) -> Value {
    try await perform(in: writes) { [database, limits] () throws(StorageError) in
      try await database.write { try body(SQLiteTables(database: $0, limits: limits)) }
    }
  }

  /// Writes in transactions of a few hundredths of a second at most, so that other writers get a turn in between.
  private func inBatches<Element: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (SQLiteTables, Element) throws -> Void
  ) async throws(StorageError) {
    for first in stride(from: 0, to: elements.count, by: 500) {
      let batch = elements[first...].prefix(500)
      try await write { tables in for element in batch { try body(tables, element) } }
    }
  }

  private func perform<Value: Sendable>(
    in operations: Operations, _ body: @escaping @Sendable () async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let slow = StorageError(
      .slow, "the cache store did not respond within \(timeout): another program may have locked it, or its disk is slow")
    guard operations.state.withLock({ $0.overdue == 0 }) else { throw slow }
    let operation = Task {
      let result: Result<Value, StorageError>
      do throws(StorageError) { result = .success(try await body()) } catch { result = .failure(error) }
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
      return .failure(slow)
    }.value.get()
  }
}
