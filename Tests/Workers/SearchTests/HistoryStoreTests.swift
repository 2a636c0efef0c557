import Contracts
import CoreMetrics
import Databases
import MessageBus
import TestSupport
import Testing

@testable import Search

struct HistoryStoreTests {
  private func texts(_ store: HistoryStore, limit: Int = 1_000) async throws -> [String] {
    try await store.searches(limit: limit).entries.map(\.text)
  }

  @Test func `searches are listed newest first without duplicates`() async throws {
    let store = try HistoryStore(file: nil, logger: .silent)
    for (text, time) in [("luke", 1), ("Leia", 2), ("falcon", 3), ("  LUKE ", 4), ("padme", 5), ("Padmé", 6)] as [(String, Int64)] {
      try await store.remember(text, now: time)
    }
    #expect(try await texts(store) == ["Padmé", "LUKE", "falcon", "Leia"])
    #expect(try await texts(store, limit: 1) == ["Padmé"])
    try await store.remove("leia")
    try await store.remove("never searched")
    #expect(try await texts(store) == ["Padmé", "LUKE", "falcon"])
    try await store.removeAll()
    #expect(try await texts(store).isEmpty)
  }

  @Test func `the order survives a clock that stops or goes backwards`() async throws {
    let store = try HistoryStore(file: nil, logger: .silent)
    for (text, time) in [("a", 10), ("b", 10), ("c", 5)] as [(String, Int64)] { try await store.remember(text, now: time) }
    #expect(try await texts(store) == ["c", "b", "a"])
  }

  /// As in a file that another program has changed.
  @Test func `a search after the latest possible time is stored`() async throws {
    let store = try HistoryStore(file: nil, logger: .silent)
    for (text, time) in [("a", .max), ("b", 5)] as [(String, Int64)] { try await store.remember(text, now: time) }
    #expect(try await texts(store) == ["a", "b"])
  }

  @Test func `only the newest searches are kept`() async throws {
    let store = try HistoryStore(file: nil, capacity: 10, logger: .silent)
    for number in 0..<15 { try await store.remember("search \(number)", now: Int64(number)) }
    let kept = try await texts(store)
    #expect(kept.count == 10)
    #expect(kept.last == "search 5")
  }

  @Test func `a text of control characters or quotation marks only is not kept`() async throws {
    let store = try HistoryStore(file: nil, logger: .silent)
    for text in ["\u{1}", "\u{7} \u{1B}\u{200B}", "\"", "'", "\"\"", "“", "« »", "„“"] { try await store.remember(text, now: 1) }
    #expect(try await texts(store).isEmpty)
    for text in ["\"death star\"", "?", "\u{1}luke"] { try await store.remember(text, now: 2) }
    #expect(try await texts(store).count == 3)
  }

  @Test func `searches that differ in punctuation have different keys`() {
    #expect(HistoryStore.key("mass>100") != HistoryStore.key("mass<100"))
    #expect(HistoryStore.key("Kind:People") == HistoryStore.key("kind:people"))
  }

  @Test func `several workers share a file that outlives them`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("data/holocron/history.sqlite")
    let stores = [try HistoryStore(file: path, logger: .silent), try HistoryStore(file: path, logger: .silent)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 { group.addTask { try await stores[number % 2].remember("search \(number)", now: 1) } }
      try await group.waitForAll()
    }
    #expect(try await texts(stores[0]).count == 40)
    for store in stores { await store.close() }
    let later = try HistoryStore(file: path, logger: .silent)
    #expect(try await texts(later).count == 40)
    await later.close()
  }

  @Test func `a damaged history is set aside, replaced and reported`() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("history.sqlite")
    let junk = [UInt8](repeating: UInt8(ascii: "x"), count: 8_192)
    try Files.write(junk, to: file)
    let service = SearchService(
      history: try HistoryStore(file: file, logger: .silent), services: FakeCache(), settings: .longTimeouts,
      metrics: NOOPMetricsHandler.instance, logger: .silent)
    func ask(_ change: HistoryRequest.Change) async throws -> History {
      try HistoryRequest.answer(await service.answer(HistoryRequest(change).request, parts: ReplyParts { _ in }))
    }
    let history = try await ask(.remember("leia"))
    #expect(history.entries.map(\.text) == ["leia"])
    #expect(history.warning == StorageWarning(.replaced, .history, "\(file).damaged-1"))
    #expect(Files.bytes("\(file).damaged-1") == junk)
    #expect(try await ask(.removeAll).entries.isEmpty)
  }
}
