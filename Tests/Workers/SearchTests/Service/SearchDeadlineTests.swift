import Contracts
import CoreMetrics
import GRDB
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
    _ source: any Source, history: HistoryStore? = nil, settings: SearchSettings = .longTimeouts
  ) throws -> SearchService {
    SearchService(
      store: try IndexStore(file: nil, logger: .silent), history: try history ?? HistoryStore(file: nil, logger: .silent), source: source,
      settings: settings, metrics: NOOPMetricsHandler.instance, logger: .silent)
  }

  /// Replies only after its gate is opened.
  private struct UnresponsiveSource: Source {
    let mayAnswer = Gate(isOpen: false)

    func ask(_ service: ServiceName, _ request: Request, within limit: Duration) async -> Reply {
      _ = await mayAnswer.wait(until: .now + .seconds(600))
      return Reply(503)
    }

    func workers(of service: ServiceName, within limit: Duration) async -> Set<String>? { nil }
  }

  @Test(arguments: [
    SearchRequest("luke").request, SuggestRequest("luke").request,
    PathRequest(from: Reference(.people, 1), to: Reference(.people, 2)).request,
  ])
  func `a request that waits for the origin check is answered at its deadline`(request: Request) async throws {
    let source = UnresponsiveSource()
    let service = try service(source)
    service.checkOrigin()
    var request = request
    request.deadline = .milliseconds(20)
    let problem = await service.answer(request, parts: ReplyParts { _ in }).problem
    #expect(problem?.status == 504)
    #expect(problem?.type == ProblemType.deadline)
    // Later requests are answered once the origin is known.
    request.deadline = nil
    source.mayAnswer.open()
    let later = await service.answer(request, parts: ReplyParts { _ in })
    #expect(later.problem?.type != ProblemType.deadline)
    await service.close()
  }

  @Test(arguments: [false, true]) func `one client cannot take all places for waiting searches`(isChecking: Bool) async throws {
    let source = UnresponsiveSource()
    var settings = SearchSettings.longTimeouts
    settings.waiterLimit = 8
    let service = try service(source, settings: settings)
    if isChecking { service.checkOrigin() } else { await service.load() }
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
    await service.close()
  }

  /// Otherwise a few searches of a slow origin would take all credit, and no other client would get a suggestion.
  @Test(arguments: [false, true]) func `a search that waits for the origin holds no credit`(isChecking: Bool) async throws {
    let source = UnresponsiveSource()
    let service = try service(source)
    if isChecking { service.checkOrigin() } else { await service.load() }
    let (releases, release) = AsyncStream.makeStream(of: Void.self)
    let parts = ReplyParts(releasing: { release.yield() }) { _ in }
    let answer = Task { await service.answer(SearchRequest("luke").request, parts: parts) }
    for await _ in releases { break }
    source.mayAnswer.open()
    #expect(await answer.value.status == 200)
    await service.close()
  }

  @Test func `a wait ends when the gate opens, at its deadline and on cancellation`() async {
    let gate = Gate(isOpen: false)
    #expect(await !gate.wait(until: .now))
    #expect(await !gate.wait(until: .now + .milliseconds(10)))
    let cancelled = Task { await gate.wait(until: .now + .seconds(600)) }
    cancelled.cancel()
    #expect(await !cancelled.value)
    let waiting = (0..<10).map { _ in Task { await gate.wait(until: .now + .seconds(600)) } }
    gate.open()
    for task in waiting { #expect(await task.value) }
    #expect(await gate.wait(until: .now))
    gate.close()
    #expect(await !gate.wait(until: .now))
  }

  /// Locks the history like another process during a long write.
  private func lock() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    return other
  }

  @Test func `while the history is locked, queued writes fail together with advice and reads succeed`() async throws {
    let service = try service(FakeCache(), history: try HistoryStore(file: path, logger: .silent))
    func ask(_ change: HistoryRequest.Change) async -> Reply {
      await service.answer(HistoryRequest(change).request, parts: ReplyParts { _ in })
    }
    #expect(await ask(.remember("luke")).status == 200)
    let other = try lock()
    // If each write waited for the lock, they would take several minutes.
    let writes = (0..<60).map { number in Task { await ask(.remember("search \(number)")) } }
    for _ in 0..<10 { #expect(try HistoryRequest.answer(await ask(.none)).entries.map(\.text) == ["luke"]) }
    for write in writes {
      let problem = await write.value.problem
      #expect(problem?.status == 503)
      #expect(problem?.detail?.contains("'\(path)' is locked by another process") == true, "\(problem?.detail ?? "none")")
      #expect(problem?.detail?.contains("try again") == true)
    }
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try other.close()
    #expect(try HistoryRequest.answer(await ask(.remember("leia"))).entries.map(\.text) == ["leia", "luke"])
    await service.close()
  }

  @Test func `a change to a locked history times out at its deadline`() async throws {
    let service = try service(FakeCache(), history: try HistoryStore(file: path, logger: .silent))
    let other = try lock()
    var request = HistoryRequest(.remember("luke")).request
    request.deadline = .milliseconds(20)
    let problem = await confirmation("the credit is released") { released in
      await service.answer(request, parts: ReplyParts(releasing: { released() }) { _ in }).problem
    }
    #expect(problem?.status == 504)
    #expect(problem?.type == ProblemType.deadline)
    try other.close()
    await service.close()
  }
}
