import Contracts
import CoreMetrics
import Databases
import GRDB
import Logging
import Models
import Platform
import TestSupport
import Testing

@testable import Search

struct IndexStoreTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.file("cache/search.sqlite") }

  init() throws { folder = try TemporaryDirectory() }

  private func open() throws -> IndexStore { try IndexStore(file: path, logger: .silent) }

  private static let rows = IndexRow.rows(of: .standard)

  private func index(_ store: IndexStore) -> RecordIndex {
    RecordIndex(store, kinds: .standard, metrics: SearchMetrics(NOOPMetricsHandler.instance), logger: .silent)
  }

  @Test func `stored records are loaded after a restart`() async throws {
    let first = try open()
    try await first.apply(Self.rows, counts: [.films: 6], of: nil)
    await first.close()
    let second = try open()
    let index = index(second)
    await index.load()
    #expect(index.snapshot.corpus.documents.map(\.record) == SearchCorpus.standard.documents.map(\.record))
    #expect(index.snapshot.isComplete(.films))
    #expect(!index.snapshot.isComplete(.people))
    await index.close()
  }

  @Test func `two workers share a file`() async throws {
    let (first, second) = (try open(), try open())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in [first, second] { group.addTask { try await store.apply(Self.rows, counts: [.people: 82], of: nil) } }
      try await group.waitForAll()
    }
    #expect(try await first.contents(of: nil).bodies.count == 260)
    try await second.apply([], removing: [Reference(.people, 1)], counts: [:], of: nil)
    #expect(try await first.contents(of: nil).bodies.count == 259)
    await first.close()
    await second.close()
  }

  @Test func `a changed record replaces its row`() async throws {
    let store = try open()
    try await store.apply(Self.rows, counts: [:], of: nil)
    var person = Person()
    person.name = Prose("Somebody Else")
    let changed = IndexRow(Record(person, id: 1))
    try await store.apply([changed], counts: [:], of: nil)
    let bodies = try await store.contents(of: nil).bodies
    #expect(bodies.count == 260)
    #expect(bodies.contains(changed.body))
    await store.close()
  }

  @Test func `records of different origins are kept apart`() async throws {
    let store = try open()
    try await store.apply(Array(Self.rows.prefix(10)), counts: [.films: 6], of: "embedded")
    try await store.apply(Array(Self.rows.prefix(3)), counts: [:], of: "http://127.0.0.1:1/api")
    #expect(try await store.contents(of: nil).origin == "http://127.0.0.1:1/api")
    #expect(try await store.contents(of: nil).bodies.count == 3)
    #expect(try await store.contents(of: "embedded").bodies.count == 10)
    #expect(try await store.contents(of: "embedded").counts == [.films: 6])
    #expect(try await store.contents(of: "another").bodies.isEmpty)
    try await store.apply([], removing: [Self.rows[0].reference], counts: [:], of: "embedded")
    #expect(try await store.contents(of: nil).bodies.count == 9)
    #expect(try await store.contents(of: "http://127.0.0.1:1/api").bodies.count == 3)
    await store.close()
  }

  @Test func `only the most recently used origins are kept`() async throws {
    let store = try IndexStore(file: nil, logger: .silent)
    for number in 0...IndexStore.maxOrigins { try await store.apply([Self.rows[0]], counts: [:], of: "origin \(number)") }
    #expect(try await store.contents(of: "origin 0").bodies.isEmpty)
    #expect(try await store.contents(of: "origin 1").bodies.count == 1)
  }

  @Test func `a file beyond its size limit keeps the most recently used origin`() async throws {
    let size = Self.rows.reduce(0) { $0 + $1.body.count }
    let store = try IndexStore(file: nil, maxBytes: size * 3 / 2 + (64 << 10), logger: .silent)
    for origin in ["first", "second"] { try await store.apply(Self.rows, counts: [.films: 6], of: origin) }
    #expect(try await store.contents(of: "second").bodies.count == 260)
    #expect(try await store.contents(of: "first").bodies.isEmpty)
    #expect(try await store.contents(of: "first").counts.isEmpty)
    #expect(try await store.contents(of: nil).origin == "second")
  }

  @Test func `a stored record larger than any that is indexed is removed`() async throws {
    let store = try IndexStore(file: nil, logger: .silent)
    var person = Person()
    person.name = Prose(String(repeating: "x", count: IndexStore.maxRecordBytes))
    try await store.apply([IndexRow(Record(person, id: 999)), Self.rows[0]], counts: [:], of: nil)
    let contents = try await store.contents(of: nil)
    #expect(contents.bodies == [Self.rows[0].body])
    #expect(contents.damaged == 1)
    #expect(try await store.contents(of: nil).damaged == 0)
  }

  /// A file of version 1 does not name the origin of its records.
  @Test func `records without an origin are not migrated`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("search.sqlite")
    let script = """
      CREATE TABLE records (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE (kind, id)) STRICT;
      CREATE TABLE lists (kind TEXT NOT NULL PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE VIRTUAL TABLE texts USING fts5 (name, fields, links);
      INSERT INTO records (kind, id, body) VALUES ('people', 1, x'7B7D');
      PRAGMA application_id = \(0x484F_4C53);
      PRAGMA user_version = 1;
      """
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { try $0.execute(sql: script) }
    try queue.close()
    let store = try IndexStore(file: path, logger: .silent)
    #expect(try await store.contents(of: nil).bodies.isEmpty)
    try await store.apply(Self.rows, counts: [:], of: "embedded")
    #expect(try await store.contents(of: nil).bodies.count == 260)
    await store.close()
    #expect(!FileSystem.exists("\(path).damaged-1"))
  }

  /// A row with another checksum counts as damaged, so another one would empty every existing file.
  @Test func `rows have the checksum of earlier versions`() {
    let checksum = IndexRow.checksum("embedded", "people", 1, Array(#"{"kind":"people","id":1}"#.utf8))
    #expect(checksum == 5_643_701_511_577_213_146)
  }

  /// Checksums detect bits flipped by a failing disk: each record read equals the one written, or is missing.
  @Test func `a flipped bit never yields a wrong record`() async throws {
    let first = try open()
    try await first.apply(Self.rows, counts: [.films: 6], of: "embedded")
    await first.close()
    let whole = try #require(Files.bytes(path))
    let written = Set(Self.rows.map(\.body))
    var generator = SplitMix64(seed: 7)
    var missing = 0
    for _ in 0..<120 {
      let flipped = folder.file("cache/flipped.sqlite")
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      try Files.write(bytes, to: flipped)
      // A file with a damaged application ID looks like a file of another program.
      guard let store = try? IndexStore(file: flipped, logger: .silent) else { continue }
      let contents = try await store.contents(of: "embedded")
      #expect(contents.bodies.allSatisfy(written.contains))
      #expect(contents.counts.isEmpty || contents.counts == [.films: 6])
      missing += contents.bodies.count < written.count ? 1 : 0
      await store.close()
      for suffix in ["", "-wal", "-shm"] { FileSystem.remove(flipped + suffix) }
    }
    #expect(missing > 0)
  }

  @Test func `damaged rows are removed and can be stored again`() async throws {
    let store = try open()
    try await store.apply(Self.rows, counts: [:], of: "embedded")
    try await store.database.write { try $0.execute(sql: "UPDATE records SET body = zeroblob(100) WHERE id = 1") }
    #expect(try await store.contents(of: "embedded").damaged == Self.rows.count { $0.reference.id == 1 })
    #expect(try await store.contents(of: "embedded").damaged == 0)
    try await store.apply(Self.rows, counts: [:], of: "embedded")
    #expect(Set(try await store.contents(of: "embedded").bodies) == Set(Self.rows.map(\.body)))
    await store.close()
  }

  /// DatabasesTests covers the states of a file; this test covers the conversion of the error.
  @Test func `the file of another store is left unchanged`() async throws {
    let history = try HistoryStore(file: path, logger: .silent)
    await history.close()
    let error = #expect(throws: StorageError.self) { try open() }
    #expect(error?.code == .foreign)
    #expect(!FileSystem.exists("\(path).damaged-1"))
  }

  @Test func `a damaged file is set aside`() async throws {
    try folder.write(String(repeating: "junk", count: 4_096), to: "search.sqlite")
    let path = folder.file("search.sqlite")
    let store = try IndexStore(file: path, logger: .silent)
    try await store.apply(Self.rows, counts: [:], of: nil)
    #expect(try await store.contents(of: nil).bodies.count == 260)
    #expect(FileSystem.exists("\(path).damaged-1"))
    await store.close()
  }

  @Test func `the error for a path that cannot be written says what to do`() {
    let error = #expect(throws: StorageError.self) { try IndexStore(file: "/dev/null/x/search.sqlite", logger: .silent) }
    #expect(error?.code == .unavailable)
    #expect(error?.message.hasSuffix("; set HOLOCRON_SEARCH_INDEX or --index to another file, or to memory") == true)
  }

  @Test func `default files are in the XDG directories`() {
    #expect(DefaultFiles.index(environment: ["HOME": "/h"]) == "/h/.cache/holocron/search.sqlite")
    #expect(DefaultFiles.history(environment: ["HOME": "/h"]) == "/h/.local/share/holocron/history.sqlite")
    let given = ["HOME": "/h", "XDG_CACHE_HOME": "/c", "XDG_DATA_HOME": "relative"]
    #expect(DefaultFiles.index(environment: given) == "/c/holocron/search.sqlite")
    #expect(DefaultFiles.history(environment: given) == "/h/.local/share/holocron/history.sqlite")
  }
}
