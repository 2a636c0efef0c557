import Contracts
import FoundationEssentials
import GRDB
import Models

/// The rows of the table `entries`, within a transaction. Each statement is prepared once per connection.
///
/// No column is trusted before the checksum is verified: in a damaged file, a column may hold a value of any type.
struct SQLiteTable: EntryTable {
  typealias Failure = any Error

  static let columns = """
    key, form, status, tag, modified, location, validated_at, fresh_until, served_stale_until, stale_if_error_until, size, checksum, control,
    expires, body
    """
  private static let bodyIndex = 14
  /// The index of a column that a statement selects after ``columns``.
  static let nextIndex = bodyIndex + 1

  let database: Database
  let maxEntrySize: Int

  init(_ database: Database, limits: StoreLimits) {
    self.database = database
    maxEntrySize = limits.bytes
  }

  func row(_ key: CacheKey, of origin: OriginIdentity?) throws -> CacheEntry? {
    let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM entries WHERE origin = ? AND key = ?")
    return try Row.fetchOne(statement, arguments: [origin?.text ?? "", key.description]).flatMap { entry(of: $0, key, origin) }
  }

  func records(_ order: PageOrder, of origin: OriginIdentity?) throws -> [Int: CacheEntry] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(Self.columns) FROM entries WHERE origin = ? AND key IN (SELECT '/' || ? || '/' || value FROM json_each(?))
        """)
    let ids = "[\(order.ids.map { String($0) }.joined(separator: ","))]"
    var records: [Int: CacheEntry] = [:]
    let cursor = try Row.fetchCursor(statement, arguments: [origin?.text ?? "", order.kind.text, ids])
    while let row = try cursor.next() {
      guard let name = String.fromDatabaseValue(row[0]), let id = Int(name.dropFirst(order.kind.text.utf8.count + 2)) else { continue }
      let key = CacheKey.record(Reference(order.kind, id))
      guard key.description == name else { continue }
      records[id] = entry(of: row, key, origin)
    }
    return records
  }

  func put(_ entry: CacheEntry, for key: CacheKey, now: WallTime) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO entries (origin, key, kind, form, status, tag, modified, location, validated_at, fresh_until, served_stale_until,
          stale_if_error_until, used, size, checksum, control, expires, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (origin, key) DO UPDATE SET kind = excluded.kind, form = excluded.form, status = excluded.status, tag = excluded.tag,
          modified = excluded.modified, location = excluded.location, validated_at = excluded.validated_at,
          fresh_until = excluded.fresh_until, served_stale_until = excluded.served_stale_until,
          stale_if_error_until = excluded.stale_if_error_until, used = excluded.used, size = excluded.size,
          checksum = excluded.checksum, control = excluded.control, expires = excluded.expires, body = excluded.body
        """)
    let (freshness, body, size, name) = (entry.freshness, entry.storedBody, entry.storedSize(under: key), key.description)
    try statement.execute(arguments: [
      entry.origin?.text ?? "", name, key.kind?.text, RowChecksum.form, entry.status, entry.entityTag, entry.lastModified, entry.location,
      freshness.validatedAt.milliseconds, freshness.freshUntil.milliseconds, freshness.staleWhileRevalidateUntil.milliseconds,
      freshness.staleIfErrorUntil.milliseconds, now.milliseconds, size,
      RowChecksum.of(entry, body: body, key: name, size: size), entry.lifetimeFields.cacheControl, entry.lifetimeFields.expires, Data(body),
    ])
  }

  func remove(_ key: CacheKey, of origin: OriginIdentity?) throws {
    let statement = try database.cachedStatement(sql: "DELETE FROM entries WHERE origin = ? AND key = ?")
    try statement.execute(arguments: [origin?.text ?? "", key.description])
  }

  /// Returns the entry of a row; `nil` for a damaged row, and for a row of another format version, which counts as missing, too. The next
  /// fetch rewrites the row.
  private func entry(of row: Row, _ key: CacheKey, _ origin: OriginIdentity?) -> CacheEntry? {
    Int64.fromDatabaseValue(row[1]) == RowChecksum.form ? decode(row, key, origin) : nil
  }

  private func decode(_ row: Row, _ key: CacheKey, _ origin: OriginIdentity?) -> CacheEntry? {
    let times = (6...9).compactMap { Int64.fromDatabaseValue(row[$0]) }
    guard times.count == 4, let status = Int.fromDatabaseValue(row[2]), let size = Int.fromDatabaseValue(row[10]),
      let checksum = Int64.fromDatabaseValue(row[11]), let body = try? row.withUnsafeData(atIndex: Self.bodyIndex, { $0.map { Array($0) } })
    else { return nil }
    var entry = CacheEntry(
      status: status, body: body, entityTag: String.fromDatabaseValue(row[3]), lastModified: String.fromDatabaseValue(row[4]),
      location: String.fromDatabaseValue(row[5]), origin: origin,
      freshness: Freshness(
        validatedAt: WallTime(milliseconds: times[0]), freshUntil: WallTime(milliseconds: times[1]),
        staleWhileRevalidateUntil: WallTime(milliseconds: times[2]), staleIfErrorUntil: WallTime(milliseconds: times[3])),
      lifetimeFields: LifetimeFields(cacheControl: String.fromDatabaseValue(row[12]), expires: String.fromDatabaseValue(row[13])))
    guard RowChecksum.of(entry, body: body, key: key.description, size: size) == checksum else { return nil }
    guard case .page = key, status == 200 else { return entry }
    guard let order = PageOrder(encoded: body) else { return nil }
    entry.page = order
    entry.body = []
    return entry
  }
}

extension SQLiteTable {
  /// Reads and checks the rows after `position`, in the order of the file. Each is also looked up by its key, so that an index that leads
  /// elsewhere is found.
  ///
  /// - Parameter repairs: whether to remove damaged rows and to correct the totals; for transactions that write.
  func scan(after position: Int64, repairs: Bool) throws -> StoreScan {
    var scan = StoreScan()
    let lookup = try database.cachedStatement(sql: "SELECT rowid FROM entries WHERE origin = ? AND key = ?")
    let rows = try Row.fetchCursor(
      try database.cachedStatement(sql: "SELECT \(Self.columns), rowid, origin FROM entries WHERE rowid > ? ORDER BY rowid"),
      arguments: [position])
    var (bytes, damaged): (Int, [Int64]) = (0, [])
    while let row = try rows.next() {
      guard let rowid = Int64.fromDatabaseValue(row[Self.nextIndex]) else { continue }
      scan.checked += 1
      scan.next = rowid
      let (name, origin) = (String.fromDatabaseValue(row[0]), String.fromDatabaseValue(row[Self.nextIndex + 1]))
      var state = scanned(row, name, origin)
      if case .intact = state, try Int64.fetchOne(lookup, arguments: [origin, name]) != rowid { state = .damaged }
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
      if scan.isFull(bytes) { break }
    }
    if repairs {
      for rowid in damaged { try database.execute(sql: "DELETE FROM entries WHERE rowid = ?", arguments: [rowid]) }
      scan.removed = damaged.count
    }
    if !scan.isFull(bytes) {
      scan.next = nil
      let counted = try Row.fetchOne(database, sql: "SELECT count(*), coalesce(sum(size), 0) FROM entries")
      let usage = StoreUsage(
        entries: counted.flatMap { Int.fromDatabaseValue($0[0]) } ?? -1, bytes: counted.flatMap { Int.fromDatabaseValue($0[1]) } ?? -1)
      scan.isMiscounted = try database.totals() != usage
      if repairs, scan.isMiscounted { try database.recount(maxEntrySize: maxEntrySize) }
    }
    scan.total = try database.totals().entries
    return scan
  }

  private enum ScannedRow {
    case intact(CacheKey, CacheEntry)
    case damaged
    case otherVersion
  }

  private func scanned(_ row: Row, _ name: String?, _ origin: String?) -> ScannedRow {
    guard Int64.fromDatabaseValue(row[1]) == RowChecksum.form else { return .otherVersion }
    guard let key = name.flatMap({ CacheKey(parsing: $0) }), let origin else { return .damaged }
    let identity = OriginIdentity(origin)
    guard identity != nil || origin.isEmpty, let entry = decode(row, key, identity) else { return .damaged }
    return .intact(key, entry)
  }
}
