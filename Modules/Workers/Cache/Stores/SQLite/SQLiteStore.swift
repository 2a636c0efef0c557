public import Contracts
public import Databases
import GRDB
public import Logging
import Models

/// A store in a SQLite file, which several workers on one machine may share. A damaged file is set aside and replaced by a new one.
public final class SQLiteStore: CacheStore {
  public static let name = "sqlite"
  public static let usageHint = "./FILE"

  private let database: SharedDatabase
  private let limits: StoreLimits
  private static let originFact = "origin"

  /// Accepts paths: arguments with a slash or the extension `.sqlite`. Any other word is more likely a typo than a file name.
  public static func accepts(_ argument: String) -> Bool { argument.contains("/") || argument.hasSuffix(".sqlite") }

  public static func open(_ argument: String, limits: StoreLimits, logger: Logger) throws(StorageError) -> SQLiteStore {
    try SQLiteStore(file: argument, limits: limits, logger: logger)
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
    let limits = limits
    return try await database.read { db in
      var table = SQLiteTable(db, limits: limits)
      return try table.entry(key, of: origin)
    }
  }

  public func lease(
    _ key: StoreKey, by holder: String, for attempt: FetchAttempt, now: WallTime, until: WallTime, isRetry: Bool
  ) async throws(StorageError) -> LeaseDecision {
    let limits = limits
    // Waiting workers poll. Readers do not block each other, so a poll writes only if the lease is likely to be granted.
    if isRetry {
      let decision = try await database.read { try $0.decision(on: key, by: holder, for: attempt, now: now, limits: limits) }
      guard decision == .granted else { return decision }
    }
    return try await database.write { db in
      let decision = try db.decision(on: key, by: holder, for: attempt, now: now, limits: limits)
      if decision == .granted { try db.put(Lease(holder: holder, since: now, until: until), for: key) }
      return decision
    }
  }

  public func renew(_ keys: [StoreKey], by holder: String, now: WallTime, until: WallTime) async throws(StorageError) {
    try await database.write { db in
      for key in keys {
        guard let lease = try db.lease(key), lease.holder == holder, lease.failure == nil else { continue }
        try db.put(Lease(holder: holder, since: now, until: until), for: key)
      }
    }
  }

  public func commit(
    _ key: StoreKey, by holder: String, with outcome: Commit, now: WallTime
  ) async throws(StorageError) -> CommitResult {
    let limits = limits
    return try await database.write { db in
      var result = CommitResult(usage: StoreUsage(entries: 0, bytes: 0))
      switch outcome {
      case .failure(let problem):
        if var lease = try db.lease(key), lease.holder == holder {
          lease.failure = Lease.Failure(problem: problem, at: now)
          try db.put(lease, for: key)
        }
      case .writes(let writes):
        try db.release(key, by: holder)
        var table = SQLiteTable(db, limits: limits)
        result.changes = try table.write(writes, now: now)
        result.evicted = try db.evict(to: limits, after: writes.count)
      }
      result.usage = try db.totals()
      return result
    }
  }

  public func pruneLeases(now: WallTime) async throws(StorageError) {
    try await database.write { try $0.deleteExpiredLeases(now: now) }
  }

  public func touch(_ keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) async throws(StorageError) {
    let names = keys.map(\.description)
    try await database.write { db in
      let statement = try db.cachedStatement(sql: "UPDATE entries SET used = ? WHERE origin = ? AND key = ?")
      for name in names { try statement.execute(arguments: [now.milliseconds, origin?.text ?? "", name]) }
    }
  }

  public func purge(_ scope: PurgeRequest.Scope, atMost limit: Int) async throws(StorageError) -> Int {
    let (condition, arguments): (String, StatementArguments) =
      switch scope {
      case .everything: ("TRUE", [])
      case .kind(let kind): ("kind = ?", [kind.text])
      case .record(let reference): ("kind = ? AND key = ?", [reference.kind.text, CacheKey.record(reference).description])
      }
    return try await database.write { db in
      try db.execute(
        sql: "DELETE FROM entries WHERE rowid IN (SELECT rowid FROM entries WHERE \(condition) LIMIT ?)",
        arguments: arguments + [limit])
      return db.changesCount
    }
  }

  public func scan(after position: Int64, repairs: Bool) async throws(StorageError) -> StoreScan {
    let (limits, openCount) = (limits, database.openCount)
    @Sendable func scan(_ db: Database) throws -> StoreScan {
      try SQLiteTable(db, limits: limits).scan(after: position, repairs: repairs)
    }
    let result = repairs ? try await database.write(scan) : try await database.read(scan)
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

extension Database {
  fileprivate func decision(
    on key: StoreKey, by holder: String, for attempt: FetchAttempt, now: WallTime, limits: StoreLimits
  ) throws -> LeaseDecision {
    var table = SQLiteTable(self, limits: limits)
    let stored = try table.entry(key.key, of: key.origin)
    return LeaseDecision(
      of: attempt, by: holder, stored: stored, lease: try lease(key), now: now, hasEnded: HolderProcess.hasEnded)
  }
}
