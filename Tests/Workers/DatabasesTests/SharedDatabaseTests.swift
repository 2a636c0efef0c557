import Databases
import Platform
import TestSupport
import Testing

/// The life cycle of a file: creation, migration, sharing, damage.
struct SharedDatabaseTests {
  private let notes: NotesFile

  init() throws { notes = try NotesFile() }

  @Test func `a file keeps its rows across restarts, and missing folders are created`() async throws {
    let path = notes.folder.file("new/folder/notes.sqlite")
    for expected in [0, 3, 6] {
      let database = try notes.open(path)
      #expect(database.location == path)
      #expect(try await database.count == expected)
      try await database.add(3)
      await database.close()
    }
    #expect(notes.log.lines.isEmpty)
    #expect(Files.mode(notes.folder.file("new")) == 0o700)
  }

  @Test func `a migration that fails leaves the file unchanged`() async throws {
    try await notes.fill(3)
    let broken = DatabaseFormat(
      name: "notes", applicationID: DatabaseFormat.notes.applicationID,
      migrations: DatabaseFormat.notes.migrations + ["DELETE FROM notes; this is no statement"])
    let error = #expect(throws: StorageError.self) { try notes.open(format: broken) }
    #expect(error?.code == .unavailable)
    let database = try notes.open()
    #expect(try await database.count == 3)
    await database.close()
  }

  enum Damage: String, CaseIterable, Sendable { case garbage, cutShort, overwritten, emptied }

  @Test(arguments: Damage.allCases, [DatabaseFile.Contents.derived, .userData])
  func `a damaged file is set aside unchanged, and replaced`(_ damage: Damage, _ contents: DatabaseFile.Contents) async throws {
    try await notes.fill(200)
    switch damage {
    case .garbage: try notes.folder.write("this is no database, but long enough to be taken for one by its length", to: "notes.sqlite")
    case .cutShort: try Files.truncate(notes.path, to: 10_000)
    case .overwritten: try notes.overwrite(from: 4_096, count: 20_000)
    case .emptied: try notes.folder.write(String(repeating: "x", count: 8_192), to: "notes.sqlite")
    }
    let damaged = try notes.bytes()
    for isDamaged in [true, false] {
      let database = try notes.open(contents: contents)
      #expect(database.setAside == (isDamaged ? "\(notes.path).damaged-1" : nil))
      #expect(try await database.count == (isDamaged ? 0 : 1))
      try await database.add(1)
      await database.close()
    }
    #expect(Files.bytes("\(notes.path).damaged-1") == damaged)
    #expect(notes.log.lines.count == 1)
    #expect(notes.log.lines.allSatisfy { $0.contains("set aside") && $0.contains("\(notes.path).damaged-1") })
  }

  @Test func `each file that is set aside gets its own name`() async throws {
    for number in 1...2 {
      try notes.folder.write(String(repeating: "junk", count: 100 * number), to: "notes.sqlite")
      await (try notes.open()).close()
      #expect(notes.exists(".damaged-\(number)") && !notes.exists(".damaged-\(number + 1)"))
    }
  }

  /// The others find the new file.
  @Test func `when several open a damaged file at once, only one sets it aside`() async throws {
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

  @Test(arguments: [DatabaseFile.Contents.derived, .userData])
  func `a file that is damaged while in use is set aside and replaced`(_ contents: DatabaseFile.Contents) async throws {
    try await notes.fill(2_000)
    let database = try notes.open(contents: contents)
    try notes.overwrite(count: 600_000)
    // Pages cached in memory may hide the damage for a while; SQLite detects it as soon as it reads the file.
    for _ in 0..<2 {
      try await database.add(1)
      _ = try await database.count
    }
    #expect(try await database.count < 2_000)
    #expect(database.setAside == "\(notes.path).damaged-1")
    await database.close()
  }

  /// With its folder, as by `rm -rf ~/.cache/holocron`, or by a restored copy.
  @Test func `a file that is removed or replaced while in use is opened again`() async throws {
    let path = notes.folder.file("folder/notes.sqlite")
    let databases = [try notes.open(path), try notes.open(path)]
    try await databases[0].add(3)
    try FileSystem.rename(notes.folder.file("folder"), to: notes.folder.file("away"))
    try await databases[1].add(1)
    for database in databases { #expect(try await database.count == 1) }
    try FileSystem.rename(notes.folder.file("folder"), to: notes.folder.file("also-away"))
    try FileSystem.rename(notes.folder.file("away"), to: notes.folder.file("folder"))
    for database in databases { #expect(try await database.count == 3) }
    for database in databases { await database.close() }
    #expect(notes.log.lines.count == 4 && notes.log.lines.allSatisfy { $0.contains("removed or replaced") && $0.contains(path) })
    #expect(!notes.exists(".damaged-1"))
  }

  @Test func `nothing is written while another program keeps the write-ahead log from being emptied`() async throws {
    var file = notes.file()
    file.logLimit = 1 << 20
    let database = try SharedDatabase(file)
    try await database.add(1)
    let reader = try Database(notes.path)
    try reader.run("BEGIN; SELECT count(*) FROM notes")
    func fill() async throws { for _ in 0..<100 { try await database.add(100) } }
    let error = await #expect(throws: StorageError.self) { try await fill() }
    #expect(error?.code == .oversized)
    #expect(error?.message.contains("another program keeps reading") == true)
    #expect(try #require(Files.size("\(notes.path)-wal")) < 2 << 20)
    try reader.run("COMMIT")
    try await fill()
    #expect(try #require(Files.size("\(notes.path)-wal")) < 2 << 20)
    #expect(try await database.count > 10_000)
    reader.close()
    await database.close()
  }

  /// As by another program; SQLite then finds too little where its index of the write-ahead log points.
  @Test func `a file that is cut short while in use is replaced once`() async throws {
    try await notes.fill(2_000)
    let database = try notes.open()
    try await database.add(200)
    try Files.truncate(notes.path, to: 9_000)
    try Files.truncate("\(notes.path)-wal", to: 0)
    // Pages cached in memory may hide the damage for a while.
    for _ in 0..<2 {
      _ = try await database.count
      try await database.add(1)
    }
    #expect(try await database.count < 2_000)
    #expect(notes.exists(".damaged-1") && !notes.exists(".damaged-2"))
    await database.close()
  }
}
