import Databases
import Platform
import TestSupport
import Testing

/// The handling of unusable files, for derived and for user data.
struct ContentsTests {
  private let notes: NotesFile

  init() throws { notes = try NotesFile() }

  @Test func `a derived file of a newer version is left to that version, and a separate file is used`() async throws {
    let newer = try notes.open(format: .taggedNotes)
    try await newer.add(3)
    for expected in [0, 2] {
      let older = try notes.open()
      #expect(older.location == "\(notes.path).v1")
      #expect(try await older.count == expected)
      try await older.add(2)
      await older.close()
    }
    #expect(!notes.exists(".damaged-1"))
    try await newer.add(1)
    #expect(try await newer.count == 4)
    await newer.close()
    let again = try notes.open(format: .taggedNotes)
    #expect(try await again.count == 4)
    await again.close()
    #expect(notes.log.lines.count == 2 && notes.log.lines.allSatisfy { $0.contains("written by a newer version") })
  }

  @Test func `user data of a newer version is refused and left unchanged`() async throws {
    let newer = try notes.open(format: .taggedNotes, contents: .userData)
    try await newer.add(3)
    await newer.close()
    let before = try notes.bytes()
    let error = #expect(throws: StorageError.self) { try notes.open(contents: .userData) }
    #expect(error?.code == .newer)
    #expect(error?.message.contains("written by a newer version") == true)
    #expect(try notes.bytes() == before)
    #expect(!notes.exists(".damaged-1") && !notes.exists(".v1"))
  }

  @Test func `user data of an older version that lacks a table is set aside before it is migrated`() async throws {
    try await notes.fill(1)
    try await notes.execute("ALTER TABLE notes RENAME TO drafts")
    let damaged = try notes.bytes()
    let database = try notes.open(format: .taggedNotes, contents: .userData)
    #expect(Files.bytes("\(notes.path).damaged-1") == damaged)
    #expect(try await database.count == 0)
    await database.close()
  }

  @Test func `user data of an older version is migrated, also with statistics of SQLite`() async throws {
    try await notes.fill(3)
    try await notes.execute("CREATE INDEX by_text ON notes (text); ANALYZE")
    let database = try notes.open(format: .taggedNotes, contents: .userData)
    #expect(database.setAside == nil)
    #expect(try await database.count == 3)
    await database.close()
  }

  @Test func `only the owner can read a new or existing file and its log files`() async throws {
    func modes() -> [UInt32?] { ["", "-wal", "-shm"].map { Files.mode(notes.path + $0) } }
    let first = try notes.open()
    try await first.add(1)
    #expect(modes() == [0o600, 0o600, 0o600])
    for suffix in ["", "-wal", "-shm"] { try FileSystem.setMode(0o644, of: notes.path + suffix) }
    let second = try notes.open()
    try await second.add(1)
    #expect(modes() == [0o600, 0o600, 0o600])
    await first.close()
    await second.close()
  }

  @Test func `a full disk has its own error code, and writing works again once there is space`() async throws {
    let database = try notes.open()
    let error = await #expect(throws: StorageError.self) {
      try await database.write { db in
        let pages = try db.integer("PRAGMA page_count") ?? 0
        try db.run("PRAGMA max_page_count = \(pages + 1)")
        for _ in 0..<100 { try db.execute("INSERT INTO notes (text) VALUES (?)", [String(repeating: "x", count: 4_000)]) }
      }
    }
    #expect(error?.code == .disk)
    #expect(error?.message.contains("free space") == true)
    try await database.write { try $0.run("PRAGMA max_page_count = 1000000") }
    try await database.add(1)
    #expect(try await database.count == 1)
    await database.close()
  }

  @Test func `a file that could not be opened is opened as soon as possible`() async throws {
    try Folder.create(notes.path)
    let database = SharedDatabase(openingOnFirstUse: notes.file())
    let error = await #expect(throws: StorageError.self) { try await database.add(1) }
    #expect(error?.code == .unavailable)
    #expect(database.openCount == 0)
    try Files.removeFolder(notes.path)
    try await database.add(1)
    #expect(try await database.count == 1)
    #expect(database.openCount == 1)
    await database.close()
    await #expect(throws: StorageError.self) { try await database.count }
  }
}

struct DigestTests {
  private func digest(_ text: String, _ bytes: [UInt8], _ number: Int64 = 7) -> UInt64 {
    var digest = Digest()
    digest.add(text)
    digest.add(number)
    digest.add(bytes)
    return digest.value
  }

  @Test func `every flipped bit changes the digest`() {
    let bytes = Array("{\"name\":\"Luke Skywalker\"}".utf8)
    let right = digest("people", bytes)
    for bit in 0..<bytes.count * 8 {
      var wrong = bytes
      wrong[bit / 8] ^= 1 << (bit % 8)
      #expect(digest("people", wrong) != right)
    }
    #expect(digest("people", bytes, 6) != right)
    #expect(digest("peoplf", bytes) != right)
    #expect(digest("peopl", Array("e".utf8) + bytes) != right)
  }
}
