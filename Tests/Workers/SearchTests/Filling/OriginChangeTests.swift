import Contracts
import CoreMetrics
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Search

/// Which origin's records are found.
struct OriginChangeTests {
  private static let other = "http://127.0.0.1:1138/api"
  private let cache = FakeCache()
  private let service: SearchService
  private let store: IndexStore

  init() throws {
    store = try IndexStore(file: nil, logger: .silent)
    service = Self.service(store, try HistoryStore(file: nil, logger: .silent), cache)
  }

  private static func service(_ store: IndexStore, _ history: HistoryStore, _ cache: FakeCache) -> SearchService {
    SearchService(
      store: store, history: history, source: cache, settings: .patient, metrics: NOOPMetricsHandler.instance, logger: .silent)
  }

  private func heed(_ topic: String) async {
    var news = News()
    news.add(topic)
    await service.filler.heed(news)
  }

  private func names(_ text: String) async throws -> [String] {
    let reply = await service.answer(SearchRequest(text, mayAskOrigin: false).request, parts: ReplyParts { _ in })
    return try SearchRequest.answer(reply).matches.map(\.name)
  }

  /// The cache answers for another origin, of which it holds what `records` says.
  private func turn(to origin: String, holding records: [Reference: JSON] = [:]) {
    cache.change { state in
      state.origin = origin
      state.records = records
      state.heldPages = []
      state.heldRecords = Set(records.keys)
    }
  }

  @Test(arguments: [false, true]) func `records of another origin are found no more, and again when it is back`(namedByFetcher: Bool)
    async throws
  {
    let all = cache.state.withLock { $0.records }
    cache.change { state in
      state.origin = "embedded"
      state.isOriginKnownToFetcherOnly = namedByFetcher
    }
    cache.hold(.people)
    await heed("worker/joined/holocron.fetch")
    #expect(try await names("luke").first == "Luke Skywalker")
    #expect(service.facts["origin"] == "embedded")
    turn(to: Self.other)
    await heed("worker/joined/holocron.fetch")
    #expect(try await names("luke").isEmpty)
    #expect(service.index.snapshot.coverage.origin == Self.other)
    #expect(service.index.snapshot.coverage.records == 0)
    let asked = cache.fetched.count
    turn(to: "embedded", holding: all)
    await heed("worker/joined/holocron.fetch")
    #expect(try await names("luke").first == "Luke Skywalker")
    #expect(cache.fetched.count == asked)
  }

  @Test func `a reply of another origin is not indexed, and turns the index`() async throws {
    cache.change { $0.origin = "embedded" }
    cache.hold(.people)
    await heed("worker/joined/holocron.cache")
    var luke = cache.state.withLock { $0.records[Reference(.people, 1)]?.object } ?? [:]
    luke["name"] = "Another Luke"
    turn(to: Self.other, holding: [Reference(.people, 1): .object(luke)])
    await heed("changed/people/1")
    #expect(service.index.snapshot.origin == Self.other)
    #expect(!(try await names("luke").contains("Luke Skywalker")))
    // What the origin before had is still kept for it.
    #expect(try await store.contents(of: "embedded").bodies.count == 82)
  }

  @Test func `records of a search of another origin are not indexed`() async throws {
    cache.change { $0.origin = "embedded" }
    cache.hold(.films)
    await heed("worker/joined/holocron.cache")
    cache.change { $0.origin = Self.other }
    let reply = await service.answer(SearchRequest("luke").request, parts: ReplyParts { _ in })
    #expect(try SearchRequest.answer(reply).matches.allSatisfy { $0.reference.kind == .films })
    #expect(service.news.take().everything)
  }

  @Test func `after a restart the first answers wait until the origin is known`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("search.sqlite")
    let first = try IndexStore(file: path, logger: .silent)
    try await first.apply(IndexRow.rows(of: .standard), counts: [:], of: "embedded")
    await first.close()
    cache.change { $0.origin = Self.other }
    let service = Self.service(try IndexStore(file: path, logger: .silent), try HistoryStore(file: nil, logger: .silent), cache)
    service.checkOrigin()
    #expect(service.answerAtOnce(SuggestRequest("luke").request) == nil)
    let reply = await service.answer(SearchRequest("luke", mayAskOrigin: false).request, parts: ReplyParts { _ in })
    #expect(try SearchRequest.answer(reply).count == 0)
    await service.close()
  }

  @Test func `the history belongs to no origin`() async throws {
    cache.change { $0.origin = "embedded" }
    await heed("worker/joined/holocron.cache")
    _ = await service.answer(HistoryRequest(.remember("luke")).request, parts: ReplyParts { _ in })
    turn(to: Self.other)
    await heed("worker/joined/holocron.cache")
    let reply = await service.answer(HistoryRequest().request, parts: ReplyParts { _ in })
    #expect(try HistoryRequest.answer(reply).entries.map(\.text) == ["luke"])
  }
}
