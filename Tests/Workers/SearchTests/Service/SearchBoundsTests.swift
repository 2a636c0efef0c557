import Contracts
import CoreMetrics
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Search

/// Limits on the cost of a request.
struct SearchBoundsTests {
  private let cache = FakeCache()
  private let service: SearchService

  init() async throws {
    service = SearchService(
      history: try HistoryStore(file: nil, logger: .silent), services: cache,
      settings: .longTimeouts, metrics: NOOPMetricsHandler.instance, logger: .silent)
    cache.change { $0.origin = "embedded" }
    var changes = AnnouncedChanges()
    changes.requiresFullRefresh = true
    await service.indexer.handle(changes)
  }

  private func reply(_ request: Request) async -> Reply { await service.answer(request, parts: ReplyParts { _ in }) }

  /// Keyed by name, since the test runner prints each argument several times and some of these are megabytes long.
  private static let tooLong: [String: Request] = [
    "search": SearchRequest(long).request, "suggest": SuggestRequest(long).request, "remember": HistoryRequest(.remember(long)).request,
    "remove": HistoryRequest(.remove(long)).request, "huge": Request("GET", Target(["search"], query: [.init("q", huge)])),
  ]

  @Test(arguments: tooLong.keys.sorted()) func `a text that is too long is rejected with the field's name`(name: String)
    async throws
  {
    let request = try #require(Self.tooLong[name])
    let problem = await reply(request).problem
    #expect(problem?.status == 400)
    #expect(problem?.extensions["field"] == "q")
    #expect(problem?.detail?.contains("\(SearchRequest.maxTextLength)") == true)
  }

  private static let long = String(repeating: "é", count: SearchRequest.maxTextLength / 2 + 1)
  private static let huge = String(repeating: "luke ", count: 1_000_000)

  @Test func `a text of the maximum length is accepted`() async {
    let text = String(repeating: "x", count: SearchRequest.maxTextLength)
    #expect(await reply(SearchRequest(text).request).status == 200)
    #expect(await reply(SuggestRequest(text).request).status == 200)
    #expect(await reply(HistoryRequest(.remember(text)).request).status == 200)
  }

  @Test(arguments: ["kind", "limit", "from"]) func `a problem does not quote a long value in full`(name: String) async {
    let value = String(repeating: "é", count: 100_000)
    let path = name == "from" ? ["path"] : ["suggest"]
    let problem = await reply(Request("GET", Target(path, query: [.init("q", "luke"), .init(name, value)]))).problem
    #expect(problem?.status == 400)
    #expect(problem.map { $0.json.bytes().count < 1_000 } == true)
  }

  @Test(arguments: [
    SearchRequest("tatooine luke").request, SearchRequest("kind:people mass>100").request, SuggestRequest(Self.sentence).request,
    PathRequest(from: Reference(.people, 1), to: Reference(.people, 16)).request,
  ])
  func `matching stops at the deadline`(request: Request) async {
    var request = request
    request.deadline = .zero
    let problem = await service.answer(request, parts: ReplyParts { _ in }).problem
    #expect(problem?.status == 504)
    #expect(problem?.type == ProblemType.deadline)
  }

  private static let sentence = "a long time ago in a galaxy far far away there was a farm"

  @Test func `a search checks the deadline throughout and stops when it has passed`() throws {
    let looks = Mutex(0)
    func deadline(after most: Int) -> Deadline {
      looks.withLock { $0 = 0 }
      return Deadline {
        looks.withLock {
          $0 += 1; return $0 > most
        }
      }
    }
    let query = try Query("tatooine -luke mass>1 name:x", names: FieldNames(kinds: .standard))
    func run(_ deadline: Deadline) throws { _ = try SearchRun(query: query, corpus: .standard, limit: 10, deadline: deadline).run() }
    try run(deadline(after: .max))
    let all = looks.withLock { $0 }
    #expect(all > 100)
    for most in [0, all / 2, all - 1] {
      #expect(throws: Deadline.Exceeded.self) { try run(deadline(after: most)) }
      #expect(looks.withLock { $0 } == most + 1)
    }
  }

  @Test func `a cancelled search stops`() async {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return (try? SearchRun(query: Query("luke", names: FieldNames(kinds: .standard)), corpus: .standard, limit: 10).run()) == nil
    }
    task.cancel()
    #expect(await task.value)
  }
}
