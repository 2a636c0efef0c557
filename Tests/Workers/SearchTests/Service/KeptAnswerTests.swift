import Contracts
import CoreMetrics
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Search

/// Questions that are asked again.
struct KeptAnswerTests {
  private let cache = FakeCache()
  private let service: SearchService
  private let day = Day()

  init() throws {
    let day = self.day
    service = SearchService(
      store: try IndexStore(file: nil, logger: .silent), history: try HistoryStore(file: nil, logger: .silent), source: cache,
      settings: .longTimeouts, metrics: NOOPMetricsHandler.instance, clock: { day.milliseconds }, logger: .silent)
  }

  private func fill() async {
    cache.attach(["embedded"])
    var changes = AnnouncedChanges()
    changes.requiresFullRefresh = true
    await service.indexer.handle(changes)
  }

  private func answer(_ request: Request) async -> Reply { await service.answer(request, parts: ReplyParts { _ in }) }

  private static let questions = [
    SearchRequest("luke").request, SearchRequest("kind:planets population>1000").request, SearchRequest("tatoine", limit: 3).request,
    SearchRequest("🙂").request, SearchRequest("", mayAskOrigin: false).request, SuggestRequest("lu").request, SuggestRequest("").request,
    SuggestRequest("a long time ago in a galaxy far far away there was a farm", kind: Film.kind).request,
  ]

  @Test(arguments: questions) func `a question that was answered is answered at once, with the same bytes`(request: Request) async {
    await fill()
    let first = await answer(request)
    #expect(first.status == 200)
    #expect(service.answerAtOnce(request) == first)
    #expect(await answer(request) == first)
    // Deadlines and other fields are not part of the question.
    var later = request
    later.deadline = .milliseconds(1)
    #expect(service.answerAtOnce(later) == first)
  }

  @Test func `a change of the index drops the answers`() async throws {
    await fill()
    let request = SearchRequest("luke").request
    let before = try SearchRequest.answer(await answer(request))
    await service.index.remove({ $0 == Reference(.people, 1) }, counts: { _ in false })
    await service.index.flush()
    #expect(service.answerAtOnce(request) == nil)
    let after = try SearchRequest.answer(await answer(SearchRequest("luke", mayAskOrigin: false).request))
    #expect(before.matches.first?.reference == Reference(.people, 1))
    #expect(after.matches.first?.reference != Reference(.people, 1))
    #expect(after.coverage.records == before.coverage.records - 1)
    #expect(!after.coverage.isComplete)
  }

  @Test func `a change of the coverage alone drops the answers`() async throws {
    await fill()
    let request = SearchRequest("luke", mayAskOrigin: false).request
    _ = await answer(request)
    #expect(service.answerAtOnce(request) != nil)
    await service.index.setListCount(83, of: .people)
    await service.index.flush()
    #expect(service.answerAtOnce(request) == nil)
    #expect(try SearchRequest.answer(await answer(request)).coverage.of == 261)
  }

  @Test func `an answer that the origin took part in is not kept`() async throws {
    let request = SearchRequest("luke").request
    #expect(try SearchRequest.answer(await answer(request)).coverage.askedOrigin)
    #expect(service.answerAtOnce(request) == nil)
    cache.change { $0.failure = Problem(502, "the origin cannot be reached", type: ProblemType.origin) }
    #expect(try !SearchRequest.answer(await answer(SearchRequest("leia").request)).coverage.askedOrigin)
    #expect(service.answerAtOnce(SearchRequest("leia").request) == nil)
    // Without the origin, the incomplete index is all there is.
    let local = SearchRequest("luke", mayAskOrigin: false).request
    let first = await answer(local)
    #expect(service.answerAtOnce(local) == first)
  }

  @Test func `while the origin is being determined, nothing is answered at once`() async {
    await fill()
    let request = SearchRequest("luke").request
    let first = await answer(request)
    service.originCheck.close()
    #expect(service.answerAtOnce(request) == nil)
    service.originCheck.open()
    #expect(service.answerAtOnce(request) == first)
  }

  @Test func `the selection of a day is kept for the day`() async {
    await fill()
    let request = SuggestRequest("").request
    let first = await answer(request)
    #expect(service.answerAtOnce(request) == first)
    day.end()
    #expect(await answer(request) != first)
  }

  @Test(arguments: [
    SearchRequest("homwrld:x").request, SearchRequest("luke", limit: 9_999).request, Request("GET", Target(["search"])),
    PathRequest(from: Reference(.people, 1), to: Reference(.people, 16)).request, HistoryRequest().request,
  ])
  func `problems, paths and the history are not kept`(request: Request) async {
    await fill()
    _ = await answer(request)
    #expect(service.answerAtOnce(request) == nil)
  }

  @Test func `a repeated question counts as use of the worker and of the history as before`() async throws {
    await fill()
    let request = SearchRequest("luke").request
    _ = await answer(request)
    service.wasUsedSinceRefresh.store(false, ordering: .relaxed)
    #expect(service.answerAtOnce(request) != nil)
    let wasUsed = service.wasUsedSinceRefresh.load(ordering: .relaxed)
    #expect(wasUsed)
    #expect(try HistoryRequest.answer(await answer(HistoryRequest().request)).entries.isEmpty)
  }
}

/// A day, as the service's clock.
private final class Day: Sendable {
  private let number = Mutex<Int64>(20_000)
  var milliseconds: Int64 { number.withLock { $0 * 86_400_000 } }
  func end() { number.withLock { $0 += 1 } }
}
