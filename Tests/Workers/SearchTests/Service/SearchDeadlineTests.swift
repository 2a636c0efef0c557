import Contracts
import CoreMetrics
import GRDB
import MessageBus
import Models
import TestSupport
import Testing

@testable import Search

/// What a request may wait for, and until when.
@Suite(.timeLimit(.minutes(5))) struct SearchDeadlineTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.file("history.sqlite") }

  init() throws { folder = try TemporaryDirectory() }

  private func service(_ source: any Source, history: HistoryStore? = nil) throws -> SearchService {
    SearchService(
      store: try IndexStore(file: nil, logger: .silent), history: try history ?? HistoryStore(file: nil, logger: .silent), source: source,
      settings: .patient, metrics: NOOPMetricsHandler.instance, logger: .silent)
  }

  /// Does not answer before it is told to.
  private struct Silent: Source {
    let answers = Latch(isOpen: false)

    func ask(_ service: ServiceName, _ request: Request, within limit: Duration) async -> Reply {
      _ = await answers.wait(until: .now + .seconds(600))
      return Reply(503)
    }

    func workers(of service: ServiceName, within limit: Duration) async -> Set<String>? { nil }
  }

  @Test(arguments: [
    SearchRequest("luke").request, SuggestRequest("luke").request,
    PathRequest(from: Reference(.people, 1), to: Reference(.people, 2)).request,
  ])
  func `who waits for the origin to be known is answered at the deadline`(request: Request) async throws {
    let source = Silent()
    let service = try service(source)
    service.checkOrigin()
    var request = request
    request.deadline = .milliseconds(20)
    let problem = await service.answer(request, parts: ReplyParts { _ in }).problem
    #expect(problem?.status == 504)
    #expect(problem?.type == ProblemType.deadline)
    // Later requests are answered once it is known.
    request.deadline = nil
    source.answers.open()
    let later = await service.answer(request, parts: ReplyParts { _ in })
    #expect(later.problem?.type != ProblemType.deadline)
    await service.close()
  }

  @Test func `a latch lets go of those who wait when it opens, at their deadline and when they are cancelled`() async {
    let latch = Latch(isOpen: false)
    #expect(await !latch.wait(until: .now))
    #expect(await !latch.wait(until: .now + .milliseconds(10)))
    let cancelled = Task { await latch.wait(until: .now + .seconds(600)) }
    cancelled.cancel()
    #expect(await !cancelled.value)
    let waiting = (0..<10).map { _ in Task { await latch.wait(until: .now + .seconds(600)) } }
    latch.open()
    for task in waiting { #expect(await task.value) }
    #expect(await latch.wait(until: .now))
    latch.close()
    #expect(await !latch.wait(until: .now))
  }

  /// Another process in the midst of a long write.
  private func lock() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    return other
  }

  @Test func `while the history is locked, writes fail together and say what to do, and reads go on`() async throws {
    let service = try service(FakeCache(), history: try HistoryStore(file: path, logger: .silent))
    func ask(_ change: HistoryRequest.Change) async -> Reply {
      await service.answer(HistoryRequest(change).request, parts: ReplyParts { _ in })
    }
    #expect(await ask(.remember("luke")).status == 200)
    let other = try lock()
    // One after another they would take several minutes.
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

  @Test func `a change of a locked history is answered at its deadline`() async throws {
    let service = try service(FakeCache(), history: try HistoryStore(file: path, logger: .silent))
    let other = try lock()
    var request = HistoryRequest(.remember("luke")).request
    request.deadline = .milliseconds(20)
    let problem = await service.answer(request, parts: ReplyParts { _ in }).problem
    #expect(problem?.status == 504)
    #expect(problem?.type == ProblemType.deadline)
    try other.close()
    await service.close()
  }
}
