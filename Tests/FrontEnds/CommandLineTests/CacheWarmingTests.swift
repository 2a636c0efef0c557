import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import Synchronization
import Testing

@testable import CommandLine

/// `cache warm` with origins that have not everything, or enough.
@Suite struct CacheWarmingTests {
  /// The catalogue's people alone, of which it gives so many records before it asks for a pause.
  final class PeopleAlone: Repository {
    let asked = Mutex(0)
    private let given: Int
    private let honest = CatalogueRepository()

    init(giving given: Int = .max) { self.given = given }

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
      if KindsRequest(request) != nil { return KindsRequest.reply([Person.kind]) }
      guard request.target.path.first == "people" else {
        return Reply(Problem(404, "not found", detail: "the origin has no list of \(request.target)", type: ProblemType.notFound))
      }
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      guard number <= given else {
        return Reply(Problem(429, "the origin asks to slow down", type: ProblemType.origin, retryAfter: 3_600))
      }
      return try await honest.reply(of: service, to: request)
    }

    func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
      guard request.target.path == ["people"] else { return try part(try await reply(of: service, to: request)) }
      try await honest.stream(service, request, part: part)
    }

    func brokerStatistics() async throws(Problem) -> JSON { try await honest.brokerStatistics() }
    func listen(to topics: [String], heard: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {}
  }

  @Test func itGoesByTheKindsTheOriginHas() async throws {
    let rig = Rig(PeopleAlone())
    try await rig.run("cache warm --json")
    let json = try JSON(parsing: rig.output)
    #expect(json["records"]?.int == 82)
    #expect(json["failed"] == [])
    let drawn = Rig(PeopleAlone())
    try await drawn.run("random --json")
    #expect(try JSON(parsing: drawn.output)["kind"] == "people")
  }

  @Test func itStopsWhenTheOriginAsksForAPause() async throws {
    let origin = PeopleAlone(giving: 10)
    let rig = Rig(origin)
    let problem = await #expect(throws: Problem.self) { try await rig.run("cache warm --json") }
    #expect(problem?.exitCode == .unavailable)
    #expect(problem?.detail == "72 of 82 records are left: go on with holocron cache warm")
    #expect(problem?.advice.last == "It is worth asking again in 3600 s.")
    // What was on its way already, and nothing after that.
    #expect(origin.asked.withLock(\.self) <= 10 + 16)
    #expect(try JSON(parsing: rig.output)["records"]?.int == 10)
  }
}
