import Contracts
import FoundationEssentials
import GRDB
import MessageBus
import OrderedJSON

/// Rows of leases, facts and totals, and the eviction of entries. A damaged row counts as missing.
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

  /// Recomputes the totals and removes rows with impossible sizes, which would make every total wrong; scans the index of all rows.
  func recount(maxEntrySize: Int) throws {
    // Without a row of totals, the triggers cannot overflow it.
    try execute(sql: "DELETE FROM totals")
    try execute(sql: "DELETE FROM entries WHERE size NOT BETWEEN 0 AND ?", arguments: [maxEntrySize])
    try execute(sql: "INSERT INTO totals SELECT count(*), coalesce(sum(size), 0) FROM entries")
  }

  /// Evicts the least recently used entries down to a little below the limits, so that the next entries fit without another eviction.
  /// Returns the number of evicted entries.
  ///
  /// The totals are counted again first: a damaged total would empty the file or let it grow without bound. A commit evicts little more than
  /// it wrote, so after the limits have been lowered, the commits that follow share the work.
  func evict(to limits: StoreLimits, after written: Int) throws -> Int {
    func isExceeded(by usage: StoreUsage) -> Bool {
      usage.entries > limits.entries || usage.bytes > limits.bytes || usage.entries < 0 || usage.bytes < 0
    }
    guard isExceeded(by: try totals()) else { return 0 }
    try recount(maxEntrySize: limits.bytes)
    var usage = try totals()
    guard isExceeded(by: usage) else { return 0 }
    let goal = StoreUsage(entries: limits.entries - min(limits.entries / 16, 1_024), bytes: limits.bytes - min(limits.bytes / 16, 4 << 20))
    let rows = try Row.fetchCursor(try cachedStatement(sql: "SELECT rowid, size FROM entries ORDER BY used, rowid"))
    var rowids: [Int64] = []
    while usage.entries > goal.entries || usage.bytes > goal.bytes, rowids.count < written + 2_048, let row = try rows.next() {
      // In a damaged file, a column may hold a value of any type.
      guard let rowid = Int64.fromDatabaseValue(row[0]) else { continue }
      rowids.append(rowid)
      usage.entries -= 1
      usage.bytes -= min(max(Int.fromDatabaseValue(row[1]) ?? 0, 0), limits.bytes)
    }
    let delete = try cachedStatement(sql: "DELETE FROM entries WHERE rowid = ?")
    for rowid in rowids { try delete.execute(arguments: [rowid]) }
    return rowids.count
  }

  private static func problem(_ bytes: [UInt8], retryAfter: Int?) -> Problem? {
    guard var problem = (try? JSON(parsing: bytes)).flatMap({ Problem($0) }) else { return nil }
    problem.retryAfter = retryAfter
    return problem
  }
}
