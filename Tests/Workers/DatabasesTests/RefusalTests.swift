import Databases
import GRDB
import Glibc
import TestSupport
import Testing

/// Files that are left alone, each with a sentence that says what to do.
struct RefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: StorageError.Code
    let says: String
    /// Makes the trouble; the path to open, where it is another than that of the notes.
    let prepare: @Sendable (NotesFile) async throws -> String?
  }

  static let cases = [
    Case(testDescription: "tables of another program", code: .foreign, says: "is a database of another program") { notes in
      try await notes.execute("CREATE TABLE photos (id)")
      return nil
    },
    Case(testDescription: "another store of this program", code: .foreign, says: "is a database of another program") { notes in
      try await notes.fill(1)
      try await notes.execute("PRAGMA application_id = 7")
      return nil
    },
    Case(testDescription: "another program, newer", code: .foreign, says: "is a database of another program") { notes in
      try await notes.execute("PRAGMA application_id = 7; PRAGMA user_version = 99")
      return nil
    },
    Case(testDescription: "a folder that cannot be made", code: .unavailable, says: "cannot make the folder '/dev/null/x'") { _ in
      "/dev/null/x/notes.sqlite"
    },
    Case(testDescription: "a folder that takes no lock", code: .unavailable, says: "cannot write beside the notes file") { notes in
      #expect(mkdir("\(notes.path).lock", 0o700) == 0)
      return nil
    },
    Case(testDescription: "a folder in its place", code: .unavailable, says: "the notes file") { notes in
      #expect(mkdir(notes.path, 0o700) == 0)
      return nil
    },
  ]

  @Test(arguments: cases) func `what is in the way is left alone`(_ refused: Case) async throws {
    let notes = try NotesFile()
    let other = try await refused.prepare(notes)
    let error = #expect(throws: StorageError.self) { try notes.open(other) }
    #expect(error?.code == refused.code)
    #expect(error?.message.contains(refused.says) == true, "\(error?.message ?? "")")
    #expect(error?.message.hasSuffix("; \(NotesFile.advice)") == true, "\(error?.message ?? "")")
    #expect(!notes.exists(".damaged-1"))
    #expect(notes.log.lines.isEmpty)
  }

  @Test func `a failure of SQLite names the file and its reason`() async throws {
    let notes = try NotesFile()
    let database = try notes.open()
    let error = await #expect(throws: StorageError.self) { try await database.write { try $0.execute(sql: "DELETE FROM drafts") } }
    #expect(error?.code == .unavailable)
    #expect(error?.message == "the notes file '\(notes.path)' cannot be used: no such table: drafts; \(NotesFile.advice)")
    #expect(error?.cause is DatabaseError)
    await database.close()
  }
}
