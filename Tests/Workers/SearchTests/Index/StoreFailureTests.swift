import Contracts
import CoreMetrics
import Databases
import GRDB
import Logging
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Search

/// Searches while a store cannot be written or read.
struct StoreFailureTests {
  private let folder: TemporaryDirectory
  private let cache = FakeCache()
  private var path: String { folder.file("search.sqlite") }

  init() throws { folder = try TemporaryDirectory() }

  private func service(_ store: IndexStore, history: HistoryStore? = nil) throws -> SearchService {
    var settings = SearchSettings.longTimeouts
    settings.storeRetryInterval = .milliseconds(20)
    return SearchService(
      store: store, history: try history ?? HistoryStore(file: nil, logger: .silent), source: cache, settings: settings,
      metrics: NOOPMetricsHandler.instance, logger: .silent)
  }

  private func fill(_ service: SearchService) async {
    cache.attach(["embedded"])
    var changes = AnnouncedChanges()
    changes.requiresFullRefresh = true
    await service.indexer.handle(changes)
  }

  private func search(_ text: String, _ service: SearchService) async throws -> SearchAnswer {
    try SearchRequest.answer(await service.answer(SearchRequest(text, mayAskOrigin: false).request, parts: ReplyParts { _ in }))
  }

  /// Limits the growth of the file to `pages` more pages, as on a nearly full disk.
  private func limitGrowth(to pages: Int, of store: IndexStore) async throws {
    try await store.database.write { db in
      let used = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(used + pages)")
    }
  }

  @Test func `on a full disk searches work with a warning and the write is retried`() async throws {
    let store = try IndexStore(file: path, logger: .silent)
    let service = try service(store)
    try await limitGrowth(to: 2, of: store)
    await fill(service)
    let answer = try await search("falcon", service)
    #expect(answer.matches.first?.name == "Millennium Falcon")
    #expect(answer.coverage.records == 260 && answer.coverage.isComplete)
    #expect(answer.coverage.warning?.contains("free space") == true)
    #expect(service.facts["warning"] == answer.coverage.warning)
    try await limitGrowth(to: 10_000, of: store)
    try await eventually("the index is stored", isTrue: { try await search("falcon", service).coverage.warning == nil })
    let other = try IndexStore(file: path, logger: .silent)
    #expect(try await other.contents(of: nil).bodies.count == 260)
    await other.close()
    await service.close()
  }

  @Test func `a file damaged while in use is rewritten and no results are lost`() async throws {
    let store = try IndexStore(file: path, logger: .silent)
    let service = try service(store)
    await fill(service)
    try Files.write([UInt8](repeating: UInt8(ascii: "x"), count: 600_000), to: path)
    #expect(try await search("falcon", service).matches.first?.name == "Millennium Falcon")
    let _: Bool = try await eventually("the damage is found and the index stored anew") {
      await service.index.setListCount(Int.random(in: 1_000...1_000_000), of: .films)
      await service.index.flush()
      return try await store.contents(of: nil).bodies.count == 260 ? true : nil
    }
    #expect(try await search("falcon", service).matches.first?.name == "Millennium Falcon")
    await service.close()
  }

  @Test func `a history of a newer version is refused and left unchanged`() async throws {
    let file = folder.file("history.sqlite")
    let first = try HistoryStore(file: file, logger: .silent)
    try await first.remember("luke", now: 1)
    await first.close()
    try await execute("PRAGMA user_version = 99", in: file)
    let error = #expect(throws: StorageError.self) { try HistoryStore(file: file, logger: .silent) }
    #expect(error?.code == .newer)
    #expect(error?.message.contains(file) == true)
    try await execute("PRAGMA user_version = 1", in: file)
    let later = try HistoryStore(file: file, logger: .silent)
    #expect(try await later.searches(limit: 10).entries.map(\.text) == ["luke"])
    await later.close()
  }

  @Test func `a damaged history is set aside, replaced and reported`() async throws {
    let file = folder.file("history.sqlite")
    let junk = [UInt8](repeating: UInt8(ascii: "x"), count: 8_192)
    try Files.write(junk, to: file)
    let service = try service(IndexStore(file: nil, logger: .silent), history: HistoryStore(file: file, logger: .silent))
    await fill(service)
    #expect(try await search("falcon", service).count > 0)
    let history = try HistoryRequest.answer(await service.answer(HistoryRequest(.remember("leia")).request, parts: ReplyParts { _ in }))
    #expect(history.entries.map(\.text) == ["leia"])
    #expect(history.warning.flatMap { StorageWarning(sentence: $0) } == .replaced(.history, damaged: "\(file).damaged-1"))
    #expect(Files.bytes("\(file).damaged-1") == junk)
    let empty = try HistoryRequest.answer(await service.answer(HistoryRequest(.removeAll).request, parts: ReplyParts { _ in }))
    #expect(empty.entries.isEmpty)
    await service.close()
  }

  private func execute(_ sql: String, in file: String) async throws {
    let queue = try DatabaseQueue(path: file)
    try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  @Test func `unsaved changes accumulate until they are written`() throws {
    var indexedRecords = IndexedRecords(kinds: .standard)
    var unsaved = UnsavedChanges()
    var corpus = SearchCorpus.empty(.standard)
    func takeChange() {
      let change = indexedRecords.takePendingChange()
      corpus = corpus.updated(Array(change.records.values), removing: change.removed)
      unsaved.add(change)
    }
    #expect(unsaved.rows(of: corpus).isEmpty)
    let (luke, leia) = (Reference(.people, 1), Reference(.people, 5))
    let records = SearchCorpus.standard.documents.map(\.record).filter { [luke, leia].contains($0.reference) }
    _ = indexedRecords.ingest(records.map(\.canonical), from: .individual)
    takeChange()
    #expect(Set(unsaved.rows(of: corpus).map(\.reference)) == [luke, leia])
    indexedRecords.remove({ $0 == luke }, counts: { _ in false })
    takeChange()
    #expect(unsaved.rows(of: corpus).map(\.reference) == [leia])
    #expect(unsaved.removed == [luke])
    _ = indexedRecords.ingest(records.map(\.canonical), from: .individual)
    takeChange()
    #expect(unsaved.removed.isEmpty && unsaved.changed == [luke, leia])
    unsaved = UnsavedChanges()
    unsaved.addAll()
    #expect(unsaved.rows(of: corpus).count == 2)
  }
}
