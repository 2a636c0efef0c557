import Databases
import Logging
import Platform
import TestSupport
import Testing

extension DatabaseFormat {
  static let notes = DatabaseFormat(
    name: "notes", applicationID: 0x4E4F_5445, migrations: ["CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT"])

  /// The next version of the format.
  static let taggedNotes = DatabaseFormat(
    name: "notes", applicationID: notes.applicationID,
    migrations: notes.migrations + ["ALTER TABLE notes ADD COLUMN tag TEXT NOT NULL DEFAULT 'none'"])
}

/// A database file of notes in a temporary folder.
struct NotesFile {
  static let advice = "put the notes elsewhere"

  let folder: TemporaryDirectory
  let log = LogRecorder()
  var path: String { folder.file("notes.sqlite") }

  init() throws { folder = try TemporaryDirectory() }

  func file(
    _ other: String? = nil, format: DatabaseFormat = .notes, contents: DatabaseFile.Contents = .derived
  ) -> DatabaseFile {
    DatabaseFile(other ?? path, format: format, contents: contents, advice: Self.advice, logger: log.logger)
  }

  func open(
    _ other: String? = nil, format: DatabaseFormat = .notes, contents: DatabaseFile.Contents = .derived
  ) throws(StorageError) -> SharedDatabase {
    try SharedDatabase(file(other, format: format, contents: contents))
  }

  /// Returns the bytes of the file.
  func bytes() throws -> [UInt8] { try #require(Files.bytes(path)) }

  /// Adds `count` notes and closes the file.
  func fill(_ count: Int) async throws {
    let database = try open()
    try await database.add(count)
    await database.close()
  }

  /// Executes a statement bypassing the code under test.
  func execute(_ sql: String) async throws {
    try Database(path).run(sql)
  }

  /// Overwrites part of the file with garbage.
  func overwrite(from start: Int = 0, count: Int) throws {
    try Files.overwrite(path, at: start, with: [UInt8](repeating: UInt8(ascii: "x"), count: count))
  }

  func exists(_ suffix: String) -> Bool { FileSystem.exists(path + suffix) }
}

extension SharedDatabase {
  func add(_ count: Int) async throws(StorageError) {
    try await write { db in
      for _ in 0..<count {
        try db.execute("INSERT INTO notes (text) VALUES (?)", [String(repeating: "note ", count: 100)])
      }
    }
  }

  var count: Int {
    get async throws(StorageError) { try await read { try $0.integer("SELECT count(text) FROM notes") ?? 0 } }
  }
}
