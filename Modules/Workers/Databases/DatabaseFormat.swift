@_exported public import struct Platform.CodedError

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
  func validate(_ db: Database, completeCheckLimit: Int, at path: String, advice: String) throws {
    let applicationID = Int32(truncatingIfNeeded: try db.integer("PRAGMA application_id") ?? 0)
    let version = try db.integer("PRAGMA user_version") ?? 0
    let tables = try Self.tables(db)
    guard applicationID == self.applicationID || (applicationID == 0 && tables.isEmpty) else {
      guard DatabaseHeader.areSimilar(applicationID, self.applicationID), try version > 0 && tables == self.tables(of: version) else {
        throw StorageError(.foreign, "'\(path)' belongs to another program; \(advice)")
      }
      throw StorageError(.damaged, "'\(path)' is damaged: its application ID is \(applicationID)")
    }
    guard version >= 0 else { throw StorageError(.damaged, "'\(path)' is damaged: its format is \(version)") }
    guard version <= migrations.count else {
      throw StorageError(
        .newer, "'\(path)' was written by a newer version (format \(version); this version supports up to \(migrations.count))")
    }
    // A migration would change a damaged file, and hide the damage until the tables are used. There may be others, such as SQLite's statistics.
    if version < migrations.count, applicationID == self.applicationID, version > 0 || !tables.isEmpty {
      let expected = try self.tables(of: version)
      guard expected.isSubset(of: tables), try self.tables(of: migrations.count).subtracting(expected).isDisjoint(with: tables) else {
        throw StorageError(.damaged, "'\(path)' is damaged: its tables are not those of its format version \(version)")
      }
    }
    let pages = try db.integer("PRAGMA page_count") ?? 0
    let pageSize = try db.integer("PRAGMA page_size") ?? 0
    guard pages * pageSize > completeCheckLimit else {
      let verdict = try db.texts("PRAGMA quick_check(1)").first ?? "no answer"
      guard verdict == "ok" else { throw StorageError(.damaged, "'\(path)' is damaged: \(verdict)") }
      return
    }
    for table in tables {
      try db.query("SELECT * FROM \"\(table.replacing("\"", with: "\"\""))\" LIMIT 1") { _ in false }
    }
  }

  private static func tables(_ db: Database) throws -> Set<String> {
    Set(try db.texts("SELECT name FROM sqlite_schema WHERE type = 'table'"))
  }

  /// Returns the names of the tables of `version`.
  private func tables(of version: Int) throws -> Set<String> {
    let empty = try Database(Database.memory)
    // A migration that this SQLite rejects fails when it is applied, with a message.
    for migration in migrations.prefix(version) { try? empty.run(migration) }
    return try Self.tables(empty)
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

/// The header of a SQLite file (https://www.sqlite.org/fileformat.html, section 1.3), as far as it tells that a file is damaged although
/// SQLite gives another reason for not opening it, such as a format that it does not support. Pure.
struct DatabaseHeader: Sendable, Hashable {
  /// Size in bytes.
  static let size = 100
  private static let magic = Array("SQLite format 3".utf8) + [0]

  let applicationID: Int32
  /// A value that no version of SQLite writes; `nil` if there is none.
  let damage: String?

  /// Returns `nil` if the file is not one of SQLite.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.size, bytes.starts(with: Self.magic) else { return nil }
    func number(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    applicationID = Int32(bitPattern: number(at: 68))
    let fields: [(name: String, value: UInt32, valid: ClosedRange<UInt32>)] = [
      ("write version", UInt32(bytes[18]), 1...2), ("read version", UInt32(bytes[19]), 1...2), ("schema format", number(at: 44), 0...4),
      ("text encoding", number(at: 56), 0...3),
    ]
    damage = fields.first { !$0.valid.contains($0.value) }.map { "its \($0.name) is \($0.value)" }
  }

  /// Whether two application IDs differ in one byte at most, as after damage to one byte of a file.
  static func areSimilar(_ left: Int32, _ right: Int32) -> Bool {
    let difference = UInt32(bitPattern: left ^ right)
    return (0..<4).count { difference >> ($0 * 8) & 0xFF != 0 } <= 1
  }
}

/// An error of a store or its database file.
public typealias StorageError = CodedError<StorageErrorCode>

/// The codes of ``StorageError``.
public struct StorageErrorCode: Sendable, Hashable, CustomStringConvertible {
  public let description: String

  /// Creates a code of a particular store.
  public init(_ description: String) { self.description = description }

  /// The file belongs to another program, or to another store of this program. It is not touched.
  public static let foreign = Self("foreign")
  /// The file cannot be opened, read or written.
  public static let unavailable = Self("unavailable")
  /// The disk is full, failing or read-only. The file may become usable later.
  public static let disk = Self("disk")
  /// The operation takes too long, or others do.
  public static let slow = Self("slow")
  /// The file holds data that no version of this program writes.
  public static let damaged = Self("damaged")
  /// The file was removed, or another file is in its place.
  public static let replaced = Self("replaced")
  /// The write-ahead log has grown beyond its limit.
  public static let oversized = Self("oversized")
  /// The file was written by a newer version of this program.
  public static let newer = Self("newer")
}
