import Contracts
import CoreMetrics
import Databases
import MessageBus
import Models
import TestSupport
import Testing

@testable import Search

/// Requests that wait are answered by their deadlines.
@Suite(.timeLimit(.minutes(5))) struct SearchDeadlineTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.file("history.sqlite") }

  init() throws { folder = try TemporaryDirectory() }

  private func service(
    _ source: any ServiceClient, history: HistoryStore? = nil, settings: SearchSettings = .longTimeouts
  ) throws -> SearchService {
    SearchService(
      history: try history ?? HistoryStore(file: nil, logger: .silent), services: source,
      settings: settings, metrics: NOOPMetricsHandler.instance, logger: .silent)
  }

  /// Replies only after its gate is opened, except, if it `hasCache`, that the origin is embedded and nothing of it is cached.
  private struct UnresponsiveSource: ServiceClient {
    let mayAnswer = Gate()
    var hasCache = false

    func reply(of service: ServiceName, to request: Request, within limit: Duration) async -> Reply {
      if hasCache, service == .fetch { return OriginRequest.reply(.embedded) }
      if hasCache, request.fields["cache-control"] == "only-if-cached" { return Reply(.notCached) }
      _ = await mayAnswer.wait(until: .now + .seconds(600))
      return Reply(503)
    }

    func hasWorker(of service: ServiceName, within limit: Duration) async -> Bool { true }
  }

  @Test(arguments: [
    SearchRequest("luke").request, SuggestRequest("luke").request,
    PathRequest(from: Reference(.people, 1), to: Reference(.people, 2)).request,
  ])
  func `a request that waits for the first fill is answered at its deadline`(request: Request) async throws {
    let source = UnresponsiveSource()
    let service = try service(source, settings: .waiting)
    let filling = Task { await service.fill() }
    defer { filling.cancel() }
    var request = request
    request.deadline = .milliseconds(20)
    let problem = await service.answer(request, parts: ReplyParts { _ in }).problem
    #expect(problem?.status == 504)
    #expect(problem?.type == ProblemType.deadline)
    // Later requests are answered once the fill has ended.
    request.deadline = nil
    source.mayAnswer.open()
    let later = await service.answer(request, parts: ReplyParts { _ in })
    #expect(later.problem?.type != ProblemType.deadline)
  }

  @Test func `requests wait for the first fill, but not for long once the cache has been read`() async throws {
    var settings = SearchSettings.longTimeouts
    settings.startTimeout = .milliseconds(20)
    let source = UnresponsiveSource(hasCache: true)
    let service = try service(source, settings: settings)
    let filling = Task { await service.fill() }
    #expect(await service.answer(SearchRequest("luke", mayAskOrigin: false).request, parts: ReplyParts { _ in }).status == 200)
    #expect(await service.answer(SuggestRequest("luke").request, parts: ReplyParts { _ in }).status == 200)
    filling.cancel()
    source.mayAnswer.open()
    await filling.value
  }

  @Test(arguments: [false, true]) func `one client cannot take all places for waiting searches`(isFilling: Bool) async throws {
    let source = UnresponsiveSource()
    var settings = isFilling ? SearchSettings.waiting : .longTimeouts
    settings.waiterLimit = 8
    let service = try service(source, settings: settings)
    let filling = isFilling ? Task { await service.fill() } : nil
    defer { filling?.cancel() }
    func search(for client: String) async -> Reply {
      await service.answer(SearchRequest("luke").request, parts: ReplyParts(client: client) { _ in })
    }
    func waiting(_ count: Int) async throws { try await eventually("\(count) searches wait") { service.waitingPlaces.count == count } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...6 { group.addTask { #expect(await search(for: "greedy").status == 200) } }
      try await waiting(6)
      let refusal = await search(for: "greedy").problem
      #expect(refusal?.status == 503)
      #expect(refusal?.type == ProblemType.overloaded)
      group.addTask { #expect(await search(for: "other").status == 200) }
      try await waiting(7)
      source.mayAnswer.open()
    }
    #expect(service.waitingPlaces.count == 0)
  }

  /// Otherwise a few searches of a slow origin would take all credit, and no other client would get a suggestion.
  @Test(arguments: [false, true]) func `a search that waits for the origin holds no credit`(isFilling: Bool) async throws {
    let source = UnresponsiveSource()
    let service = try service(source, settings: isFilling ? .waiting : .longTimeouts)
    let filling = isFilling ? Task { await service.fill() } : nil
    defer { filling?.cancel() }
    let (releases, release) = AsyncStream.makeStream(of: Void.self)
    let parts = ReplyParts(releasing: { release.yield() }) { _ in }
    let answer = Task { await service.answer(SearchRequest("luke").request, parts: parts) }
    for await _ in releases { break }
    source.mayAnswer.open()
    #expect(await answer.value.status == 200)
  }

  /// Locks the history like another process during a long write.
  private func lock() throws -> Database {
    let other = try Database(path)
    try other.run("BEGIN IMMEDIATE")
    return other
  }

  @Test func `while the history is locked, changes fail with advice and reads succeed`() async throws {
    let service = try service(FakeCache(), history: try HistoryStore(file: path, logger: .silent))
    func ask(_ change: HistoryRequest.Change) async -> Reply {
      await service.answer(HistoryRequest(change).request, parts: ReplyParts { _ in })
    }
    #expect(await ask(.remember("luke")).status == 200)
    let other = try lock()
    let writes = ["han", "leia"].map { text in Task { await ask(.remember(text)) } }
    for _ in 0..<10 { #expect(try HistoryRequest.answer(await ask(.none)).entries.map(\.text) == ["luke"]) }
    for write in writes {
      let problem = await write.value.problem
      #expect(problem?.status == 503)
      #expect(problem?.detail?.contains("'\(path)' is locked by another process") == true, "\(problem?.detail ?? "none")")
      #expect(problem?.detail?.contains("try again") == true)
    }
    try other.run("ROLLBACK")
    other.close()
    #expect(try HistoryRequest.answer(await ask(.remember("leia"))).entries.map(\.text) == ["leia", "luke"])
  }
}

extension SearchSettings {
  /// Settings of a service whose requests wait for the first fill.
  fileprivate static var waiting: SearchSettings {
    var settings = longTimeouts
    settings.startTimeout = .testLimit
    return settings
  }
}
