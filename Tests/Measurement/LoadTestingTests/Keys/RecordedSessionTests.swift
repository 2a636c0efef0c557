import MessageBus
import Models
import Testing

@testable import LoadTesting

struct RecordedSessionTests {
  private static func session(_ lines: String) throws(Problem) -> RecordedSession {
    try RecordedSession(lines: Array(lines.utf8), of: "s.jsonl")
  }

  private static let lines = """
    {"at":1,"service":"holocron.cache","request":"GET /people/1"}
    {"at":3,"service":"holocron.cache","request":"GET /people/1"}
    {"at":2,"service":"holocron.search","request":"GET /search?q=luke"}
    {"at":2.5,"service":"holocron.cache","request":"PURGE /people"}

    """

  @Test func `requests are sent in the order of their times, and equal requests have equal keys`() throws {
    let session = try Self.session(Self.lines)
    #expect(session.payloads.map(\.text) == ["GET /people/1", "GET /search?q=luke"])
    #expect(session.sequence == [0, 1, 0])
    #expect(SendTimes(session.profile).map { $0.time / .seconds(1) } == [0, 1, 2])
  }

  @Test func `a plan sends a session at its own times, or at a rate`() throws {
    var plan = LoadPlan.test(.open([]), target: .session("s.jsonl"))
    plan.session = try Self.session(Self.lines)
    #expect(plan.profile.count == 3)
    #expect(plan.end == .seconds(2))
    let workload = try WorkloadBuilder(plan: plan, catalogue: .standard, echoService: "").workload()
    #expect((0..<4).map { workload.call($0).payload.text } == ["GET /people/1", "GET /search?q=luke", "GET /people/1", "GET /people/1"])
    #expect(workload.call(0).key == workload.call(2).key)
    plan.pacing = .constant(10, for: .seconds(1))
    #expect(plan.profile.count == 10)
  }

  @Test func `lines that are not requests are named`() {
    let problem = #expect(throws: Problem.self) { try Self.session(Self.lines + "GET /people/1\n") }
    #expect(problem?.detail == "line 5 of s.jsonl is not a request; record a session with: holocron watch --record FILE")
    #expect(problem?.status == 400)
    let empty = #expect(throws: Problem.self) { try Self.session("\n") }
    #expect(empty?.detail?.hasPrefix("s.jsonl has no GET requests") == true)
  }
}
