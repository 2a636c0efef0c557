import Contracts
import CoreMetrics
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Search

/// Searches find records of the current origin only.
struct OriginChangeTests {
  private static let other = "http://127.0.0.1:1138/api"
  private let cache = FakeCache()
  private let service: SearchService

  init() throws {
    var settings = SearchSettings.longTimeouts
    settings.fill = .cached
    service = SearchService(
      history: try HistoryStore(file: nil, logger: .silent), services: cache, settings: settings, metrics: NOOPMetricsHandler.instance,
      logger: .silent)
  }

  private func handle(_ topic: String) async {
    var changes = AnnouncedChanges()
    changes.add(topic)
    await service.indexer.handle(changes)
  }

  private func names(_ text: String) async throws -> [String] {
    let reply = await service.answer(SearchRequest(text, mayAskOrigin: false).request, parts: ReplyParts { _ in })
    return try SearchRequest.answer(reply).matches.map(\.name)
  }

  /// Makes the cache answer for another origin, with only `records` cached.
  private func switchOrigin(to origin: String, caching records: [Reference: JSON] = [:]) {
    cache.change { state in
      state.origin = origin
      state.records = records
      state.cachedPages = []
      state.cachedRecords = Set(records.keys)
    }
  }

  @Test(arguments: [false, true]) func `records of another origin are hidden until it is back`(namedByFetcher: Bool)
    async throws
  {
    let all = cache.state.withLock { $0.records }
    cache.change { state in
      state.origin = "embedded"
      state.isOriginHiddenByCache = namedByFetcher
    }
    cache.cachePages(of: .people)
    await handle("worker/joined/holocron.fetch")
    #expect(try await names("luke").first == "Luke Skywalker")
    #expect(service.facts["origin"] == "embedded")
    switchOrigin(to: Self.other)
    await handle("worker/joined/holocron.fetch")
    #expect(try await names("luke").isEmpty)
    #expect(service.index.snapshot.coverage.origin == Self.other)
    #expect(service.index.snapshot.coverage.records == 0)
    switchOrigin(to: "embedded", caching: all)
    cache.cachePages(of: .people)
    await handle("worker/joined/holocron.fetch")
    #expect(try await names("luke").first == "Luke Skywalker")
    #expect(cache.fetched.isEmpty)
  }

  @Test func `a reply of another origin is not indexed and switches the index`() async throws {
    cache.change { $0.origin = "embedded" }
    cache.cachePages(of: .people)
    await handle("worker/joined/holocron.cache")
    var luke = cache.state.withLock { $0.records[Reference(.people, 1)]?.object } ?? [:]
    luke["name"] = "Another Luke"
    switchOrigin(to: Self.other, caching: [Reference(.people, 1): .object(luke)])
    await handle("changed/people/1")
    #expect(service.index.snapshot.origin == Self.other)
    #expect(!(try await names("luke").contains("Luke Skywalker")))
  }

  @Test func `search results of another origin are not indexed`() async throws {
    cache.change { $0.origin = "embedded" }
    cache.cachePages(of: .films)
    await handle("worker/joined/holocron.cache")
    cache.change { $0.origin = Self.other }
    let reply = await service.answer(SearchRequest("luke").request, parts: ReplyParts { _ in })
    #expect(try SearchRequest.answer(reply).matches.allSatisfy { $0.reference.kind == .films })
    #expect(service.changes.drain().requiresFullRefresh)
  }
}
