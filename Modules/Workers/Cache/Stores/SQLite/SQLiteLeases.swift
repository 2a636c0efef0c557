import Contracts
import FoundationEssentials
import GRDB
import MessageBus
import OrderedJSON

/// Rows of leases, totals and facts. A damaged row counts as missing.
extension Database {
  func lease(_ key: StoreKey) throws -> Lease? {
    let statement = try cachedStatement(
      sql: "SELECT holder, since, until, failed_at, retry_after, checksum, problem FROM leases WHERE origin = ? AND key = ?")
    guard let row = try Row.fetchOne(statement, arguments: [key.origin?.text ?? "", key.key.description]),
      let holder = String.fromDatabaseValue(row[0]), let since = Int64.fromDatabaseValue(row[1]),
      let until = Int64.fromDatabaseValue(row[2]), let checksum = Int64.fromDatabaseValue(row[5])
    else { return nil }
    var lease = Lease(holder: holder, since: WallTime(milliseconds: since), until: WallTime(milliseconds: until))
    let problem = try? row.withUnsafeData(atIndex: 6) { $0.map { Array($0) } }
    if let failedAt = Int64.fromDatabaseValue(row[3]), let problem {
      lease.failure = Self.problem(problem, retryAfter: Int.fromDatabaseValue(row[4])).map {
        .init(problem: $0, at: WallTime(milliseconds: failedAt))
      }
    }
    return RowChecksum.of(lease, key: key, problem: problem) == checksum ? lease : nil
  }

  func put(_ lease: Lease, for key: StoreKey) throws {
    let statement = try cachedStatement(
      sql: """
        INSERT OR REPLACE INTO leases (origin, key, holder, since, until, failed_at, retry_after, checksum, problem)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let problem = lease.failure?.problem.json.bytes()
    try statement.execute(arguments: [
      key.origin?.text ?? "", key.key.description, lease.holder, lease.since.milliseconds, lease.until.milliseconds,
      lease.failure?.at.milliseconds, lease.failure?.problem.retryAfter, RowChecksum.of(lease, key: key, problem: problem),
      problem.map { Data($0) },
    ])
  }

  func release(_ key: StoreKey, by holder: String) throws {
    let statement = try cachedStatement(sql: "DELETE FROM leases WHERE origin = ? AND key = ? AND holder = ?")
    try statement.execute(arguments: [key.origin?.text ?? "", key.key.description, holder])
  }

  /// Deletes leases past their retention, and leases granted before the clock was set back.
  func deleteExpiredLeases(now: WallTime) throws {
    let statement = try cachedStatement(sql: "DELETE FROM leases WHERE until < ? OR since > ?")
    try statement.execute(arguments: [(now - Lease.retention).milliseconds, (now + Lease.retention).milliseconds])
  }

  func fact(_ name: String) throws -> String? {
    let statement = try cachedStatement(sql: "SELECT value, checksum FROM facts WHERE name = ?")
    guard let row = try Row.fetchOne(statement, arguments: [name]), let value = String.fromDatabaseValue(row[0]),
      Int64.fromDatabaseValue(row[1]) == RowChecksum.of(fact: name, value)
    else { return nil }
    return value
  }

  func put(fact name: String, _ value: String) throws {
    let statement = try cachedStatement(sql: "INSERT OR REPLACE INTO facts (name, value, checksum) VALUES (?, ?, ?)")
    try statement.execute(arguments: [name, value, RowChecksum.of(fact: name, value)])
  }

  func totals() throws -> StoreUsage {
    let statement = try cachedStatement(sql: "SELECT entries, bytes FROM totals")
    guard let row = try Row.fetchOne(statement), let entries = Int.fromDatabaseValue(row[0]), let bytes = Int.fromDatabaseValue(row[1])
    else { return StoreUsage(entries: 0, bytes: 0) }
    return StoreUsage(entries: entries, bytes: bytes)
  }

  /// Recomputes the totals and removes rows with impossible sizes, which would make every total wrong; scans all rows.
  func recount(maxEntrySize: Int) throws {
    // Without a row of totals, the triggers cannot overflow it.
    try execute(sql: "DELETE FROM totals")
    try execute(sql: "DELETE FROM entries WHERE size NOT BETWEEN 0 AND ?", arguments: [maxEntrySize])
    try execute(sql: "INSERT INTO totals SELECT count(*), coalesce(sum(size), 0) FROM entries")
  }

  private static func problem(_ bytes: [UInt8], retryAfter: Int?) -> Problem? {
    guard var problem = (try? JSON(parsing: bytes)).flatMap({ Problem($0) }) else { return nil }
    problem.retryAfter = retryAfter
    return problem
  }
}
