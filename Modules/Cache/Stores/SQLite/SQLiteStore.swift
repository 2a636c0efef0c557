public import Contracts
import Databases
import GRDB
public import Logging
import Models

/// Keeps entries in a SQLite file, which several workers on one machine may share. A damaged file is set aside, and a new one takes its
/// place: nothing in a cache is worth refusing to start for.
public final class SQLiteStore: CacheStore {
  public static let name = "sqlite"
  public static let usage = "./FILE"

  private let database: SharedDatabase
  private let limits: StoreLimits

  /// A path: with a slash, or with the ending `.sqlite`. Any other word is more likely a slip of the pen than a file's name.
  public static func accepts(_ argument: String) -> Bool { argument.contains("/") || argument.hasSuffix(".sqlite") }

  public static func open(_ argument: String, limits: StoreLimits, logger: Logger) throws(CacheError) -> SQLiteStore {
    try SQLiteStore(file: argument, limits: limits, logger: logger)
  }

  public init(file path: String, limits: StoreLimits = .disk, logger: Logger) throws(CacheError) {
    self.limits = limits
    do {
      database = try SharedDatabase(
        DatabaseFile(
          path, format: .cache, advice: "choose another with --store FILE, or --store memory", journalLimit: 16 << 20, logger: logger))
    } catch {
      throw CacheError(error)
    }
  }

  public var location: String { database.location }

  public func entry(for key: CacheKey) async throws(CacheError) -> CacheEntry? {
    let name = key.description
    return try await read { try $0.entry(name) }
  }

  public func claim(
    _ key: CacheKey, by holder: String, for attempt: Attempt, now: WallTime, until: WallTime
  ) async throws(CacheError) -> Claim {
    let name = key.description
    // Whoever waits asks many times: readers never wait for one another, so only a claim that may succeed writes.
    let claim = try await read { Claim(of: attempt, stored: try $0.entry(name), holding: try $0.holding(name), now: now) }
    guard claim == .granted else { return claim }
    return try await write { db in
      let claim = Claim(of: attempt, stored: try db.entry(name), holding: try db.holding(name), now: now)
      if claim == .granted { try db.hold(name, by: holder, until: until) }
      return claim
    }
  }

  public func renew(claimsOf holder: String, until: WallTime) async throws(CacheError) {
    try await write { db in
      let statement = try db.cachedStatement(sql: "UPDATE claims SET until = ? WHERE holder = ? AND failed_at IS NULL")
      try statement.execute(arguments: [until.milliseconds, holder])
    }
  }

  public func settle(
    _ key: CacheKey, by holder: String, with outcome: Settlement, now: WallTime
  ) async throws(CacheError) -> Settled {
    let limits = limits
    return try await write { db in
      var settled = Settled(usage: StoreUsage(entries: 0, bytes: 0))
      switch outcome {
      case .failed(let problem): try db.leave(problem, at: key.description, by: holder, now: now)
      case .learnt(let deposits):
        try db.release(key.description, by: holder)
        for deposit in deposits {
          let (entry, isNews) = deposit.entry.replacing(try db.entry(deposit.key.description))
          try db.put(entry, for: deposit.key, used: now)
          settled.changes.append(.init(deposit.key, entry, isNews: isNews))
        }
        settled.evicted = try db.evict(to: limits)
        try db.forgetClaims(before: now - Holding.remembered)
      }
      settled.usage = try db.totals()
      return settled
    }
  }

  public func touch(_ keys: [CacheKey], now: WallTime) async throws(CacheError) {
    let names = keys.map(\.description)
    try await write { db in
      let statement = try db.cachedStatement(sql: "UPDATE entries SET used = ? WHERE key = ?")
      for name in names { try statement.execute(arguments: [now.milliseconds, name]) }
    }
  }

  public func purge(_ scope: PurgeRequest.Scope) async throws(CacheError) -> Int {
    try await write { db in
      switch scope {
      case .everything: try db.execute(sql: "DELETE FROM entries")
      case .kind(let kind): try db.execute(sql: "DELETE FROM entries WHERE kind = ?", arguments: [kind.text])
      case .record(let reference):
        try db.execute(sql: "DELETE FROM entries WHERE key = ?", arguments: [CacheKey.record(reference).description])
      }
      return db.changesCount
    }
  }

  public func usage() async throws(CacheError) -> StoreUsage { try await read { try $0.totals() } }

  public func close() async { await database.close() }

  private func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(CacheError) -> Value {
    do { return try await database.read(body) } catch { throw CacheError(error) }
  }

  private func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(CacheError) -> Value {
    do { return try await database.write(body) } catch { throw CacheError(error) }
  }
}

extension CacheError {
  fileprivate init(_ error: StorageError) {
    let code: Code =
      switch error.code {
      case .foreign: .foreign
      case .damaged: .damaged
      case .newer: .newer
      default: .unavailable
      }
    self.init(code, error.message, cause: error.cause)
  }
}

extension Database {
  /// Deletes what was not used for the longest time until the file is within its limits. Goes a little below them, so that the next
  /// few entries fit without another round.
  fileprivate func evict(to limits: StoreLimits) throws -> Int {
    var usage = try totals()
    guard usage.entries > limits.entries || usage.bytes > limits.bytes else { return 0 }
    let goal = StoreUsage(entries: limits.entries - limits.entries / 16, bytes: limits.bytes - limits.bytes / 16)
    let doomed = try cachedStatement(sql: "SELECT rowid, size FROM entries ORDER BY used, rowid")
    let rows = try Row.fetchCursor(doomed)
    var rowids: [Int64] = []
    while usage.entries > goal.entries || usage.bytes > goal.bytes, let row = try rows.next() {
      rowids.append(row[0])
      usage.entries -= 1
      usage.bytes -= row[1] as Int
    }
    let delete = try cachedStatement(sql: "DELETE FROM entries WHERE rowid = ?")
    for rowid in rowids { try delete.execute(arguments: [rowid]) }
    return rowids.count
  }

  fileprivate func forgetClaims(before time: WallTime) throws {
    try cachedStatement(sql: "DELETE FROM claims WHERE until < ?").execute(arguments: [time.milliseconds])
  }
}
