import Client
import Contracts
import MessageBus
import OrderedJSON
import Synchronization

/// A repository that differs from that of the catalogue in what it implements itself.
protocol CatalogueBased: Repository {}

extension CatalogueBased {
  func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
    try await CatalogueRepository().reply(of: service, to: request)
  }
  func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    try await CatalogueRepository().stream(service, request, part: part)
  }
  func brokerStatistics() async throws(Problem) -> JSON { try await CatalogueRepository().brokerStatistics() }
  func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {}
}

/// A repository that serves the catalogue without a bus.
struct CatalogueRepository: Repository {
  var services = [ServiceName.cache, .fetch, .search]
  /// The uptime of the broker in seconds.
  var uptime = 3_700.0
  /// The services that have lost their worker, according to the broker. Their requests are answered all the same, as after a restart.
  var restarting: [ServiceName] = []
  var search = FakeSearchService()
  /// See ``CatalogueService/missing``.
  var missing: Int?
  /// Why the fetcher cannot list the kinds of its origin.
  var originProblem: Problem?

  func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
    guard services.contains(service) else {
      throw Problem(503, "no worker is attached", type: ProblemType.noWorker, extensions: ["service": .string(service.text)])
    }
    if let originProblem, service == .fetch, KindsRequest(request) != nil { return Reply(originProblem) }
    if service == .search { return await search.answer(request, parts: ReplyParts { _ in }) }
    let worker = CatalogueService(name: service.text, missing: missing)
    if let reply = worker.answerAtOnce(request) { return reply }
    return await worker.answer(request, parts: ReplyParts { _ in })
  }

  func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    let parts = Parts()
    let last = await CatalogueService(name: service.text, missing: missing).answer(request, parts: ReplyParts { parts.add($0) })
    for reply in parts.all + [last] { try part(reply) }
  }

  func brokerStatistics() async throws(Problem) -> JSON {
    let rows = services.map { service -> JSON in
      let workers = restarting.contains(service) ? 0 : 1
      return ["name": .string(service.text), "workers": .number(workers), "queued": 0, "credit": 64, "inFlight": 0]
    }
    return ["services": .array(rows), "workers": [], "requests": 1234, "uptime": .number(uptime)]
  }

  func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {
    try onEvent(.listening)
    for topic in ["changed/people/1", "changed/films", "fetch/failed/people/2"] where topics.contains(where: { topic.hasPrefix($0) }) {
      try onEvent(.event(Event(topic)))
    }
    try onEvent(.listening)
  }

  private final class Parts: Sendable {
    private let replies = Mutex<[Reply]>([])
    func add(_ reply: Reply) { replies.withLock { $0.append(reply) } }
    var all: [Reply] { replies.withLock(\.self) }
  }
}
