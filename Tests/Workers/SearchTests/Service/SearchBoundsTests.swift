import Contracts
import CoreMetrics
import MessageBus
import Models
import OrderedJSON
import Synchronization
import Testing

@testable import Search

/// What a request may cost.
struct SearchBoundsTests {
  private let cache = FakeCache()
  private let service: SearchService

  init() async throws {
    service = SearchService(
      store: try IndexStore(file: nil, logger: .silent), history: try HistoryStore(file: nil, logger: .silent), source: cache,
      settings: .patient, metrics: NOOPMetricsHandler.instance, logger: .silent)
    cache.attach(["embedded"])
    var news = News()
    news.everything = true
    await service.filler.heed(news)
  }

  private func reply(_ request: Request) async -> Reply {
    if let atOnce = service.answerAtOnce(request) { return atOnce }
    return await service.answer(request, parts: ReplyParts { _ in })
  }

  /// By name: the runner writes each argument out several times, and some of these have megabytes.
  private static let tooLong: [String: Request] = [
    "search": SearchRequest(long).request, "suggest": SuggestRequest(long).request, "remember": HistoryRequest(.remember(long)).request,
    "forget": HistoryRequest(.forget(long)).request, "huge": Request("GET", Target(["search"], query: [.init("q", huge)])),
  ]

  @Test(arguments: tooLong.keys.sorted()) func `a text that is too long is refused by name, off the bus thread`(name: String) async throws {
    let request = try #require(Self.tooLong[name])
    #expect(service.answerAtOnce(request) == nil)
    let problem = await reply(request).problem
    #expect(problem?.status == 400)
    #expect(problem?.extensions["field"] == "q")
    #expect(problem?.detail?.contains("\(SearchRequest.longestText)") == true)
  }

  private static let long = String(repeating: "é", count: SearchRequest.longestText / 2 + 1)
  private static let huge = String(repeating: "luke ", count: 1_000_000)

  @Test func `the longest text that is allowed is answered`() async {
    let text = String(repeating: "x", count: SearchRequest.longestText)
    #expect(await reply(SearchRequest(text).request).status == 200)
    #expect(await reply(SuggestRequest(text).request).status == 200)
    #expect(await reply(HistoryRequest(.remember(text)).request).status == 200)
  }

  @Test(arguments: ["kind", "limit", "from"]) func `a problem never quotes a whole long value`(name: String) async {
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

  @Test func `a computation looks at the clock all the time and stops there`() throws {
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
    func run(_ deadline: Deadline) throws { _ = try SearchRun(query: query, library: .standard, limit: 10, deadline: deadline).run() }
    try run(deadline(after: .max))
    let all = looks.withLock { $0 }
    #expect(all > 100)
    for most in [0, all / 2, all - 1] {
      #expect(throws: Deadline.Passed.self) { try run(deadline(after: most)) }
      #expect(looks.withLock { $0 } == most + 1)
    }
  }

  @Test func `a cancelled computation stops`() async {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return (try? SearchRun(query: Query("luke", names: FieldNames(kinds: .standard)), library: .standard, limit: 10).run()) == nil
    }
    task.cancel()
    #expect(await task.value)
  }

  @Test func `only short suggestions of small libraries are given on the bus thread`() {
    #expect(service.answerAtOnce(SuggestRequest("luke").request) != nil)
    #expect(service.answerAtOnce(SuggestRequest(Self.sentence).request) == nil)
    #expect(Library.standard.isSmall)
    let many = (1...2_001).map { number in
      var person = Person()
      person.name = Prose("Clone")
      return Record(person, id: number)
    }
    #expect(!Library(many, kinds: .standard).isSmall)
  }
}
