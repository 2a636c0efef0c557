import CSQLite

/// The format of a database: its application ID and its schema as a list of migrations.
public struct DatabaseFormat: Sendable {
  /// One word for messages, such as `cache` for a cache file.
  public let name: String
  /// The `application_id` in the file, which distinguishes it from databases of other programs.
  public let applicationID: Int32
  /// The SQL statements that migrate a file from version 0 to 1, from 1 to 2, and so on. `user_version` holds the number of migrations
  /// applied. A released migration never changes; append a new one instead.
  public let migrations: [String]

  public init(name: String, applicationID: Int32, migrations: [String]) {
    self.name = name
    self.applicationID = applicationID
    self.migrations = migrations
  }

  /// Checks the application ID, the version, the tables of an older version, and the integrity of a database. Reads only.
  ///
  /// A database of more than `completeCheckLimit` bytes is checked briefly: its schema and the first row of each table, which takes the
  /// same time whatever its size. Damage elsewhere is found when it is read. A smaller one is read completely (`PRAGMA quick_check`).
  ///
  /// Throws a ``StorageError`` for a database that cannot be used, and any error of SQLite.
  /// - Parameters:
  ///   - path: the file, for messages.
  ///   - advice: what to do when the file belongs to another program.
  func validate(_ db: Database, completeCheckLimit: Int, at path: String, advice: String) throws {
    let applicationID = Int32(truncatingIfNeeded: try db.integer("PRAGMA application_id") ?? 0)
    let version = try db.integer("PRAGMA user_version") ?? 0
    let tables = try db.integer("SELECT count(*) FROM sqlite_schema") ?? 0
    guard applicationID == self.applicationID || (applicationID == 0 && tables == 0) else {
      guard DatabaseHeader.areSimilar(applicationID, self.applicationID), version > 0, try hasTables(of: version, db) else {
        throw StorageError(.foreign, "'\(path)' belongs to another program; \(advice)")
      }
      throw StorageError(.damaged, "'\(path)' is damaged: its application ID is \(applicationID)")
    }
    guard version >= 0 else { throw StorageError(.damaged, "'\(path)' is damaged: its format is \(version)") }
    guard version <= migrations.count else {
      throw StorageError(
        .newer, "'\(path)' was written by a newer version (format \(version); this version supports up to \(migrations.count))")
    }
    // A migration would change a damaged file, and hide the damage until the tables are used.
    let isOlder = version < migrations.count && applicationID == self.applicationID && (version > 0 || tables > 0)
    guard try !isOlder || canMigrate(from: version, db) else {
      throw StorageError(.damaged, "'\(path)' is damaged: its tables are not those of its format version \(version)")
    }
    let pages = try db.integer("PRAGMA page_count") ?? 0
    let pageSize = try db.integer("PRAGMA page_size") ?? 0
    guard pages * pageSize > completeCheckLimit else {
      let verdict = try db.texts("PRAGMA quick_check(1)").first ?? "no answer"
      guard verdict == "ok" else { throw StorageError(.damaged, "'\(path)' is damaged: \(verdict)") }
      return
    }
    for table in try db.texts("SELECT name FROM sqlite_schema WHERE type = 'table'") {
      try db.query("SELECT * FROM \"\(table.replacing("\"", with: "\"\""))\" LIMIT 1") { _ in false }
    }
  }

  /// Whether the tables and indices are exactly those of `version`; those of version 0 are none.
  private func hasTables(of version: Int, _ db: Database) throws -> Bool {
    let sql = "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema ORDER BY 1"
    guard (0...migrations.count).contains(version) else { return false }
    let empty = try Database(Database.memory)
    for migration in migrations.prefix(version) { try empty.run(migration) }
    return try db.texts(sql) == empty.texts(sql)
  }

  /// Whether the tables of `version` are there by their names, and none of those that the next migrations create. There may be others, such
  /// as the statistics of SQLite.
  private func canMigrate(from version: Int, _ db: Database) throws -> Bool {
    func tables(_ db: Database) throws -> Set<String> {
      Set(try db.texts("SELECT name FROM sqlite_schema WHERE type = 'table'"))
    }
    let actual = try tables(db)
    let empty = try Database(Database.memory)
    for migration in migrations.prefix(version) { try empty.run(migration) }
    let expected = try tables(empty)
    // A migration that this SQLite rejects fails when it is applied, with a message.
    for migration in migrations.dropFirst(version) { try? empty.run(migration) }
    let later = try tables(empty)
    return expected.isSubset(of: actual) && later.subtracting(expected).isDisjoint(with: actual)
  }

  /// Applies the migrations that a validated database lacks. Throws ``StorageErrorCode/damaged`` if its tables are not those of its version,
  /// and any error of SQLite.
  func migrate(_ db: Database, at path: String) throws {
    do { try migrate(db) } catch let error as DatabaseError where error.code == SQLITE_ERROR {
      guard try !hasTables(of: db.integer("PRAGMA user_version") ?? 0, db) else { throw error }
      throw StorageError(
        .damaged, "'\(path)' is damaged: its tables are not those of its format version (\(error.message))", cause: error)
    }
  }

  /// Applies the migrations that a new or validated database lacks. Throws any error of SQLite.
  func migrate(_ db: Database) throws {
    // Checked outside a transaction first: usually there is nothing to migrate.
    guard try db.integer("PRAGMA user_version") ?? 0 < migrations.count else { return }
    try db.transaction(isWriting: true) {
      let version = try db.integer("PRAGMA user_version") ?? 0
      for migration in migrations.dropFirst(version) { try db.run(migration) }
      try db.run("PRAGMA application_id = \(self.applicationID); PRAGMA user_version = \(max(version, migrations.count))")
    }
  }
}
