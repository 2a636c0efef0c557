import Databases
import GRDB
import Glibc
import Logging
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
    DatabaseFile(other ?? path, format: format, contents: contents, advice: Self.advice, journalSizeLimit: 1 << 20, logger: log.logger)
  }

  func open(
    _ other: String? = nil, format: DatabaseFormat = .notes, contents: DatabaseFile.Contents = .derived
  ) throws(StorageError) -> SharedDatabase {
    try SharedDatabase(file(other, format: format, contents: contents))
  }

  /// Returns the bytes of the file.
  func bytes() throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    return bytes
  }

  /// Adds `count` notes and closes the file.
  func fill(_ count: Int) async throws {
    let database = try open()
    try await database.add(count)
    await database.close()
  }

  /// Executes a statement with plain GRDB, bypassing the code under test.
  func execute(_ sql: String) async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// Overwrites part of the file with garbage.
  func overwrite(from start: Int = 0, count: Int) throws {
    let file = try #require(fopen(path, "r+"))
    fseek(file, start, SEEK_SET)
    for _ in 0..<count { fputs("x", file) }
    fclose(file)
  }

  func exists(_ suffix: String) -> Bool { access(path + suffix, F_OK) == 0 }
}

extension SharedDatabase {
  func add(_ count: Int) async throws(StorageError) {
    try await write { db in
      for _ in 0..<count {
        try db.execute(sql: "INSERT INTO notes (text) VALUES (?)", arguments: [String(repeating: "note ", count: 100)])
      }
    }
  }

  var count: Int {
    get async throws(StorageError) { try await read { try Int.fetchOne($0, sql: "SELECT count(text) FROM notes") ?? 0 } }
  }
}
