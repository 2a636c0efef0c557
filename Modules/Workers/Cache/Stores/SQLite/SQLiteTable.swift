import Contracts
import FoundationEssentials
import GRDB
import Models

/// The rows of the table `entries`, within a transaction. Each statement is prepared once per connection.
///
/// No column is trusted before the checksum is verified: in a damaged file, a column may hold a value of any type.
struct SQLiteTable: EntryTable {
  static let columns = """
    key, form, status, tag, modified, location, validated_at, fresh_until, served_stale_until, stale_if_error_until, size, checksum, control,
    expires, body
    """
  private static let bodyIndex = 14
  /// The index of a column that a statement selects after ``columns``.
  static let nextIndex = bodyIndex + 1

  let database: Database
  let maxEntrySize: Int
  /// Keys of rows found damaged, to be removed by a transaction that writes.
  private(set) var damaged: [StoreKey] = []

  init(_ database: Database, limits: StoreLimits) {
    self.database = database
    maxEntrySize = limits.bytes
  }

  mutating func row(_ key: CacheKey, of origin: OriginIdentity?) throws -> CacheEntry? {
    let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM entries WHERE origin = ? AND key = ?")
    return try Row.fetchOne(statement, arguments: [origin?.text ?? "", key.description]).flatMap { entry(of: $0, key, origin) }
  }

  mutating func records(_ order: PageOrder, of origin: OriginIdentity?) throws -> [Int: CacheEntry] {
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

  mutating func put(_ entry: CacheEntry, for key: CacheKey, now: WallTime) throws {
    if !damaged.isEmpty { damaged.removeAll { $0 == StoreKey(key, of: entry.origin) } }
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
      entry.origin?.text ?? "", name, key.kind?.text, RowFormat.current, entry.status, entry.entityTag, entry.lastModified, entry.location,
      freshness.validatedAt.milliseconds, freshness.freshUntil.milliseconds, freshness.staleWhileRevalidateUntil.milliseconds,
      freshness.staleIfErrorUntil.milliseconds, now.milliseconds, size,
      RowChecksum.of(entry, body: body, key: name, size: size), entry.lifetimeFields.cacheControl, entry.lifetimeFields.expires, Data(body),
    ])
  }

  mutating func remove(_ key: CacheKey, of origin: OriginIdentity?) throws {
    let statement = try database.cachedStatement(sql: "DELETE FROM entries WHERE origin = ? AND key = ?")
    try statement.execute(arguments: [origin?.text ?? "", key.description])
  }

  /// Removes the rows found damaged; for transactions that write.
  mutating func removeDamaged() throws {
    for key in damaged { try remove(key.key, of: key.origin) }
    damaged = []
  }

  mutating func forgetDamaged() { damaged = [] }

  /// Returns the entry of a row; `nil` for a row of another format version or a damaged row, which is recorded.
  private mutating func entry(of row: Row, _ key: CacheKey, _ origin: OriginIdentity?) -> CacheEntry? {
    guard let form = Int64.fromDatabaseValue(row[1]), RowFormat.known.contains(form) else {
      // A row of a newer program, or a damaged version number; the next fetch rewrites the row.
      return nil
    }
    guard let entry = decode(row, form, key, origin) else {
      damaged.append(StoreKey(key, of: origin))
      return nil
    }
    return entry
  }

  func decode(_ row: Row, _ form: Int64, _ key: CacheKey, _ origin: OriginIdentity?) -> CacheEntry? {
    let times = (6...9).compactMap { Int64.fromDatabaseValue(row[$0]) }
    guard times.count == 4, let status = Int.fromDatabaseValue(row[2]), let size = Int.fromDatabaseValue(row[10]),
      let checksum = Int64.fromDatabaseValue(row[11]), let body = try? row.withUnsafeData(atIndex: Self.bodyIndex, { $0.map { Array($0) } })
    else { return nil }
    var entry = CacheEntry(
      status: status, body: body, entityTag: String.fromDatabaseValue(row[3]), lastModified: String.fromDatabaseValue(row[4]),
      location: String.fromDatabaseValue(row[5]), origin: origin,
      freshness: Freshness(
        validatedAt: WallTime(milliseconds: times[0]), freshUntil: WallTime(milliseconds: times[1]),
        staleWhileRevalidateUntil: WallTime(milliseconds: times[2]), staleIfErrorUntil: WallTime(milliseconds: times[3])))
    if form > 1 {
      entry.lifetimeFields = LifetimeFields(cacheControl: String.fromDatabaseValue(row[12]), expires: String.fromDatabaseValue(row[13]))
    }
    guard RowChecksum.of(entry, body: body, key: key.description, size: size, form: form) == checksum else { return nil }
    guard case .page = key, status == 200 else { return entry }
    guard let order = PageOrder(encoded: body) else { return nil }
    entry.page = order
    entry.body = []
    return entry
  }
}
