import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import Synchronization
import Testing

@testable import CommandLine

/// `holocron cache warm` with origins that lack kinds or ask to slow down.
@Suite struct CacheWarmingTests {
  /// An origin with only the people of the catalogue, without those in `missing`. It asks to slow down after `limit` requests. The cached list
  /// lacks `unlisted` records until a request for it limits its age.
  final class PeopleOnlyRepository: CatalogueBased {
    let requestCount = Mutex(0)
    private let limit: Int
    private let catalogue = CatalogueRepository()

    private let missing: Set<String>
    private let unlisted: Int?
    /// The freshness that the requests for lists demanded.
    let demands = Mutex<[String?]>([])

    init(limit: Int = .max, missing: Set<String> = [], unlisted: Int? = nil) {
      self.limit = limit
      self.missing = missing
      self.unlisted = unlisted
    }

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
      if KindsRequest(request) != nil { return KindsRequest.reply([KindName.people]) }
      guard request.target.path.first == "people" else {
        return Reply(Problem(404, "not found", detail: "the origin has no list of \(request.target)", type: ProblemType.notFound))
      }
      let number = requestCount.withLock { count in
        count += 1
        return count
      }
      guard number <= limit else {
        return Reply(Problem(429, "the origin asks to slow down", type: ProblemType.origin, retryAfter: 3_600))
      }
      guard !missing.contains(request.target.path.joined(separator: "/")) else { return Reply(Problem(502, "the origin sent no record")) }
      return try await catalogue.reply(of: service, to: request)
    }

    func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
      guard request.target.path == ["people"] else { return try part(try await reply(of: service, to: request)) }
      let demand = request.fields["cache-control"]
      demands.withLock { $0.append(demand) }
      try await CatalogueRepository(missing: demand == nil ? unlisted : nil).stream(service, request, part: part)
    }

  }

  @Test func `cache warm requests only the kinds of the origin`() async throws {
    let harness = CommandHarness(PeopleOnlyRepository())
    #expect(try await harness.run("cache warm --json") == .success)
    let json = try JSON(parsing: harness.output)
    #expect(json["records"]?.int == 82)
    #expect(json["failed"] == [])
    #expect(try await JSON(parsing: CommandHarness.ran("random --json", PeopleOnlyRepository()).output)["kind"] == "people")
  }

  @Test func `cache warm fails if some records are missing`() async throws {
    let harness = CommandHarness(PeopleOnlyRepository(missing: ["people/1", "people/5"]))
    #expect(try await harness.run("cache warm --json") == .failure)
    let json = try JSON(parsing: harness.output)
    #expect(json["records"]?.int == 80)
    #expect(json["failed"] == ["people/1", "people/5"])
    #expect(harness.notes.contains("couldn't fetch people/5"))
  }

  /// The cache lacks the records that the origin counts but does not return, too.
  @Test(arguments: [(50, "50 more records"), (1, "1 more record")])
  func `cache warm fails if a list is incomplete`(_ missing: Int, _ records: String) async throws {
    let harness = CommandHarness(CatalogueRepository(missing: missing))
    #expect(try await harness.run("cache warm --json") == .failure)
    let json = try JSON(parsing: harness.output)
    #expect(json["records"]?.int == 260)
    #expect(json["failed"] == [])
    #expect(harness.notes.contains("The list of people is incomplete: the origin counts \(records) than it returned.\n"))
  }

  /// Records may be available that the origin did not return when the list was cached.
  @Test func `cache warm revalidates an incomplete list`() async throws {
    let repository = PeopleOnlyRepository(unlisted: 3)
    let harness = CommandHarness(repository)
    #expect(try await harness.run("cache warm --json") == .success)
    #expect(!harness.notes.contains("incomplete"))
    let demands = repository.demands.withLock(\.self)
    #expect(demands.first == .some(nil))
    #expect(demands.dropFirst().map { $0?.hasPrefix("max-age=") } == [true])
  }

  @Test func `cache warm stops when the origin asks to slow down`() async throws {
    let origin = PeopleOnlyRepository(limit: 10)
    let harness = CommandHarness(origin)
    let problem = await #expect(throws: Problem.self) { try await harness.run("cache warm --json") }
    #expect(problem?.exitCode == .unavailable)
    #expect(problem?.detail == "72 of 82 records are missing; to continue, run holocron cache warm again")
    #expect(problem?.advice().last?.hasPrefix("Try again in 1 h. ") == true)
    // Only requests that were already in flight follow.
    #expect(origin.requestCount.withLock(\.self) <= 10 + 16)
    #expect(try JSON(parsing: harness.output)["records"]?.int == 10)
  }
}
