import MessageBus
import Testing

@testable import LoadTesting

struct TargetCheckTests {
  private static func check(_ sender: ScriptedSender, timeout: Duration = .seconds(5)) async throws {
    let payload = Call.Payload.bus(service: "load.test", Request("GET", Target(["x"])))
    let call = Call(key: Call.Key(operation: .request, index: 0), payload: payload, isUnique: false)
    try await LoadSetup.check(sender, call, timeout: timeout)
  }

  private static func answer(_ problem: Problem) -> Answer { Answer(status: problem.status, body: Reply(problem).content) }

  private static let noWorker = answer(Problem(503, "no worker", detail: "no worker offers x", type: "urn:holocron:no-worker"))
  private static let deadline = answer(Problem(504, "the deadline passed", type: "urn:holocron:deadline"))
  private static let timeout = Answer(failure: BusErrorCode.deadlineExceeded.description)

  @Test(
    arguments: [
      Answer(status: 200), Answer(status: 404), Answer(status: 503),
      answer(Problem(503, "too many requests", type: "urn:holocron:overloaded")),
      answer(Problem(504, "the origin did not answer", type: "urn:holocron:origin")),
    ])
  func `an error of a worker is an answer`(answer: Answer) async throws {
    let sender = ScriptedSender { _ in answer }
    try await Self.check(sender)
    #expect(sender.requested.count == 1)
  }

  @Test func `a worker that is starting has three attempts to answer`() async throws {
    let starting = ScriptedSender { number in number < 2 ? Self.noWorker : Answer(status: 200) }
    try await Self.check(starting)
    #expect(starting.requested.count == 3)
    let missing = ScriptedSender { _ in Self.noWorker }
    let problem = await #expect(throws: Problem.self) { try await Self.check(missing) }
    #expect(problem?.status == 503)
    #expect(problem?.detail == "GET /x: no worker offers x")
    #expect(missing.requested.count == 3)
  }

  @Test(arguments: [timeout, deadline]) func `a timeout is not repeated, and names its option`(answer: Answer) async throws {
    let sender = ScriptedSender { _ in answer }
    let problem = await #expect(throws: Problem.self) { try await Self.check(sender) }
    #expect(problem?.status == 503)
    #expect(problem?.detail?.hasSuffix(": timed out after 5 s; increase --timeout") == true)
    #expect(sender.requested.count == 1)
  }

  @Test func `a short timeout on the bus is repeated, because workers may be starting`() async throws {
    let sender = ScriptedSender { number in number < 2 ? Self.timeout : Answer(status: 200) }
    try await Self.check(sender, timeout: .milliseconds(100))
    #expect(sender.requested.count == 3)
  }
}
