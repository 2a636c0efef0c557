public import Client
public import Contracts
public import MessageBus
public import OrderedJSON

/// A repository without a bus: every request fails.
public struct UnavailableRepository: Repository {
  public static let problem = Problem(503, "no bus is running", type: ProblemType.noBus)

  public init() {}

  public func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply { throw Self.problem }

  public func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    throw Self.problem
  }

  public func brokerStatistics() async throws(Problem) -> JSON { throw Self.problem }

  public func subscribe(
    to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void
  ) async throws(Problem) {
    throw Self.problem
  }
}
