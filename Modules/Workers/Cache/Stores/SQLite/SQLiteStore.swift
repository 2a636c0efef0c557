public import Contracts
public import Databases
public import Logging
import Models

/// A store in a SQLite file, which several workers on one machine may share, or in memory. A damaged file is set aside and replaced by a new one.
public final class SQLiteStore: CacheStore {
  public static let name = "sqlite"
  public static let usageHint = "'memory' or './FILE'"
  private static let memory = "memory"

  private let database: SharedDatabase
  public let limits: StoreLimits
  private static let originFact = "origin"

  /// Accepts `memory` and paths: arguments with a slash or the extension `.sqlite`. Any other word is more likely a typo than a file name.
  public static func accepts(_ argument: String) -> Bool { argument == memory || argument.contains("/") || argument.hasSuffix(".sqlite") }

  public static func open(_ argument: String, limits: StoreLimits, logger: Logger) throws(StorageError) -> SQLiteStore {
    argument == memory ? SQLiteStore(inMemory: limits) : try SQLiteStore(file: argument, limits: limits, logger: logger)
  }

  /// Creates a store in the memory of the process, for tests and for machines without a disk.
  public init(inMemory limits: StoreLimits = .memory) {
    self.limits = limits
    database = SharedDatabase(inMemory: .cache)
  }

  /// - Parameters:
  ///   - lockTimeout: time that an operation waits for a lock held by another process, in seconds.
  ///   - completeCheckLimit: size in bytes up to which the file is checked completely on opening. Each row of a larger file is checked when
  ///     it is read.
  public init(
    file path: String, limits: StoreLimits = .disk, lockTimeout: Double = 5, completeCheckLimit: Int = 32 << 20, logger: Logger
  ) throws(StorageError) {
    self.limits = limits
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
    // Waiting workers poll. Readers do not block each other, so a poll writes only if the lease is likely to be granted.
    if isRetry {
      let decision = try await read { try $0.decision(on: key, by: holder, for: attempt, now: now) }
      guard decision == .granted else { return decision }
    }
    return try await write { try $0.lease(key, by: holder, for: attempt, now: now, until: until) }
  }

  public func renew(_ keys: [StoreKey], by holder: String, now: WallTime, until: WallTime) async throws(StorageError) {
    try await write { try $0.renew(keys, by: holder, now: now, until: until) }
  }

  public func commit(
    _ key: StoreKey, by holder: String, with outcome: Commit, now: WallTime
  ) async throws(StorageError) -> CommitResult {
    try await write { try $0.commit(key, by: holder, with: outcome, now: now) }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteTable) throws -> Value
  ) async throws(StorageError) -> Value {
    try await database.read { [limits] db in
      try body(SQLiteTable(database: db, limits: limits))
    }
  }

  private func write<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteTable) throws -> Value
  ) async throws(StorageError) -> Value {
    try await database.write { [limits] db in
      try body(SQLiteTable(database: db, limits: limits))
    }
  }

  public func maintain(used keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) async throws(StorageError) {
    let names = keys.map(\.description)
    try await database.write { db in
      for name in names {
        try db.execute("UPDATE entries SET used = ? WHERE origin = ? AND key = ?", [now.milliseconds, origin?.text ?? "", name])
      }
      try db.deleteExpiredLeases(now: now)
    }
  }

  public func purge(_ scope: PurgeRequest.Scope, atMost limit: Int) async throws(StorageError) -> Int {
    let (condition, arguments): (String, [any DatabaseValue]) =
      switch scope {
      case .everything: ("TRUE", [])
      case .kind(let kind): ("kind = ?", [kind.text])
      case .record(let reference): ("kind = ? AND key = ?", [reference.kind.text, CacheKey.record(reference).description])
      }
    return try await database.write { db in
      try db.execute("DELETE FROM entries WHERE rowid IN (SELECT rowid FROM entries WHERE \(condition) LIMIT ?)", arguments + [limit])
      return db.changes
    }
  }

  public func scan(after position: Int64, repairs: Bool) async throws(StorageError) -> StoreScan {
    let openCount = database.openCount
    let scan: @Sendable (SQLiteTable) throws -> StoreScan = { try $0.scan(after: position, repairs: repairs) }
    let result = repairs ? try await write(scan) : try await read(scan)
    guard database.openCount == openCount else {
      throw StorageError(.damaged, "the cache file was damaged or removed and has been replaced by a new one; see the log")
    }
    return result
  }

  public func lastOrigin() async throws(StorageError) -> OriginIdentity? {
    try await database.read { try $0.fact(Self.originFact).flatMap { OriginIdentity($0) } }
  }

  public func setLastOrigin(_ origin: OriginIdentity) async throws(StorageError) {
    try await database.write { try $0.put(fact: Self.originFact, origin.text) }
  }

  public func usage() async throws(StorageError) -> StoreUsage { try await database.read { try $0.totals() } }

  public func close() async { await database.close() }
}
