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

  private let database: SharedDatabase
  public let limits: StoreLimits
  private let reads, writes: StoreOperations

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
    (reads, writes) = (StoreOperations(timeout: nil), StoreOperations(timeout: nil))
    database = SharedDatabase(inMemory: .cache)
  }

  /// - Parameters:
  ///   - timeout: the time after which operations fail if none of their kind (read or write) has finished meanwhile.
  ///   - lockTimeout: time that SQLite waits for a lock held by another process, in seconds.
  ///   - completeCheckLimit: size in bytes up to which the file is checked completely on opening. Each row of a larger file is checked when
  ///     it is read.
  public init(
    file path: String, limits: StoreLimits = .disk, timeout: Duration? = nil, lockTimeout: Double = 5,
    completeCheckLimit: Int = 32 << 20, logger: Logger
  ) throws(StorageError) {
    self.limits = limits
    (reads, writes) = (StoreOperations(timeout: timeout), StoreOperations(timeout: timeout))
    var file = DatabaseFile(
      path, format: .cache, advice: "set HOLOCRON_CACHE_STORE or --store to another file, or to memory",
      lockTimeout: lockTimeout, logger: logger)
    file.removal = "move it away, which loses nothing but cached answers"
    file.completeCheckLimit = completeCheckLimit
    database = try SharedDatabase(file)
  }

  public var location: String { database.location }

  public func entries(for keys: [CacheKey], of origin: OriginIdentity?) async throws(StorageError) -> [CacheKey: CacheEntry] {
    try await read { tables in try keys.reduce(into: [:]) { $0[$1] = try tables.entry($1, of: origin) } }
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

  private func read<Value: Sendable>(_ body: @escaping @Sendable (SQLiteTables) throws -> Value) async throws(StorageError) -> Value {
    try await reads.perform { [database, limits] () throws(StorageError) in
      try await database.read { try body(SQLiteTables(database: $0, limits: limits)) }
    }
  }

  private func write<Value: Sendable>(_ body: @escaping @Sendable (SQLiteTables) throws -> Value) async throws(StorageError) -> Value {
    try await writes.perform { [database, limits] () throws(StorageError) in
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
}

/// The operations of a store of one kind, reads or writes. All fail if none has finished for the length of the timeout, so that a locked file or a
/// hanging disk does not make requests miss their deadlines. They then go on in the background, and until they have finished, others fail at once.
private final class StoreOperations: Sendable {
  private struct State {
    /// Answers the callers of operations in progress with the error.
    var pending: [Int: @Sendable () -> Void] = [:]
    var count = 0
    /// The number of operations that go on in the background.
    var overdue = 0
    var lastProgress = ContinuousClock.now
    var isWatched = false
  }

  private let state = Mutex(State())
  private let timeout: Duration?

  init(timeout: Duration?) { self.timeout = timeout }

  private var error: StorageError {
    StorageError(
      .slow,
      "the cache store did not respond within \(timeout ?? .zero): another program may have locked it, or its disk is slow")
  }

  /// Goes on if the caller is cancelled, which has to release its lease.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
      let fail: @Sendable () -> Void = { continuation.resume(returning: .failure(self.error)) }
      guard let id = begin(fail) else { return fail() }
      // Begins on this thread, up to the wait for the database.
      Task.immediate {
        let result: Result<Value, StorageError>
        do throws(StorageError) { result = .success(try await body()) } catch { result = .failure(error) }
        if finish(id) { continuation.resume(returning: result) }
      }
    }
    return try result.get()
  }

  /// Returns `nil` while others are overdue.
  private func begin(_ fail: @escaping @Sendable () -> Void) -> Int? {
    let (id, isWatched) = state.withLock { state -> (Int?, Bool) in
      guard state.overdue == 0 else { return (nil, true) }
      if state.pending.isEmpty { state.lastProgress = .now }
      state.count += 1
      state.pending[state.count] = fail
      defer { state.isWatched = true }
      return (state.count, state.isWatched)
    }
    if !isWatched, let timeout { Task { await watch(timeout) } }
    return id
  }

  /// Returns whether the caller waits for the result.
  private func finish(_ id: Int) -> Bool {
    state.withLock { state in
      state.lastProgress = .now
      let isPending = state.pending.removeValue(forKey: id) != nil
      if !isPending { state.overdue -= 1 }
      return isPending
    }
  }

  /// One timer for all operations, until there are none.
  private func watch(_ timeout: Duration) async {
    while true {
      let (due, failed) = state.withLock { state -> (ContinuousClock.Instant?, [@Sendable () -> Void]) in
        let due = state.lastProgress + timeout
        if !state.pending.isEmpty, due > .now { return (due, []) }
        let failed = Array(state.pending.values)
        (state.overdue, state.pending, state.isWatched) = (state.overdue + failed.count, [:], false)
        return (nil, failed)
      }
      for fail in failed { fail() }
      guard let due else { return }
      try? await Task.sleep(until: due)
    }
  }
}
