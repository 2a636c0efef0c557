import Databases
import Platform
import TestSupport
import Testing

/// Files that are refused, each with a message that says what to do.
struct RefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: StorageError.Code
    let message: String
    /// Sets up the problem. Returns the path to open; `nil` means the path of the notes.
    let prepare: @Sendable (NotesFile) async throws -> String?
  }

  static let cases = [
    Case(testDescription: "tables of another program", code: .foreign, message: "belongs to another program") { notes in
      try await notes.execute("CREATE TABLE photos (id)")
      return nil
    },
    Case(testDescription: "another store of this program", code: .foreign, message: "belongs to another program") { notes in
      try await notes.fill(1)
      try await notes.execute("PRAGMA application_id = 7")
      return nil
    },
    Case(testDescription: "a similar application ID, other tables", code: .foreign, message: "belongs to another program") { notes in
      try await notes.fill(1)
      try await notes.execute("CREATE TABLE photos (id); PRAGMA application_id = \(DatabaseFormat.notes.applicationID ^ 1)")
      return nil
    },
    Case(testDescription: "another program, newer", code: .foreign, message: "belongs to another program") { notes in
      try await notes.execute("PRAGMA application_id = 7; PRAGMA user_version = 99")
      return nil
    },
    Case(testDescription: "a folder that cannot be created", code: .unavailable, message: "cannot create the folder '/dev/null/x'") { _ in
      "/dev/null/x/notes.sqlite"
    },
    Case(testDescription: "a lock file that cannot be created", code: .unavailable, message: "cannot create the lock file") { notes in
      try Folder.create("\(notes.path).lock")
      return nil
    },
    Case(testDescription: "a folder in its place", code: .unavailable, message: "the notes file") { notes in
      try Folder.create(notes.path)
      return nil
    },
    namedPipe(""), namedPipe("-wal"), namedPipe("-shm"), namedPipe("-journal"),
    Case(testDescription: "a link to a named pipe", code: .unavailable, message: "not a regular file") { notes in
      try Files.makeNamedPipe("\(notes.path).pipe")
      try Files.link(notes.path, to: "\(notes.path).pipe")
      return nil
    },
  ]

  /// Opening a named pipe blocks until another process opens the other end.
  private static func namedPipe(_ suffix: String) -> Case {
    Case(testDescription: "a named pipe at \(suffix.isEmpty ? "the path" : suffix)", code: .unavailable, message: "not a regular file") {
      notes in
      try Files.makeNamedPipe(notes.path + suffix)
      return nil
    }
  }

  @Test(.timeLimit(.minutes(5)), arguments: cases) func `a file that cannot be used is refused and left unchanged`(_ refused: Case)
    async throws
  {
    let notes = try NotesFile()
    let other = try await refused.prepare(notes)
    let error = #expect(throws: StorageError.self) { try notes.open(other) }
    #expect(error?.code == refused.code)
    #expect(error?.message.contains(refused.message) == true, "\(error?.message ?? "")")
    #expect(error?.message.hasSuffix("; \(NotesFile.advice)") == true, "\(error?.message ?? "")")
    #expect(!notes.exists(".damaged-1"))
    #expect(notes.log.lines.isEmpty)
  }

  /// Such as one for which this SQLite was built without a module.
  @Test(arguments: ["CREATE VIRTUAL TABLE words USING missing(text)", "CREATE TABLE x (id INTEGER) MISSING"])
  func `a migration that SQLite rejects is no damage`(migration: String) throws {
    let notes = try NotesFile()
    let format = DatabaseFormat(name: "notes", applicationID: DatabaseFormat.notes.applicationID, migrations: [migration])
    for _ in 0..<2 {
      let error = #expect(throws: StorageError.self) { try notes.open(format: format) }
      #expect(error?.code == .unavailable)
      #expect(error?.message.contains("missing") == true || error?.message.contains("MISSING") == true, "\(error?.message ?? "")")
      #expect(!notes.exists(".damaged-1"))
    }
  }
}
