import Contracts
import Databases
import MessageBus
import Models
import OrderedJSON

/// The rows of a SQLite store within a transaction. In a damaged file, a column may hold a value of any type: a row whose checksum is wrong counts
/// as missing, so damage causes a fetch and never a wrong answer.
struct SQLiteTables {
  private static let columns = "key, size, checksum, fields, body"
  private static let put = """
    INSERT INTO entries (origin, key, kind, used, size, checksum, fields, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (origin, key) DO UPDATE SET kind = excluded.kind, used = excluded.used, size = excluded.size, checksum = excluded.checksum,
      fields = excluded.fields, body = excluded.body
    """

  let database: Database
  let limits: StoreLimits

  private static func checksum(_ texts: String?..., body: [UInt8] = []) -> Int64 {
    var digest = Digest()
    for text in texts { digest.add(text) }
    digest.add(body)
    return Int64(bitPattern: digest.value)
  }

  // MARK: Entries

  /// Returns an entry as stored: a page has no body.
  func row(_ key: CacheKey, of origin: OriginIdentity?) throws -> CacheEntry? {
    try database.first("SELECT \(Self.columns) FROM entries WHERE origin = ? AND key = ?", [origin?.text ?? "", key.description]) {
      Self.entry($0, key, origin)
    }
  }

  func records(_ order: PageOrder, of origin: OriginIdentity?) throws -> [Int: CacheEntry] {
    let sql = """
      SELECT \(Self.columns) FROM entries WHERE origin = ? AND key IN (SELECT '/' || ? || '/' || value FROM json_each(?))
      """
    let ids = "[\(order.ids.map { String($0) }.joined(separator: ","))]"
    var records: [Int: CacheEntry] = [:]
    try database.query(sql, [origin?.text ?? "", order.kind.text, ids]) { row in
      guard let name = row.text(0), let id = Int(name.dropFirst(order.kind.text.utf8.count + 2)) else { return true }
      let key = CacheKey.record(Reference(order.kind, id))
      if key.description == name { records[id] = Self.entry(row, key, origin) }
      return true
    }
    return records
  }

  /// Stores an entry. An entry larger than the limit is served but not stored, and the entry that it replaces is removed.
  func put(_ entry: CacheEntry, for key: CacheKey, now: WallTime) throws {
    let (origin, name, size) = (entry.origin?.text ?? "", key.description, entry.storedSize(under: key))
    guard size <= limits.bytes else { return try database.execute("DELETE FROM entries WHERE origin = ? AND key = ?", [origin, name]) }
    let (fields, body) = (JSON.object(entry.members).text(), entry.storedBody)
    let checksum = Self.checksum(origin, name, "\(size)", fields, body: body)
    try database.execute(Self.put, [origin, name, key.kind?.text, now.milliseconds, size, checksum, fields, body])
  }

  /// Returns the entry of a row; `nil` for a damaged row.
  private static func entry(_ row: DatabaseRow, _ key: CacheKey, _ origin: OriginIdentity?) -> CacheEntry? {
    guard let size = row.integer(1), let fields = row.text(3), let body = row.bytes(4),
      row.integer(2) == checksum(origin?.text ?? "", key.description, "\(size)", fields, body: body),
      let json = try? JSON(parsing: fields), var entry = try? CacheEntry(members: json, body: body, origin: origin)
    else { return nil }
    guard case .page = key, entry.status == 200 else { return entry }
    guard let order = PageOrder(encoded: body) else { return nil }
    (entry.page, entry.body) = (order, [])
    return entry
  }

  func markUsed(_ key: CacheKey, of origin: OriginIdentity?, at now: WallTime) throws {
    try database.execute(
      "UPDATE entries SET used = ? WHERE origin = ? AND key = ?", [now.milliseconds, origin?.text ?? "", key.description])
  }

  func purge(_ scope: PurgeRequest.Scope, atMost limit: Int) throws -> Int {
    let (condition, arguments): (String, [any DatabaseValue]) =
      switch scope {
      case .everything: ("TRUE", [])
      case .kind(let kind): ("kind = ?", [kind.text])
      case .record(let reference): ("key = ?", [CacheKey.record(reference).description])
      }
    try database.execute("DELETE FROM entries WHERE rowid IN (SELECT rowid FROM entries WHERE \(condition) LIMIT ?)", arguments + [limit])
    return database.changes
  }

  // MARK: Leases and facts

  func lease(_ key: StoreKey) throws -> Lease? {
    let (origin, name) = (key.origin?.text ?? "", key.key.description)
    return try database.first("SELECT holder, since, until, checksum FROM leases WHERE origin = ? AND key = ?", [origin, name]) { row in
      guard let holder = row.text(0), let since = row.integer(1), let until = row.integer(2),
        row.integer(3) == Self.checksum(origin, name, holder, "\(since)", "\(until)")
      else { return nil }
      return Lease(holder: holder, fence: WallTime(milliseconds: since), until: WallTime(milliseconds: until))
    }
  }

  func put(_ lease: Lease, for key: StoreKey) throws {
    let (origin, name, since, until) = (key.origin?.text ?? "", key.key.description, lease.fence.milliseconds, lease.until.milliseconds)
    try database.execute(
      "INSERT OR REPLACE INTO leases (origin, key, holder, since, until, checksum) VALUES (?, ?, ?, ?, ?, ?)",
      [origin, name, lease.holder, since, until, Self.checksum(origin, name, lease.holder, "\(since)", "\(until)")])
  }

  func deleteExpiredLeases(now: WallTime) throws { try database.execute("DELETE FROM leases WHERE until < ?", [now.milliseconds]) }

  func fact(_ name: String) throws -> String? {
    try database.first("SELECT value, checksum FROM facts WHERE name = ?", [name]) { row in
      row.text(0).flatMap { Self.checksum(name, $0) == row.integer(1) ? $0 : nil }
    }
  }

  func put(fact name: String, _ value: String) throws {
    try database.execute(
      "INSERT OR REPLACE INTO facts (name, value, checksum) VALUES (?, ?, ?)", [name, value, Self.checksum(name, value)])
  }

  // MARK: Counting and eviction

  /// Counts the entries, which scans an index. A damaged row may have an impossible size, which does not count.
  func usage() throws -> StoreUsage {
    try database.first("SELECT count(*), coalesce(sum(size) FILTER (WHERE size BETWEEN 0 AND ?), 0) FROM entries", [limits.bytes]) { row in
      row.integer(0).flatMap { entries in row.integer(1).map { StoreUsage(entries: Int(entries), bytes: Int($0)) } }
    } ?? StoreUsage(entries: 0, bytes: 0)
  }

  /// Evicts the least recently used entries down to a little below the limits, so that the next entries fit without another eviction, but
  /// little more than were written: after the limits have been lowered, the commits that follow share the work.
  /// Returns the number of evicted entries, and the usage; `nil` if the limits are still exceeded.
  func evict(after written: Int) throws -> (evicted: Int, usage: StoreUsage?) {
    var usage = try usage()
    guard usage.exceeds(limits) else { return (0, usage) }
    let goal = StoreUsage(entries: limits.entries - min(limits.entries / 16, 1_024), bytes: limits.bytes - min(limits.bytes / 16, 4 << 20))
    var isExceeded: Bool { usage.entries > goal.entries || usage.bytes > goal.bytes }
    var rowids: [Int64] = []
    try database.query("SELECT rowid, size FROM entries ORDER BY used, rowid") { row in
      guard isExceeded, rowids.count < written + 2_048 else { return false }
      guard let rowid = row.integer(0) else { return true }
      rowids.append(rowid)
      usage.entries -= 1
      if let size = row.integer(1), (0...Int64(limits.bytes)).contains(size) { usage.bytes -= Int(size) }
      return true
    }
    try remove(rowids)
    return (rowids.count, isExceeded ? nil : usage)
  }

  private func remove(_ rowids: [Int64]) throws {
    for rowid in rowids { try database.execute("DELETE FROM entries WHERE rowid = ?", [rowid]) }
  }

  // MARK: Scanning

  /// Reads and checks the rows after `position`, in the order of the file, at most 256 or half a mebibyte: a scan is one short transaction, so that
  /// the write-ahead log does not grow meanwhile. Each row is also looked up by its key, so that an index that leads elsewhere is found.
  func scan(after position: Int64, repairs: Bool) throws -> StoreScan {
    var scan = StoreScan()
    var (bytes, damaged): (Int, [Int64]) = (0, [])
    var isFull: Bool { scan.checked >= 256 || bytes >= 512 << 10 }
    try database.query("SELECT \(Self.columns), rowid, origin FROM entries WHERE rowid > ? ORDER BY rowid", [position]) { row in
      guard let rowid = row.integer(5) else { return true }
      scan.checked += 1
      scan.next = String(rowid)
      let (name, origin) = (row.text(0), row.text(6))
      if let name, let origin, let key = CacheKey(parsing: name), case let identity = OriginIdentity(origin),
        identity != nil || origin.isEmpty, let entry = Self.entry(row, key, identity),
        try database.integer("SELECT rowid FROM entries WHERE origin = ? AND key = ?", [origin, name]) == Int(rowid)
      {
        bytes += entry.storedSize(under: key)
        if let order = entry.page, entry.composed(from: try records(order, of: identity)) == nil { scan.incomplete += 1 }
        scan.rows.append(.init(key: key, entry: entry))
      } else {
        damaged.append(rowid)
        scan.damaged.append("\(name ?? "row \(rowid)") of \(origin.flatMap { $0.isEmpty ? nil : $0 } ?? "an unknown origin")")
      }
      return !isFull
    }
    if repairs {
      try remove(damaged)
      scan.removed = damaged.count
    }
    if !isFull { scan.next = nil }
    return scan
  }
}

/// The operations of a store, by the rules that all stores share.
extension SQLiteTables {
  /// Returns the entry of `key`; a page with the newest version of each record.
  func entry(_ key: CacheKey, of origin: OriginIdentity?) throws -> CacheEntry? {
    let row = try row(key, of: origin)
    guard let row, let order = row.page else { return row }
    return row.composed(from: try records(order, of: origin))
  }

  func decision(on key: StoreKey, by holder: String, known: CacheEntry?, now: WallTime, term: Duration) throws -> LeaseDecision {
    LeaseDecision(
      known: known, stored: try entry(key.key, of: key.origin), by: holder, lease: try lease(key), now: now, term: term,
      hasEnded: HolderProcess.hasEnded)
  }

  /// Decides on a lease and stores it if it is granted.
  func lease(_ key: StoreKey, by holder: String, known: CacheEntry?, now: WallTime, term: Duration) throws -> LeaseDecision {
    let decision = try decision(on: key, by: holder, known: known, now: now, term: term)
    if case .granted(let lease) = decision { try put(lease, for: key) }
    return decision
  }

  /// Stores what was fetched and releases the lease. Returns `nil` without writing if another worker holds the lease by now.
  func commit(_ key: StoreKey, under lease: Lease?, _ writes: [StoreWrite], now: WallTime) throws -> CommitResult? {
    if let lease {
      guard try self.lease(key)?.isSameGrant(as: lease) != false else { return nil }
      try database.execute("DELETE FROM leases WHERE origin = ? AND key = ?", [key.origin?.text ?? "", key.key.description])
    }
    var result = CommitResult()
    for write in writes {
      let old = try row(write.key, of: write.entry.origin)
      let change = CommitResult.Change(of: write, replacing: old, at: now)
      if change.entry != old { try put(change.entry, for: write.key, now: now) }
      result.changes.append(change)
    }
    var records: [StoreKey: CacheEntry] = [:]
    for key in result.missingRecords(of: writes) { records[key] = try row(key.key, of: key.origin) }
    result.composePages(of: writes, with: records)
    return result
  }
}

extension CacheEntry {
  /// The ``size(under:)`` of the row; a page is stored without its records.
  func storedSize(under key: CacheKey) -> Int {
    let size = size(under: key)
    return page == nil ? size : size - body.count + storedBody.count
  }
}
