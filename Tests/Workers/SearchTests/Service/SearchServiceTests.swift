import Contracts
import CoreMetrics
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Search

/// Requests to the service and its replies.
struct SearchServiceTests {
  private let cache = FakeCache()
  private let service: SearchService

  init() throws {
    service = SearchService(
      history: try HistoryStore(file: nil, logger: .silent), services: cache,
      settings: .longTimeouts, metrics: NOOPMetricsHandler.instance, clock: { 1_790_000_000_000 }, logger: .silent)
  }

  private func fill() async {
    cache.change { $0.origin = "embedded" }
    var changes = AnnouncedChanges()
    changes.requiresFullRefresh = true
    await service.indexer.handle(changes)
  }

  private func ask<C: Contract>(_ contract: C) async throws -> C.Answer {
    let reply = await service.answer(contract.request, parts: ReplyParts { _ in })
    if let problem = reply.problem { throw problem }
    return try C.answer(reply)
  }

  @Test func `a search of a complete index sends no requests`() async throws {
    await fill()
    let before = cache.requests.count
    let answer = try await ask(SearchRequest("luke"))
    #expect(answer.matches.first?.name == "Luke Skywalker")
    #expect(answer.query == "luke")
    #expect(answer.coverage == Coverage(records: 260, of: 260, isComplete: true, origin: "embedded"))
    #expect(cache.requests.count == before)
  }

  @Test func `a search of an incomplete index also searches the origin and reports that`() async throws {
    let answer = try await ask(SearchRequest("luke"))
    #expect(answer.matches.first?.name == "Luke Skywalker")
    #expect(answer.coverage.askedOrigin)
    #expect(!answer.coverage.isComplete)
    #expect(cache.requests.count { $0.contains("search=luke") } == 6)
    let here = try await ask(SearchRequest("kind:films hope"))
    #expect(here.matches.first?.name == "A New Hope")
    #expect(cache.requests.filter { $0.contains("search=hope") } == ["holocron.cache GET /films?order=origin&search=hope"])
  }

  @Test func `the origin is not searched for filters, for suggestions or when the request forbids it`() async throws {
    _ = try await ask(SearchRequest("kind:people mass>100"))
    _ = try await ask(SearchRequest("luke", mayAskOrigin: false))
    // No suggestions would be a false answer as long as the cache has not been read.
    await #expect(throws: Problem.self) { try await ask(SuggestRequest("luke")) }
    #expect(!cache.requests.contains { $0.contains("search=") })
  }

  @Test func `a failed origin search leaves the local results`() async throws {
    await service.index.ingest([cache.state.withLock { $0.records[Reference(.people, 1)] ?? .null }])
    await service.index.flush()
    cache.change { $0.failure = Problem(502, "the origin cannot be reached", type: ProblemType.origin) }
    let answer = try await ask(SearchRequest("luke"))
    #expect(answer.matches.map(\.name) == ["Luke Skywalker"])
    #expect(!answer.coverage.askedOrigin)
  }

  @Test func `results that only the origin finds come last`() async throws {
    await service.index.ingest([cache.state.withLock { $0.records[Reference(.people, 1)] ?? .null }])
    await service.index.flush()
    // The origin's search matches any part of a name; ours matches suffixes of at least four letters only.
    let answer = try await ask(SearchRequest("kyw"))
    #expect(answer.matches.map(\.name).contains("Luke Skywalker"))
    #expect(answer.count == answer.matches.count)
  }

  @Test func `the history is stored and its changes are announced`() async throws {
    let events = EventRecorder()
    let service = SearchService(
      history: try HistoryStore(file: nil, logger: .silent), services: cache,
      settings: .longTimeouts, metrics: NOOPMetricsHandler.instance, logger: .silent, publish: { events.add($0.topic) })
    func ask(_ change: HistoryRequest.Change) async throws -> [String] {
      let reply = await service.answer(HistoryRequest(change).request, parts: ReplyParts { _ in })
      return try HistoryRequest.answer(reply).entries.map(\.text)
    }
    #expect(try await ask(.remember("luke")) == ["luke"])
    #expect(try await ask(.remember("leia")) == ["leia", "luke"])
    #expect(try await ask(.remove("LUKE")) == ["leia"])
    #expect(events.topics == ["history/changed", "history/changed", "history/changed"])
    #expect(try await ask(.none) == ["leia"])
    #expect(events.topics.count == 3)
    #expect(try await ask(.removeAll).isEmpty)
  }

  @Test func `a path request returns a path or the reason why there is none`() async throws {
    let (luke, jabba) = (Reference(.people, 1), Reference(.people, 16))
    let unknown = await #expect(throws: Problem.self) { try await ask(PathRequest(from: luke, to: jabba)) }
    #expect(unknown?.status == 404 && unknown?.type == ProblemType.notFound)
    let ends = cache.state.withLock { state in [luke, jabba].compactMap { state.records[$0] } }
    await service.index.ingest(ends)
    await service.index.flush()
    let apart = await #expect(throws: Problem.self) { try await ask(PathRequest(from: luke, to: jabba)) }
    #expect(apart?.status == 404 && apart?.type == ProblemType.noPath)
    await fill()
    let path = try await ask(PathRequest(from: luke, to: jabba))
    #expect(path.steps.map(\.relation) == ["films", "characters"])
    #expect(path.from.name == "Luke Skywalker")
  }

  @Test(arguments: [
    (Request("GET", Target(["nothing"])), 404), (Request("POST", Target(["search"])), 404), (Request("GET", Target(["search"])), 400),
    (SearchRequest("homwrld:x").request, 400), (SearchRequest("x", limit: 9_999).request, 400), (Request("PUT", Target(["history"])), 400),
    (Request("GET", Target(["path"])), 400),
  ])
  func `invalid requests are answered with problems`(request: Request, status: Int) async {
    #expect(await service.answer(request, parts: ReplyParts { _ in }).status == status)
  }
}

final class EventRecorder: Sendable {
  private let box = Mutex<[String]>([])
  var topics: [String] { box.withLock { $0 } }
  func add(_ topic: String) { box.withLock { $0.append(topic) } }
}
