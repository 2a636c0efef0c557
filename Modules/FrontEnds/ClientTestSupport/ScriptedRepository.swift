public import Client
public import Contracts
public import MessageBus
public import OrderedJSON

/// A repository that replies from a table such as `["holocron.cache GET /people/1": [Reply(…)]]`.
public struct ScriptedRepository: Repository {
  public var replies: [String: [Reply]]
  public var statistics: JSON
  public var events: [Event]

  /// Several replies under one key are the parts of a streamed reply.
  public init(_ replies: [String: [Reply]] = [:], statistics: JSON = [:], events: [Event] = []) {
    self.replies = replies
    self.statistics = statistics
    self.events = events
  }

  private func scripted(_ service: ServiceName, _ request: Request) -> [Reply] {
    replies["\(service) \(request.head)"]
      ?? [Reply(Problem(404, "no such record", detail: "no reply is scripted for \(request.head)", type: ProblemType.notFound))]
  }

  public func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
    scripted(service, request).last ?? Reply(500)
  }

  public func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    for reply in scripted(service, request) { try part(reply) }
  }

  public func brokerStatistics() async throws(Problem) -> JSON { statistics }

  public func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {
    try onEvent(.listening)
    for event in events where topics.contains(where: { event.topic.hasPrefix($0) }) { try onEvent(.event(event)) }
  }
}
