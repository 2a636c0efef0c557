import FoundationEssentials
import GRDB
import MessageBus
import Models
import OrderedJSON

/// Entries and claims as rows. Every statement is prepared once a connection.
extension Database {
  func entry(_ key: String) throws -> CacheEntry? {
    let statement = try cachedStatement(
      sql: """
        SELECT status, tag, location, vouched, fresh_until, served_stale_until, kept_for_errors_until, body FROM entries WHERE key = ?
        """)
    return try Row.fetchOne(statement, arguments: [key]).map { row in
      CacheEntry(
        status: row[0], body: try row.withUnsafeData(atIndex: 7) { $0.map { Array($0) } ?? [] }, entityTag: row[1], location: row[2],
        freshness: Freshness(
          vouched: WallTime(milliseconds: row[3]), freshUntil: WallTime(milliseconds: row[4]),
          servedStaleUntil: WallTime(milliseconds: row[5]), keptForErrorsUntil: WallTime(milliseconds: row[6])))
    }
  }

  func put(_ entry: CacheEntry, for key: CacheKey, used now: WallTime) throws {
    let statement = try cachedStatement(
      sql: """
        INSERT INTO entries (key, kind, status, tag, location, vouched, fresh_until, served_stale_until, kept_for_errors_until, used, size, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET status = excluded.status, tag = excluded.tag, location = excluded.location,
          vouched = excluded.vouched, fresh_until = excluded.fresh_until, served_stale_until = excluded.served_stale_until,
          kept_for_errors_until = excluded.kept_for_errors_until, used = excluded.used, size = excluded.size, body = excluded.body
        """)
    let freshness = entry.freshness
    try statement.execute(arguments: [
      key.description, key.kind?.text, entry.status, entry.entityTag, entry.location, freshness.vouched.milliseconds,
      freshness.freshUntil.milliseconds, freshness.servedStaleUntil.milliseconds, freshness.keptForErrorsUntil.milliseconds,
      now.milliseconds, entry.size, Data(entry.body),
    ])
  }

  func holding(_ key: String) throws -> Holding? {
    let statement = try cachedStatement(sql: "SELECT holder, until, failed_at, retry_after, problem FROM claims WHERE key = ?")
    return try Row.fetchOne(statement, arguments: [key]).map { row in
      var holding = Holding(holder: row[0], until: WallTime(milliseconds: row[1]))
      if let failedAt = row[2] as Int64?, let bytes = try row.withUnsafeData(atIndex: 4, { $0.map { Array($0) } }) {
        holding.failure = Self.problem(bytes, retryAfter: row[3]).map { .init(problem: $0, at: WallTime(milliseconds: failedAt)) }
      }
      return holding
    }
  }

  func hold(_ key: String, by holder: String, until: WallTime) throws {
    let statement = try cachedStatement(sql: "INSERT OR REPLACE INTO claims (key, holder, until) VALUES (?, ?, ?)")
    try statement.execute(arguments: [key, holder, until.milliseconds])
  }

  func release(_ key: String, by holder: String) throws {
    try cachedStatement(sql: "DELETE FROM claims WHERE key = ? AND holder = ?").execute(arguments: [key, holder])
  }

  func leave(_ problem: Problem, at key: String, by holder: String, now: WallTime) throws {
    let statement = try cachedStatement(
      sql: "UPDATE claims SET failed_at = ?, retry_after = ?, problem = ? WHERE key = ? AND holder = ?")
    try statement.execute(arguments: [now.milliseconds, problem.retryAfter, Data(problem.json.bytes()), key, holder])
  }

  func totals() throws -> StoreUsage {
    let statement = try cachedStatement(sql: "SELECT entries, bytes FROM totals")
    return try Row.fetchOne(statement).map { StoreUsage(entries: $0[0], bytes: $0[1]) } ?? StoreUsage(entries: 0, bytes: 0)
  }

  private static func problem(_ bytes: [UInt8], retryAfter: Int?) -> Problem? {
    guard let status = (try? JSON(parsing: bytes))?["status"]?.int else { return nil }
    return Reply(status, fields: retryAfter.map { ["retry-after": String($0)] } ?? [:], content: bytes).problem
  }
}
