import Contracts
import Databases
import MessageBus
import OrderedJSON

/// Rows of leases, facts and totals, and the eviction of entries. A damaged row counts as missing.
extension Database {
  func lease(_ key: StoreKey) throws -> Lease? {
    let sql = "SELECT holder, since, until, failed_at, retry_after, checksum, problem FROM leases WHERE origin = ? AND key = ?"
    return try first(sql, [key.origin?.text ?? "", key.key.description]) { row in
      guard let holder = row.text(0), let since = row.integer(1), let until = row.integer(2) else { return nil }
      var lease = Lease(holder: holder, since: WallTime(milliseconds: since), until: WallTime(milliseconds: until))
      let problem = row.bytes(6)
      if let failedAt = row.integer(3), let problem {
        lease.failure = Self.problem(problem, retryAfter: row.integer(4).map { Int($0) }).map {
          .init(problem: $0, at: WallTime(milliseconds: failedAt))
        }
      }
      return RowChecksum.of(lease, key: key, problem: problem) == row.integer(5) ? lease : nil
    }
  }

  func put(_ lease: Lease, for key: StoreKey) throws {
    let problem = lease.failure?.problem.json.bytes()
    try execute(
      """
      INSERT OR REPLACE INTO leases (origin, key, holder, since, until, failed_at, retry_after, checksum, problem)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        key.origin?.text ?? "", key.key.description, lease.holder, lease.since.milliseconds, lease.until.milliseconds,
        lease.failure?.at.milliseconds, lease.failure?.problem.retryAfter, RowChecksum.of(lease, key: key, problem: problem), problem,
      ])
  }

  func removeLease(of key: StoreKey) throws {
    try execute("DELETE FROM leases WHERE origin = ? AND key = ?", [key.origin?.text ?? "", key.key.description])
  }

  /// Deletes leases past their retention, and leases granted before the clock was set back.
  func deleteExpiredLeases(now: WallTime) throws {
    try execute(
      "DELETE FROM leases WHERE until < ? OR since > ?", [(now - Lease.retention).milliseconds, (now + Lease.retention).milliseconds])
  }

  func fact(_ name: String) throws -> String? {
    try first("SELECT value, checksum FROM facts WHERE name = ?", [name]) { row in
      row.text(0).flatMap { RowChecksum.of(fact: name, $0) == row.integer(1) ? $0 : nil }
    }
  }

  func put(fact name: String, _ value: String) throws {
    try execute("INSERT OR REPLACE INTO facts (name, value, checksum) VALUES (?, ?, ?)", [name, value, RowChecksum.of(fact: name, value)])
  }

  func totals() throws -> StoreUsage {
    try first("SELECT entries, bytes FROM totals") { row in
      row.integer(0).flatMap { entries in row.integer(1).map { StoreUsage(entries: Int(entries), bytes: Int($0)) } }
    } ?? StoreUsage(entries: 0, bytes: 0)
  }

  /// Recomputes the totals and removes rows with impossible sizes, which would make every total wrong; scans the index of all rows.
  func recount(maxEntrySize: Int) throws {
    // Without a row of totals, the triggers cannot overflow it.
    try execute("DELETE FROM totals")
    try execute("DELETE FROM entries WHERE size NOT BETWEEN 0 AND ?", [maxEntrySize])
    try execute("INSERT INTO totals SELECT count(*), coalesce(sum(size), 0) FROM entries")
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
    var rowids: [Int64] = []
    try query("SELECT rowid, size FROM entries ORDER BY used, rowid") { row in
      guard usage.entries > goal.entries || usage.bytes > goal.bytes, rowids.count < written + 2_048 else { return false }
      guard let rowid = row.integer(0) else { return true }
      rowids.append(rowid)
      usage.entries -= 1
      usage.bytes -= Int(min(max(row.integer(1) ?? 0, 0), Int64(limits.bytes)))
      return true
    }
    for rowid in rowids { try execute("DELETE FROM entries WHERE rowid = ?", [rowid]) }
    return rowids.count
  }

  private static func problem(_ bytes: [UInt8], retryAfter: Int?) -> Problem? {
    guard var problem = (try? JSON(parsing: bytes)).flatMap({ Problem($0) }) else { return nil }
    problem.retryAfter = retryAfter
    return problem
  }
}
