import Databases
import FoundationEssentials
import GRDB
public import Logging
import Models
import OrderedJSON

/// Keeps the indexed records for the next start, apart for each origin. Searching never reads it: whatever happens to the file, what is in
/// memory is found.
///
/// Each row has a checksum, and rows that are not what was written are dropped. Several workers may write the same file. While the file
/// cannot be opened, for example on a full disk, every operation throws, and the next one tries again.
public final class IndexStore: Sendable {
  /// "HOLS" tells its file from those of others.
  private static let format = DatabaseFormat(
    name: "index", application: 0x484F_4C53,
    steps: [
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
      // What a file of version 1 holds does not say which origin it comes from, so it is not kept.
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
    ])

  /// Origins of which records are kept; those used the longest ago go first.
  static let mostOrigins = 8

  /// What is stored of an origin, as it was put.
  struct Contents: Sendable {
    var origin: String?
    var bodies: [[UInt8]] = []
    var counts: [KindName: Int] = [:]
    /// Rows that are not what was written. They are not among the others.
    var damaged = 0
  }

  let database: SearchDatabase

  /// Throws for a file of another program and for a place where no file can be. A full or failing disk is no reason to: the records are
  /// then kept in memory until it can be written.
  ///
  /// - Parameter file: `nil` keeps everything in memory.
  public init(file: String?, logger: Logger) throws(SearchError) {
    database = try SearchDatabase(file: file, format: Self.format, contents: .derived, goingOnWithout: [.disk], logger: logger)
  }

  public var location: String { database.location }

  /// How many times the file was opened. When this has changed, what was stored before may be gone.
  var openings: Int { database.openings }

  /// What is stored of `origin`; of the one used last where it is `nil`. Removes damaged rows.
  func contents(of origin: String?) async throws(SearchError) -> Contents {
    let read = try await database.read { try $0.contents(of: origin ?? $0.lastOrigin() ?? "") }
    guard !read.damagedRows.isEmpty else { return read.contents }
    // What cannot be removed is found damaged again the next time.
    try? await database.write { db in
      for number in read.damagedRows { try db.execute(sql: "DELETE FROM records WHERE number = ?", arguments: [number]) }
    }
    return read.contents
  }

  /// Puts and removes records of an origin in one transaction, and makes it the one used last. Rows that hold the same already are left alone.
  func apply(_ rows: [IndexRow], removing: [Reference] = [], counts: [KindName: Int], of origin: String?) async throws(SearchError) {
    let origin = origin ?? ""
    try await database.write { db in
      try db.use(origin, atMost: Self.mostOrigins)
      for row in rows { try db.put(row, of: origin) }
      for reference in removing { try db.remove(reference, of: origin) }
      try db.execute(sql: "DELETE FROM lists WHERE origin = ?", arguments: [origin])
      for (kind, count) in counts {
        try db.execute(
          sql: "INSERT INTO lists (origin, kind, count, checksum) VALUES (?, ?, ?, ?)",
          arguments: [origin, kind.text, count, IndexRow.checksum(origin, kind.text, count, [])])
      }
    }
  }

  func close() async { await database.close() }
}

extension Database {
  /// Values are read as what they are: in a damaged file a column may hold anything.
  fileprivate func contents(of origin: String) throws -> (contents: IndexStore.Contents, damagedRows: [Int64]) {
    var contents = IndexStore.Contents(origin: origin.isEmpty ? nil : origin)
    var damagedRows: [Int64] = []
    let rows = try Row.fetchCursor(
      self, sql: "SELECT number, kind, id, body, checksum FROM records WHERE origin = ? ORDER BY number", arguments: [origin])
    while let row = try rows.next() {
      let (kind, id): (DatabaseValue, DatabaseValue) = (row[1], row[2])
      let (body, checksum): (DatabaseValue, DatabaseValue) = (row[3], row[4])
      guard let kind = String.fromDatabaseValue(kind), let id = Int.fromDatabaseValue(id), let body = Data.fromDatabaseValue(body),
        Int64.fromDatabaseValue(checksum) == IndexRow.checksum(origin, kind, id, body)
      else {
        if let number = Int64.fromDatabaseValue(row[0] as DatabaseValue) { damagedRows.append(number) }
        continue
      }
      contents.bodies.append(Array(body))
    }
    contents.damaged = damagedRows.count
    for row in try Row.fetchAll(self, sql: "SELECT kind, count, checksum FROM lists WHERE origin = ?", arguments: [origin]) {
      guard let kind = String.fromDatabaseValue(row[0] as DatabaseValue), let count = Int.fromDatabaseValue(row[1] as DatabaseValue),
        Int64.fromDatabaseValue(row[2] as DatabaseValue) == IndexRow.checksum(origin, kind, count, []), let kind = KindName(kind)
      else { continue }
      contents.counts[kind] = count
    }
    return (contents, damagedRows)
  }

  fileprivate func lastOrigin() throws -> String? {
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
    for table in ["records", "lists"] { try execute(sql: "DELETE FROM \(table) WHERE origin NOT IN (SELECT origin FROM origins)") }
  }

  fileprivate func put(_ row: IndexRow, of origin: String) throws {
    let statement = try cachedStatement(
      sql: """
        INSERT INTO records (origin, kind, id, body, checksum) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (origin, kind, id) DO UPDATE SET body = excluded.body, checksum = excluded.checksum
        WHERE body IS NOT excluded.body OR checksum IS NOT excluded.checksum
        """)
    try statement.execute(
      arguments: [origin, row.reference.kind.text, row.reference.id, Data(row.body), row.checksum(origin: origin)])
  }

  fileprivate func remove(_ reference: Reference, of origin: String) throws {
    try cachedStatement(sql: "DELETE FROM records WHERE origin = ? AND kind = ? AND id = ?").execute(
      arguments: [origin, reference.kind.text, reference.id])
  }
}
