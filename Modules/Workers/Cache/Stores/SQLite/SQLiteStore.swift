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
  private let logger: Logger
  private static let originFact = "origin"

  /// Accepts paths: arguments with a slash or the extension `.sqlite`. Any other word is more likely a typo than a file name.
  public static func accepts(_ argument: String) -> Bool { argument.contains("/") || argument.hasSuffix(".sqlite") }

  public static func open(_ argument: String, limits: StoreLimits, logger: Logger) throws(StorageError) -> SQLiteStore {
    try SQLiteStore(file: argument, limits: limits, logger: logger)
  }

  /// - Parameter lockTimeout: time that an operation waits for a lock held by another process, in seconds.
  public init(file path: String, limits: StoreLimits = .disk, lockTimeout: Double = 5, logger: Logger) throws(StorageError) {
    self.limits = limits
    self.logger = logger
    database = try SharedDatabase(
      DatabaseFile(
        path, format: .cache, advice: "choose another with --store FILE, or --store memory", journalSizeLimit: 16 << 20,
        lockTimeout: lockTimeout, logger: logger))
  }

  public var location: String { database.location }

  public func entry(for key: CacheKey, of origin: OriginIdentity?) async throws(StorageError) -> CacheEntry? {
    let limits = limits
    let (entry, damaged) = try await database.read { db in
      var table = SQLiteTable(db, limits: limits)
      return (try table.entry(key, of: origin), table.damaged)
    }
    if !damaged.isEmpty { try? await remove(damaged) }
    return entry
  }

  /// Removes rows that a reader found damaged, unless they have been rewritten since.
  private func remove(_ damaged: [StoreKey]) async throws(StorageError) {
    let limits = limits
    let removed = try await database.write { db in
      var table = SQLiteTable(db, limits: limits)
      for key in damaged { _ = try table.row(key.key, of: key.origin) }
      defer { try? table.removeDamaged() }
      return table.damaged
    }
    for key in removed {
      logger.warning("damaged cache entry removed", metadata: ["entry": "\(key)", "file": "\(location)"])
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
        try table.removeDamaged()
        result.evicted = try db.evict(to: limits)
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

  public func purge(_ scope: PurgeRequest.Scope) async throws(StorageError) -> Int {
    try await database.write { db in
      switch scope {
      case .everything: try db.execute(sql: "DELETE FROM entries")
      case .kind(let kind): try db.execute(sql: "DELETE FROM entries WHERE kind = ?", arguments: [kind.text])
      case .record(let reference):
        try db.execute(sql: "DELETE FROM entries WHERE key = ?", arguments: [CacheKey.record(reference).description])
      }
      return db.changesCount
    }
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

  /// Evicts the least recently used entries until the file is below its limits by a sixteenth, so that the next entries fit without another
  /// eviction. Returns the number of evicted entries.
  fileprivate func evict(to limits: StoreLimits) throws -> Int {
    func isFull(_ usage: StoreUsage) -> Bool {
      usage.entries > limits.entries || usage.bytes > limits.bytes || usage.entries < 0 || usage.bytes < 0
    }
    guard isFull(try totals()) else { return 0 }
    // Recount, because a damaged total or size would empty the file or let it grow without bound.
    try recount(maxEntrySize: limits.bytes)
    var usage = try totals()
    guard isFull(usage) else { return 0 }
    let goal = StoreUsage(entries: limits.entries - limits.entries / 16, bytes: limits.bytes - limits.bytes / 16)
    let select = try cachedStatement(sql: "SELECT rowid, size FROM entries ORDER BY used, rowid")
    let rows = try Row.fetchCursor(select)
    var rowids: [Int64] = []
    while usage.entries > goal.entries || usage.bytes > goal.bytes, let row = try rows.next() {
      guard let rowid = Int64.fromDatabaseValue(row[0]) else { continue }
      rowids.append(rowid)
      usage.entries -= 1
      usage.bytes -= Int.fromDatabaseValue(row[1]) ?? 0
    }
    let delete = try cachedStatement(sql: "DELETE FROM entries WHERE rowid = ?")
    for rowid in rowids { try delete.execute(arguments: [rowid]) }
    return rowids.count
  }
}
