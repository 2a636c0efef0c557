import Databases
import GRDB
import Glibc
import TestSupport
import Testing

/// What a file goes through in its life.
struct SharedDatabaseTests {
  private let notes: NotesFile

  init() throws { notes = try NotesFile() }

  @Test func `a file survives a restart, in folders made for it`() async throws {
    let path = notes.folder.file("new/folder/notes.sqlite")
    for expected in [0, 3, 6] {
      let database = try notes.open(path)
      #expect(database.location == path)
      #expect(try await database.count == expected)
      try await database.add(3)
      await database.close()
    }
    #expect(notes.log.lines.isEmpty)
    var status = stat()
    #expect(stat(notes.folder.file("new"), &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test func `memory holds the same tables`() async throws {
    let database = try SharedDatabase(inMemory: .notes)
    try await database.add(3)
    #expect(try await database.count == 3)
    #expect(database.location == "the memory of this process")
    await database.close()
  }

  @Test func `an older file takes the steps it lacks`() async throws {
    try await notes.fill(3)
    for _ in 0..<2 {
      let database = try notes.open(format: .taggedNotes)
      #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM notes WHERE tag = 'none'") } == 3)
      await database.close()
    }
    #expect(notes.log.lines.isEmpty)
  }

  @Test func `a step that fails leaves the file as it was`() async throws {
    try await notes.fill(3)
    let broken = DatabaseFormat(
      name: "notes", application: DatabaseFormat.notes.application,
      steps: DatabaseFormat.notes.steps + ["DELETE FROM notes; this is no statement"])
    let error = #expect(throws: StorageError.self) { try notes.open(format: broken) }
    #expect(error?.code == .unavailable)
    let database = try notes.open()
    #expect(try await database.count == 3)
    await database.close()
  }

  @Test func `several share a file`() async throws {
    let databases = [try notes.open(), try notes.open()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 { group.addTask { try await databases[number % 2].add(1) } }
      try await group.waitForAll()
    }
    for database in databases { #expect(try await database.count == 40) }
    for database in databases { await database.close() }
  }

  enum Damage: String, CaseIterable, Sendable { case garbage, cutShort, overwritten, emptied }

  @Test(arguments: Damage.allCases) func `what cannot be used is set aside`(_ damage: Damage) async throws {
    try await notes.fill(200)
    switch damage {
    case .garbage: try notes.folder.write("this is no database, but long enough to be taken for one by its length", to: "notes.sqlite")
    case .cutShort: #expect(truncate(notes.path, 10_000) == 0)
    case .overwritten: try notes.overwrite(from: 4_096, count: 20_000)
    case .emptied: try notes.folder.write(String(repeating: "x", count: 8_192), to: "notes.sqlite")
    }
    let database = try notes.open()
    #expect(notes.exists(".damaged-1"))
    #expect(notes.log.lines.count == 1)
    #expect(notes.log.lines.allSatisfy { $0.contains("set aside") && $0.contains("\(notes.path).damaged-1") })
    #expect(try await database.count == 0)
    try await database.add(1)
    #expect(try await database.count == 1)
    await database.close()
  }

  @Test func `each file set aside keeps its place`() async throws {
    for number in 1...3 {
      try notes.folder.write(String(repeating: "junk", count: 100 * number), to: "notes.sqlite")
      await (try notes.open()).close()
      #expect(notes.exists(".damaged-\(number)"))
    }
    #expect(!notes.exists(".damaged-4"))
  }

  /// Whoever comes second finds the new file.
  @Test func `of several that start at once, one sets the file aside`() async throws {
    try notes.folder.write(String(repeating: "junk", count: 4_096), to: "notes.sqlite")
    try await withThrowingTaskGroup(of: SharedDatabase.self) { group in
      for _ in 0..<6 { group.addTask { try notes.open() } }
      for try await database in group {
        try await database.add(1)
        await database.close()
      }
    }
    #expect(notes.exists(".damaged-1") && !notes.exists(".damaged-2"))
    #expect(notes.log.lines.count == 1)
    let database = try notes.open()
    #expect(try await database.count == 6)
    await database.close()
  }

  @Test func `damage while it is in use heals`() async throws {
    try await notes.fill(2_000)
    let database = try notes.open()
    try notes.overwrite(count: 600_000)
    // Pages that SQLite holds in memory may carry it a little further; as soon as it reads the file it finds out.
    for _ in 0..<2 {
      try await database.add(1)
      _ = try await database.count
    }
    #expect(try await database.count < 2_000)
    #expect(notes.exists(".damaged-1"))
    await database.close()
  }
}
