import Databases
import FoundationEssentials
import GRDB
public import Logging
import Models
import OrderedJSON

/// Keeps the indexed records, and for full text a table (SQLite FTS5) of what is written in them.
///
/// Rows depend on nothing but their record, so several workers may write the same file: the row says which records it points to, not
/// what these are called, and a search for `tatooine` asks for rows that say `tatooine` or point to a record of that name.
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
      """
    ])

  /// What is stored, as it was put.
  public struct Contents: Sendable {
    var bodies: [[UInt8]] = []
    var counts: [KindName: Int] = [:]
  }

  private let database: SearchDatabase

  /// - Parameter file: `nil` keeps everything in memory.
  public init(file: String?, logger: Logger) throws(SearchError) {
    database = try SearchDatabase(file: file, format: Self.format, logger: logger)
  }

  public var location: String { database.location }

  func contents() async throws(SearchError) -> Contents {
    try await database.read { db in
      var contents = Contents()
      let rows = try Row.fetchCursor(db, sql: "SELECT body FROM records ORDER BY number")
      while let row = try rows.next() {
        try row.withUnsafeData(atIndex: 0) { if let body = $0 { contents.bodies.append(Array(body)) } }
      }
      for row in try Row.fetchAll(db, sql: "SELECT kind, count FROM lists") {
        if let kind = KindName(row[0] as String) { contents.counts[kind] = row[1] }
      }
      return contents
    }
  }

  /// Puts and removes records in one transaction. Rows that hold the same already are left alone.
  func apply(_ rows: [IndexRow], removing: [Reference] = [], counts: [KindName: Int]) async throws(SearchError) {
    try await database.write { db in
      for row in rows { try db.put(row) }
      for reference in removing { try db.remove(reference) }
      try db.execute(sql: "DELETE FROM lists")
      for (kind, count) in counts {
        try db.execute(sql: "INSERT INTO lists (kind, count) VALUES (?, ?)", arguments: [kind.text, count])
      }
    }
  }

  /// The records whose row matches an FTS5 expression.
  func records(matching expression: String) async throws(SearchError) -> [Reference] {
    try await database.read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT kind, id FROM records JOIN texts ON texts.rowid = records.number WHERE texts MATCH ?")
      return try Row.fetchAll(statement, arguments: [expression]).compactMap { row in
        KindName(row[0] as String).map { Reference($0, row[1]) }
      }
    }
  }

  func close() async { await database.close() }
}

extension Database {
  fileprivate func put(_ row: IndexRow) throws {
    let key: StatementArguments = [row.reference.kind.text, row.reference.id]
    let body = Data(row.body)
    let known = try Row.fetchOne(
      try cachedStatement(sql: "SELECT number, body = ? FROM records WHERE kind = ? AND id = ?"), arguments: [body] + key)
    if let known {
      guard !(known[1] as Bool) else { return }
      let number: Int64 = known[0]
      try cachedStatement(sql: "UPDATE records SET body = ? WHERE number = ?").execute(arguments: [body, number])
      try cachedStatement(sql: "UPDATE texts SET name = ?, fields = ?, links = ? WHERE rowid = ?").execute(
        arguments: [row.name, row.fields, row.links, number])
    } else {
      try cachedStatement(sql: "INSERT INTO records (kind, id, body) VALUES (?, ?, ?)").execute(arguments: key + [body])
      try cachedStatement(sql: "INSERT INTO texts (rowid, name, fields, links) VALUES (?, ?, ?, ?)").execute(
        arguments: [lastInsertedRowID, row.name, row.fields, row.links])
    }
  }

  fileprivate func remove(_ reference: Reference) throws {
    let key: StatementArguments = [reference.kind.text, reference.id]
    guard let number = try Int64.fetchOne(self, sql: "SELECT number FROM records WHERE kind = ? AND id = ?", arguments: key) else { return }
    try execute(sql: "DELETE FROM texts WHERE rowid = ?", arguments: [number])
    try execute(sql: "DELETE FROM records WHERE number = ?", arguments: [number])
  }
}
