import Client
import Contracts
import MessageBus
import OrderedJSON
import Synchronization
import Testing

@testable import CommandLine

/// The number of requests that commands send, whatever the number of references.
@Suite struct RequestCountTests {
  /// A repository that records its requests.
  final class RecordingRepository: CatalogueBased {
    let requests = Mutex<[String]>([])
    private let catalogue = CatalogueRepository()

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
      add("\(service) \(request.head)")
      return try await catalogue.reply(of: service, to: request)
    }

    func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
      add("\(service) \(request.head)")
      try await catalogue.stream(service, request, part: part)
    }

    func brokerStatistics() async throws(Problem) -> JSON {
      add("mmi.stats")
      return try await catalogue.brokerStatistics()
    }

    private func add(_ request: String) { requests.withLock { $0.append(request) } }
  }

  @Test(arguments: [
    ("show people/1", 2), ("show luke", 3), ("show films/1", 2), ("show people/1 --json", 2),
    ("show people/1 --json --fields name,mass", 1), ("show luke --wire", 2),
    ("compare people/1 people/5", 3), ("compare luke leia", 5), ("open luke --print", 2), ("show luke leia", 6),
    ("show people/1 people/5", 3),
    ("people", 2), ("people --json", 2), ("people --all -o csv", 2), ("people --fields name,mass", 1), ("people --limit 5", 2),
  ])
  func `a command sends few requests`(line: String, count: Int) async throws {
    let repository = RecordingRepository()
    try await CommandHarness(repository).run(line)
    let requests = repository.requests.withLock(\.self)
    #expect(requests.count == count, "\(requests)")
  }

  @Test func `a name that is unknown costs one request`() async {
    let repository = RecordingRepository()
    await #expect(throws: Problem.self) { try await CommandHarness(repository).run("show zzzz") }
    #expect(repository.requests.withLock(\.self) == ["holocron.cache GET /names?like=zzzz"])
  }
}
