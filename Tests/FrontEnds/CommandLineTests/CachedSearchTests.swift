import Client
import Contracts
import MessageBus
import OrderedJSON
import Presentation
import Synchronization
import TestSupport
import Testing

@testable import CommandLine

/// `holocron people --search` while the origin cannot be reached, or does not answer.
@Suite struct CachedSearchTests {
  /// A cache whose origin cannot be reached: it answers only requests for the whole list, if it has that.
  private struct OfflineRepository: CatalogueBased {
    let hasList: Bool
    /// Whether the origin is silent when it is asked to search, until the request is cancelled.
    let isSilent: Bool
    /// The requests for the whole list and for the statistics of the broker, in their order.
    let log = Log()
    private let catalogue = CatalogueRepository()

    init(hasList: Bool, isSilent: Bool = false) {
      self.hasList = hasList
      self.isSilent = isSilent
    }

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
      if isSilent, let list = try ListRequest(request), list.search != nil, (try? await Task.sleep(for: .testLimit)) == nil {
        throw .cancelled
      }
      return Reply(
        Problem(502, "the origin cannot be reached", detail: "http://127.0.0.1:1 refused the connection", type: ProblemType.origin))
    }

    func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
      let list = try ListRequest(request)
      guard let list, list.search == nil, list.validation.onlyIfCached, hasList else {
        return try part(try await reply(of: service, to: request))
      }
      log.add("list")
      try await catalogue.stream(service, request, part: part)
    }

    func brokerStatistics() async throws(Problem) -> JSON {
      log.add("bus")
      return try await catalogue.brokerStatistics()
    }

  }

  private final class Log: Sendable {
    private let entries = Mutex<[String]>([])
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock(\.self) }
  }

  @Test func `a search of a cached list needs no origin, and says so`() async throws {
    let harness = CommandHarness(OfflineRepository(hasList: true))
    #expect(try await harness.run("people --search 'sky WALK' --json") == .success)
    let names = try JSON(parsing: harness.output).array?.compactMap { $0["name"]?.string }
    #expect(names?.sorted() == ["Anakin Skywalker", "Luke Skywalker", "Shmi Skywalker"])
    let notes = harness.notes
    #expect(notes.hasPrefix("holocron: http://127.0.0.1:1 refused the connection; this is a search of the cached list\n"), "\(notes)")
  }

  @Test func `an origin that does not answer is not waited for if the list is cached`() async throws {
    let harness = CommandHarness(OfflineRepository(hasList: true, isSilent: true))
    let code = try await within(.testLimit, "the answer of the cache") {
      try await harness.run("people --search 'sky WALK' --json --timeout 1")
    }
    #expect(code == .success)
    let names = try JSON(parsing: harness.output).array?.compactMap { $0["name"]?.string }
    #expect(names?.sorted() == ["Anakin Skywalker", "Luke Skywalker", "Shmi Skywalker"])
    #expect(harness.notes.hasPrefix("holocron: the origin has not answered for "), "\(harness.notes)")
  }

  @Test func `its results have pages`() async throws {
    let harness = CommandHarness(OfflineRepository(hasList: true))
    #expect(try await harness.run("people --search a --page 2 --json") == .success)
    #expect(try JSON(parsing: harness.output).array?.count == 10)
    await #expect(throws: Problem.self) {
      try await CommandHarness(OfflineRepository(hasList: true)).run("people --search skywalker --page 2")
    }
  }

  @Test func `without the whole list, the error of the origin remains`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await CommandHarness(OfflineRepository(hasList: false)).run("people --search sky")
    }
    #expect(problem?.type == ProblemType.origin)
  }
}
