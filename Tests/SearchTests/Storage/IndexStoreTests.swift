import Contracts
import CoreMetrics
import Glibc
import Logging
import Models
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
    RecordIndex(store, kinds: .standard, counters: SearchCounters(NOOPMetricsHandler.instance), logger: .silent)
  }

  @Test func `what is stored is there after a restart`() async throws {
    let first = try open()
    try await first.apply(Self.rows, counts: [.films: 6])
    await first.close()
    let second = try open()
    let index = index(second)
    await index.load()
    #expect(index.snapshot.library.documents.map(\.record) == Library.standard.documents.map(\.record))
    #expect(index.snapshot.isComplete(.films))
    #expect(!index.snapshot.isComplete(.people))
    await index.close()
  }

  @Test func `the full-text table finds what memory finds`() async throws {
    let store = try IndexStore(file: nil, logger: .silent)
    try await store.apply(Self.rows, counts: [:])
    let index = index(store)
    await index.load()
    let library = index.snapshot.library
    let queries =
      ExpectedFirst.all.map(\.query).enumerated().filter { $0.offset % 5 == 4 }.map(\.element) + [
        "a", "obi wan kenobi", "desert", "4", "human male tatooine", "\"the force\"", "zzzz", "people", "OR", "AND NOT",
      ]
    for text in queries {
      let search = SearchRun(query: try Query(text, names: FieldNames(kinds: .standard)), library: library, limit: 500)
      let scanned = await search.run()
      let narrowed = await search.run { await index.candidates(for: $0, in: library) }
      #expect(narrowed.matches == scanned.matches, "\(text)")
      #expect(narrowed.correction == scanned.correction)
    }
  }

  @Test func `two workers share a file`() async throws {
    let (first, second) = (try open(), try open())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in [first, second] { group.addTask { try await store.apply(Self.rows, counts: [.people: 82]) } }
      try await group.waitForAll()
    }
    #expect(try await first.contents().bodies.count == 260)
    try await second.apply([], removing: [Reference(.people, 1)], counts: [:])
    #expect(try await first.contents().bodies.count == 259)
    #expect(try await first.records(matching: "name : \"luke\"").isEmpty)
    await first.close()
    await second.close()
  }

  @Test func `a changed record replaces its row`() async throws {
    let store = try open()
    try await store.apply(Self.rows, counts: [:])
    var person = Person()
    person.name = Prose("Somebody Else")
    try await store.apply(IndexRow.rows(of: Library([Record(person, id: 1)], kinds: .standard)), counts: [:])
    #expect(try await store.records(matching: "name : \"luke\"").isEmpty)
    #expect(try await store.records(matching: "name : \"somebody\"") == [Reference(.people, 1)])
    #expect(try await store.contents().bodies.count == 260)
    await store.close()
  }

  /// What a file may go through is tested with Databases; here, that the search tells of it in its own words.
  @Test func `the file of another store is left alone`() async throws {
    let history = try HistoryStore(file: path, logger: .silent)
    await history.close()
    let error = #expect(throws: SearchError.self) { try open() }
    #expect(error?.code == .foreign)
    #expect(access("\(path).damaged-1", F_OK) != 0)
  }

  @Test func `a damaged file is set aside`() async throws {
    try folder.write(String(repeating: "junk", count: 4_096), to: "search.sqlite")
    let path = folder.file("search.sqlite")
    let store = try IndexStore(file: path, logger: .silent)
    try await store.apply(Self.rows, counts: [:])
    #expect(try await store.contents().bodies.count == 260)
    #expect(access("\(path).damaged-1", F_OK) == 0)
    await store.close()
  }

  @Test func `a place that cannot be written is explained`() {
    let error = #expect(throws: SearchError.self) { try IndexStore(file: "/dev/null/x/search.sqlite", logger: .silent) }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("choose another") == true)
  }

  @Test func `files stand where the XDG directories say`() {
    #expect(StandardFiles.index(environment: ["HOME": "/h"]) == "/h/.cache/holocron/search.sqlite")
    #expect(StandardFiles.history(environment: ["HOME": "/h"]) == "/h/.local/share/holocron/history.sqlite")
    let given = ["HOME": "/h", "XDG_CACHE_HOME": "/c", "XDG_DATA_HOME": "relative"]
    #expect(StandardFiles.index(environment: given) == "/c/holocron/search.sqlite")
    #expect(StandardFiles.history(environment: given) == "/h/.local/share/holocron/history.sqlite")
    #expect(StandardFiles.history(environment: [:]) == nil)
  }
}
