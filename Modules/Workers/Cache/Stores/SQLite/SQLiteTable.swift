import Contracts
import Databases
import Models

/// The rows of the table `entries`, within a transaction; pages are stored without their records.
///
/// No column is trusted before the checksum is verified: in a damaged file, a column may hold a value of any type.
struct SQLiteTable {
  static let columns = """
    key, form, status, tag, modified, location, validated_at, fresh_until, served_stale_until, stale_if_error_until, size, checksum, control,
    expires, body
    """
  private static let bodyIndex = 14
  /// The index of a column that a statement selects after ``columns``.
  static let nextIndex = bodyIndex + 1

  let database: Database
  let limits: StoreLimits

  func row(_ key: CacheKey, of origin: OriginIdentity?) throws -> CacheEntry? {
    try database.first("SELECT \(Self.columns) FROM entries WHERE origin = ? AND key = ?", [origin?.text ?? "", key.description]) {
      entry(of: $0, key, origin)
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
      if key.description == name { records[id] = entry(of: row, key, origin) }
      return true
    }
    return records
  }

  func put(_ entry: CacheEntry, for key: CacheKey, now: WallTime) throws {
    let sql = """
      INSERT INTO entries (origin, key, kind, form, status, tag, modified, location, validated_at, fresh_until, served_stale_until,
        stale_if_error_until, used, size, checksum, control, expires, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (origin, key) DO UPDATE SET kind = excluded.kind, form = excluded.form, status = excluded.status, tag = excluded.tag,
        modified = excluded.modified, location = excluded.location, validated_at = excluded.validated_at,
        fresh_until = excluded.fresh_until, served_stale_until = excluded.served_stale_until,
        stale_if_error_until = excluded.stale_if_error_until, used = excluded.used, size = excluded.size,
        checksum = excluded.checksum, control = excluded.control, expires = excluded.expires, body = excluded.body
      """
    let (freshness, body, size, name) = (entry.freshness, entry.storedBody, entry.storedSize(under: key), key.description)
    try database.execute(
      sql,
      [
        entry.origin?.text ?? "", name, key.kind?.text, RowChecksum.form, entry.status, entry.entityTag, entry.lastModified, entry.location,
        freshness.validatedAt.milliseconds, freshness.freshUntil.milliseconds, freshness.staleWhileRevalidateUntil.milliseconds,
        freshness.staleIfErrorUntil.milliseconds, now.milliseconds, size,
        RowChecksum.of(entry, body: body, key: name, size: size), entry.lifetimeFields.cacheControl, entry.lifetimeFields.expires, body,
      ])
  }

  func remove(_ key: CacheKey, of origin: OriginIdentity?) throws {
    try database.execute("DELETE FROM entries WHERE origin = ? AND key = ?", [origin?.text ?? "", key.description])
  }

  /// Returns the entry of a row; `nil` for a damaged row, and for a row of another format version, which counts as missing, too. The next
  /// fetch rewrites the row.
  private func entry(of row: DatabaseRow, _ key: CacheKey, _ origin: OriginIdentity?) -> CacheEntry? {
    row.integer(1) == RowChecksum.form ? decode(row, key, origin) : nil
  }

  private func decode(_ row: DatabaseRow, _ key: CacheKey, _ origin: OriginIdentity?) -> CacheEntry? {
    let times = (6...9).compactMap { row.integer($0) }
    guard times.count == 4, let status = row.integer(2).map({ Int($0) }), let size = row.integer(10).map({ Int($0) }),
      let checksum = row.integer(11), let body = row.bytes(Self.bodyIndex)
    else { return nil }
    var entry = CacheEntry(
      status: status, body: body, entityTag: row.text(3), lastModified: row.text(4),
      location: row.text(5), origin: origin,
      freshness: Freshness(
        validatedAt: WallTime(milliseconds: times[0]), freshUntil: WallTime(milliseconds: times[1]),
        staleWhileRevalidateUntil: WallTime(milliseconds: times[2]), staleIfErrorUntil: WallTime(milliseconds: times[3])),
      lifetimeFields: LifetimeFields(cacheControl: row.text(12), expires: row.text(13)))
    guard RowChecksum.of(entry, body: body, key: key.description, size: size) == checksum else { return nil }
    guard case .page = key, status == 200 else { return entry }
    guard let order = PageOrder(encoded: body) else { return nil }
    entry.page = order
    entry.body = []
    return entry
  }
}

/// The rules by which a transaction reads, writes and leases entries.
extension SQLiteTable {
  /// Returns the entry of `key`; a page with the newest version of each record.
  func entry(_ key: CacheKey, of origin: OriginIdentity?) throws -> CacheEntry? {
    guard let row = try row(key, of: origin) else { return nil }
    guard let order = row.page else { return row }
    return row.composed(from: try records(order, of: origin))
  }

  /// Writes entries and returns the changes. ``CacheEntry/replacing(_:unlessValidatedAfter:at:)`` decides which stored entries are kept.
  func write(_ writes: [StoreWrite], now: WallTime) throws -> [CommitResult.Change] {
    var changes: [CommitResult.Change] = []
    for write in writes {
      let origin = write.entry.origin
      let old = try row(write.key, of: origin)
      var (entry, hasChanged) = write.entry.replacing(old, unlessValidatedAfter: write.validatedAt, at: now)
      if let order = write.entry.page, entry != old {
        // Even if the order is unchanged, the tag and the body are those of the new page.
        hasChanged = old?.page?.isSamePage(as: order) != true
      }
      if entry != old { try store(entry, for: write.key, origin, now) }
      changes.append(.init(key: write.key, entry: entry, hasChanged: hasChanged))
    }
    // After all records are written, pages are read again: a page has changed if one of its records has.
    let anyChanged = changes.contains(where: \.hasChanged)
    for (index, write) in writes.enumerated() where changes[index].entry.page != nil {
      if let page = try entry(write.key, of: write.entry.origin) { changes[index].entry = page } else { changes[index].entry = write.entry }
      changes[index].hasChanged = changes[index].hasChanged || anyChanged
    }
    return changes
  }

  /// Stores an entry. An entry larger than the limit is served but not stored, and the entry that it replaces is removed.
  private func store(_ entry: CacheEntry, for key: CacheKey, _ origin: OriginIdentity?, _ now: WallTime) throws {
    if entry.storedSize(under: key) <= limits.bytes { try put(entry, for: key, now: now) } else { try remove(key, of: origin) }
  }

  func decision(on key: StoreKey, by holder: String, for attempt: FetchAttempt, now: WallTime) throws -> LeaseDecision {
    LeaseDecision(
      of: attempt, by: holder, stored: try entry(key.key, of: key.origin), lease: try database.lease(key), now: now,
      hasEnded: HolderProcess.hasEnded)
  }

  /// Decides on a lease and stores it if it is granted.
  func lease(
    _ key: StoreKey, by holder: String, for attempt: FetchAttempt, now: WallTime, until: WallTime
  ) throws -> LeaseDecision {
    let decision = try decision(on: key, by: holder, for: attempt, now: now)
    if decision == .granted { try database.put(Lease(holder: holder, since: now, until: until), for: key) }
    return decision
  }

  func renew(_ keys: [StoreKey], by holder: String, now: WallTime, until: WallTime) throws {
    for key in keys {
      guard let lease = try database.lease(key), lease.holder == holder, lease.failure == nil else { continue }
      try database.put(Lease(holder: holder, since: now, until: until), for: key)
    }
  }

  /// Stores the result of a fetch and releases its lease, unless another worker holds it by now.
  func commit(_ key: StoreKey, by holder: String, with outcome: Commit, now: WallTime) throws -> CommitResult {
    var lease = try database.lease(key)
    let isHeld = lease?.holder == holder
    var (changes, evicted): ([CommitResult.Change], Int) = ([], 0)
    switch outcome {
    case .failure(let problem):
      lease?.failure = Lease.Failure(problem: problem, at: now)
      if isHeld, let lease { try database.put(lease, for: key) }
    case .writes(let writes):
      if isHeld { try database.removeLease(of: key) }
      changes = try write(writes, now: now)
      evicted = try database.evict(to: limits, after: writes.count)
    }
    return CommitResult(changes: changes, evicted: evicted, usage: try database.totals())
  }
}

extension SQLiteTable {
  /// Reads and checks the rows after `position`, in the order of the file. Each is also looked up by its key, so that an index that leads
  /// elsewhere is found.
  ///
  /// - Parameter repairs: whether to remove damaged rows and to correct the totals; for transactions that write.
  func scan(after position: Int64, repairs: Bool) throws -> StoreScan {
    var scan = StoreScan()
    var (bytes, damaged): (Int, [Int64]) = (0, [])
    try database.query("SELECT \(Self.columns), rowid, origin FROM entries WHERE rowid > ? ORDER BY rowid", [position]) { row in
      guard let rowid = row.integer(Self.nextIndex) else { return true }
      scan.checked += 1
      scan.next = rowid
      let (name, origin) = (row.text(0), row.text(Self.nextIndex + 1))
      var state = scanned(row, name, origin)
      if case .intact = state, try database.integer("SELECT rowid FROM entries WHERE origin = ? AND key = ?", [origin, name]) != Int(rowid)
      {
        state = .damaged
      }
      switch state {
      case .intact(let key, let entry):
        bytes += entry.storedSize(under: key)
        if let order = entry.page, entry.composed(from: try records(order, of: entry.origin)) == nil { scan.incomplete += 1 }
        scan.rows.append(.init(key: key, entry: entry))
      case .damaged:
        damaged.append(rowid)
        scan.damaged.append("\(name ?? "row \(rowid)") of \(origin.map { $0.isEmpty ? "an unknown origin" : $0 } ?? "an unknown origin")")
      case .otherVersion: break
      }
      return !scan.isFull(bytes)
    }
    if repairs {
      for rowid in damaged { try database.execute("DELETE FROM entries WHERE rowid = ?", [rowid]) }
      scan.removed = damaged.count
    }
    if !scan.isFull(bytes) {
      scan.next = nil
      let usage = try database.first("SELECT count(*), coalesce(sum(size), 0) FROM entries") { row in
        row.integer(0).flatMap { entries in row.integer(1).map { StoreUsage(entries: Int(entries), bytes: Int($0)) } }
      }
      scan.isMiscounted = try database.totals() != usage
      if repairs, scan.isMiscounted { try database.recount(maxEntrySize: limits.bytes) }
    }
    scan.total = try database.totals().entries
    return scan
  }

  private enum ScannedRow {
    case intact(CacheKey, CacheEntry)
    case damaged
    case otherVersion
  }

  private func scanned(_ row: DatabaseRow, _ name: String?, _ origin: String?) -> ScannedRow {
    guard row.integer(1) == RowChecksum.form else { return .otherVersion }
    guard let key = name.flatMap({ CacheKey(parsing: $0) }), let origin else { return .damaged }
    let identity = OriginIdentity(origin)
    guard identity != nil || origin.isEmpty, let entry = decode(row, key, identity) else { return .damaged }
    return .intact(key, entry)
  }
}

extension CacheEntry {
  /// The ``size(under:)`` of the row; a page is stored without its records.
  func storedSize(under key: CacheKey) -> Int {
    let size = size(under: key)
    return page == nil ? size : size - body.count + storedBody.count
  }

  /// The body of the row.
  var storedBody: [UInt8] { page?.encoded ?? body }
}
