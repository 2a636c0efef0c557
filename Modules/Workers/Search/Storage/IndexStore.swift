public import Databases
import FoundationEssentials
import GRDB
public import Logging
import Models
import OrderedJSON

/// Stores the indexed records of each origin for the next start. Searches never read the file, so damage to it does not affect them.
///
/// Each row has a checksum; damaged rows are dropped, and so are rows beyond the limits, which only earlier versions wrote. Several workers
/// may write the same file. While the file cannot be opened, for example on a full disk, every operation throws and the next one tries again.
public final class IndexStore: Sendable {
  /// Identified by the SQLite application ID "HOLS".
  private static let format = DatabaseFormat(
    name: "index", applicationID: 0x484F_4C53,
    migrations: [
      """
      CREATE TABLE records (
        number INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        id INTEGER NOT NULL,
        body BLOB NOT NULL,   -- canonical JSON
        UNIQUE (kind, id)
      ) STRICT;
      -- How many records an origin's lists have, as far as they are known.
      CREATE TABLE lists (kind TEXT NOT NULL PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      -- Texts are folded before they come here; links are words like people1.
      CREATE VIRTUAL TABLE texts USING fts5 (name, fields, links, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2');
      """,
      // Records of version 1 do not name their origin, so they are dropped.
      """
      DROP TABLE texts;
      DROP TABLE lists;
      DROP TABLE records;
      CREATE TABLE records (
        number INTEGER PRIMARY KEY,
        origin TEXT NOT NULL,       -- '' while none has been named
        kind TEXT NOT NULL,
        id INTEGER NOT NULL,
        body BLOB NOT NULL,         -- canonical JSON
        checksum INTEGER NOT NULL,  -- of all the columns above but the number
        UNIQUE (origin, kind, id)
      ) STRICT;
      -- How many records an origin's lists have, as far as they are known.
      CREATE TABLE lists (
        origin TEXT NOT NULL,
        kind TEXT NOT NULL,
        count INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (origin, kind)
      ) STRICT, WITHOUT ROWID;
      -- The greater the turn, the more recently an origin was used.
      CREATE TABLE origins (origin TEXT NOT NULL PRIMARY KEY, turn INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      """,
      """
      -- Counts the transactions that changed records of the origin.
      ALTER TABLE origins ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
      -- The index of an origin as it is in memory, in parts: read much faster than the records.
      CREATE TABLE images (
        origin TEXT NOT NULL,
        part INTEGER NOT NULL,
        bytes BLOB NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (origin, part)
      ) STRICT;
      -- The records that were written or removed after the image.
      CREATE TABLE image_changes (
        origin TEXT NOT NULL,
        kind TEXT NOT NULL,
        id INTEGER NOT NULL,
        PRIMARY KEY (origin, kind, id)
      ) STRICT, WITHOUT ROWID;
      """,
    ])

  /// The tables whose rows belong to an origin, except `origins`.
  fileprivate static let tables = ["records", "lists", "images", "image_changes"]

  /// Maximum number of origins whose records are kept; the least recently used are removed first.
  static let maxOrigins = 8

  /// The stored records and list counts of an origin.
  struct Contents: Sendable {
    var origin: String?
    var bodies: [[UInt8]] = []
    var counts: [KindName: Int] = [:]
    /// See ``IndexStore/apply(_:removing:counts:of:)``.
    var revision: Int64 = 0
    /// Number of rows that are damaged or beyond the limits, which are left out of the other properties.
    var damaged = 0
  }

  /// Maximum size in bytes of a record: more than the canonical JSON of any record within ``RecordLimits``.
  static let maxRecordBytes = 1 << 20

  let database: SharedDatabase
  let maxBytes: Int

  /// Opens the file. Throws if it belongs to another program or cannot be created. Does not throw for a full or failing disk: operations
  /// then throw until the file can be opened.
  ///
  /// - Parameters:
  ///   - file: path of the file; `nil` keeps everything in memory.
  ///   - maxBytes: size in bytes beyond which the records of the least recently used origins are removed. Of the current origin, as many records
  ///     are read as have this size; the index has the same limit.
  public init(file: String?, maxBytes: Int = SearchSettings().maxIndexBytes, logger: Logger) throws(StorageError) {
    self.maxBytes = maxBytes
    database = try .open(file, format: Self.format, contents: .derived, setting: "index", tolerating: [.disk], logger: logger)
  }

  public var location: String { database.location }

  /// Number of times the file was opened. When it has changed, earlier contents may be lost.
  var openCount: Int { database.openCount }

  /// Returns the stored contents of `origin`, or of the origin used last if `origin` is `nil`. Removes damaged rows.
  func contents(of origin: String?) async throws(StorageError) -> Contents {
    let read = try await database.read { [maxBytes] db in try db.contents(of: origin ?? db.lastOrigin() ?? "", atMost: maxBytes) }
    guard !read.damagedRows.isEmpty else { return read.contents }
    // A failed removal is harmless: the rows are detected again on the next read.
    try? await database.write { db in
      if let origin = read.contents.origin { try db.removeImage(of: origin) }
      for number in read.damagedRows { try db.execute(sql: "DELETE FROM records WHERE number = ?", arguments: [number]) }
    }
    return read.contents
  }

  /// The revision of an origin's records before and after a transaction: a number that changes with them.
  struct Revisions: Sendable, Hashable {
    let before: Int64
    let after: Int64
  }

  /// Writes and removes records of an origin in one transaction, and marks the origin as the one used last. Skips rows that are unchanged.
  @discardableResult
  func apply(
    _ rows: [IndexRow], removing: [Reference] = [], counts: [KindName: Int], of origin: String?
  ) async throws(StorageError) -> Revisions {
    let origin = origin ?? ""
    return try await database.write { [maxBytes] db in
      try db.use(origin, atMost: Self.maxOrigins)
      let before = try db.revision(of: origin)
      let hasImage = try db.hasImage(of: origin)
      var isChanged = false
      for row in rows where try db.put(row, of: origin) {
        isChanged = true
        if hasImage { try db.addImageChange(row.reference, of: origin) }
      }
      for reference in removing {
        if try db.remove(reference, of: origin) { isChanged = true }
        // An image may have a record whose damaged row another worker has removed.
        if hasImage { try db.addImageChange(reference, of: origin) }
      }
      if isChanged { try db.execute(sql: "UPDATE origins SET revision = revision + 1 WHERE origin = ?", arguments: [origin]) }
      try db.execute(sql: "DELETE FROM lists WHERE origin = ?", arguments: [origin])
      for (kind, count) in counts {
        try db.execute(
          sql: "INSERT INTO lists (origin, kind, count, checksum) VALUES (?, ?, ?, ?)",
          arguments: [origin, kind.text, count, IndexRow.checksum(origin, kind.text, count, [])])
      }
      try db.shrink(to: maxBytes, keeping: origin)
      return Revisions(before: before, after: isChanged ? before + 1 : before)
    }
  }

  func close() async { await database.close() }
}

extension Database {
  /// Checks the type of every value: in a damaged file, a column may hold anything.
  fileprivate func contents(of origin: String, atMost maxBytes: Int) throws -> (contents: IndexStore.Contents, damagedRows: [Int64]) {
    var contents = IndexStore.Contents(origin: origin.isEmpty ? nil : origin)
    var damagedRows: [Int64] = []
    let rows = try Row.fetchCursor(
      // In the order of the table: faster than by the index, whose damage the check of the file at its opening does not find.
      self, sql: "SELECT number, kind, id, body, checksum, length(body) FROM records NOT INDEXED WHERE origin = ? ORDER BY number",
      arguments: [origin])
    var bytes = 0
    while let row = try rows.next() {
      let (kind, id): (DatabaseValue, DatabaseValue) = (row[1], row[2])
      let (checksum, size): (DatabaseValue, DatabaseValue) = (row[4], row[5])
      // The body is read last, so that one beyond the limits takes no memory.
      guard let kind = String.fromDatabaseValue(kind), let id = Int.fromDatabaseValue(id), let size = Int.fromDatabaseValue(size),
        size <= IndexStore.maxRecordBytes, bytes + size <= maxBytes,
        let body = Data.fromDatabaseValue(row[3] as DatabaseValue).map({ [UInt8]($0) }),
        Int64.fromDatabaseValue(checksum) == IndexRow.checksum(origin, kind, id, body)
      else {
        if let number = Int64.fromDatabaseValue(row[0] as DatabaseValue) { damagedRows.append(number) }
        continue
      }
      bytes += size
      contents.bodies.append(body)
    }
    contents.damaged = damagedRows.count
    contents.counts = try counts(of: origin)
    // Without it, only no image is saved.
    contents.revision = (try? revision(of: origin)) ?? -1
    return (contents, damagedRows)
  }

  func counts(of origin: String) throws -> [KindName: Int] {
    var counts: [KindName: Int] = [:]
    for row in try Row.fetchAll(self, sql: "SELECT kind, count, checksum FROM lists WHERE origin = ?", arguments: [origin]) {
      guard let kind = String.fromDatabaseValue(row[0] as DatabaseValue), let count = Int.fromDatabaseValue(row[1] as DatabaseValue),
        Int64.fromDatabaseValue(row[2] as DatabaseValue) == IndexRow.checksum(origin, kind, count, []), let kind = KindName(kind)
      else { continue }
      counts[kind] = count
    }
    return counts
  }

  func revision(of origin: String) throws -> Int64 {
    let value = try DatabaseValue.fetchOne(self, sql: "SELECT revision FROM origins WHERE origin = ?", arguments: [origin])
    return value.flatMap { Int64.fromDatabaseValue($0) } ?? 0
  }

  func lastOrigin() throws -> String? {
    let value = try DatabaseValue.fetchOne(self, sql: "SELECT origin FROM origins ORDER BY turn DESC LIMIT 1")
    return value.flatMap { String.fromDatabaseValue($0) }
  }

  fileprivate func use(_ origin: String, atMost most: Int) throws {
    guard try lastOrigin() != origin else { return }
    try execute(
      sql: """
        INSERT INTO origins (origin, turn) VALUES (?, (SELECT coalesce(max(turn), 0) + 1 FROM origins))
        ON CONFLICT (origin) DO UPDATE SET turn = excluded.turn
        """, arguments: [origin])
    try execute(
      sql: "DELETE FROM origins WHERE origin NOT IN (SELECT origin FROM origins ORDER BY turn DESC LIMIT ?)", arguments: [most])
    for table in IndexStore.tables { try execute(sql: "DELETE FROM \(table) WHERE origin NOT IN (SELECT origin FROM origins)") }
  }

  /// Removes the records of the least recently used origins other than `origin` until the file holds at most `limit` bytes.
  fileprivate func shrink(to limit: Int, keeping origin: String) throws {
    while try usedBytes() > limit {
      let value = try DatabaseValue.fetchOne(
        self, sql: "SELECT origin FROM origins WHERE origin <> ? ORDER BY turn LIMIT 1", arguments: [origin])
      guard let oldest = value.flatMap({ String.fromDatabaseValue($0) }) else { return }
      for table in IndexStore.tables + ["origins"] { try execute(sql: "DELETE FROM \(table) WHERE origin = ?", arguments: [oldest]) }
    }
  }

  /// The size of the pages in use. SQLite reuses the others before the file grows.
  private func usedBytes() throws -> Int {
    func value(_ pragma: String) throws -> Int { try Int.fetchOne(self, sql: "PRAGMA \(pragma)") ?? 0 }
    return try (value("page_count") - value("freelist_count")) * value("page_size")
  }

  /// Returns whether the row was new or different.
  fileprivate func put(_ row: IndexRow, of origin: String) throws -> Bool {
    let statement = try cachedStatement(
      sql: """
        INSERT INTO records (origin, kind, id, body, checksum) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (origin, kind, id) DO UPDATE SET body = excluded.body, checksum = excluded.checksum
        WHERE body IS NOT excluded.body OR checksum IS NOT excluded.checksum
        """)
    try statement.execute(
      arguments: [origin, row.reference.kind.text, row.reference.id, Data(row.body), row.checksum(origin: origin)])
    return changesCount > 0
  }

  /// Returns whether there was such a row.
  fileprivate func remove(_ reference: Reference, of origin: String) throws -> Bool {
    try cachedStatement(sql: "DELETE FROM records WHERE origin = ? AND kind = ? AND id = ?").execute(
      arguments: [origin, reference.kind.text, reference.id])
    return changesCount > 0
  }
}
