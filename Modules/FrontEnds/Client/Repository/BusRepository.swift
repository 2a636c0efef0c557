public import Contracts
public import MessageBus
public import OrderedJSON
import Synchronization

/// A repository that sends requests over the bus. It connects on the first request.
public final class BusRepository: Repository {
  /// Starts a bus where none is running and returns when it responds.
  public typealias Starter = @Sendable (BusAddress) async throws(Problem) -> Void

  public let address: BusAddress
  private let timeLimit: TimeLimit
  private let starter: Starter?
  private let state = Mutex(State())

  private struct State {
    var client: BusClient?
    var start: Task<Result<BusClient, Problem>, Never>?
    /// The time of the last failed start.
    var lastFailure: ContinuousClock.Instant?
    /// Whether the client has received a reply. From then on, requests wait for a broker instead of failing at once.
    var hasReceivedReply = false
  }

  /// The time after a failed start before the next attempt.
  private static let startBackoff = Duration.seconds(2)
  /// The time a lost broker has to come back before the starter is called.
  private static let reconnectGrace = Duration.seconds(1)

  /// Creates a repository whose requests may take as long as `timeLimit` allows.
  ///
  /// If nothing is listening on `address`, now or later, `starter` is called once for all waiting requests. Without a starter, the first
  /// request throws ``ProblemType/noBus`` at once, and later requests throw when their time is over. Sends no requests after a deadline has
  /// passed.
  public init(_ address: BusAddress, _ timeLimit: TimeLimit, starter: Starter? = nil) {
    self.address = address
    self.timeLimit = timeLimit
    self.starter = starter
  }

  /// Creates a repository that waits up to `limit` for each reply.
  public convenience init(_ address: BusAddress, within limit: Duration, starter: Starter? = nil) {
    self.init(address, .perRequest(limit), starter: starter)
  }

  /// Returns the time a request may take now. Throws ``ProblemType/deadline`` if no time is left.
  private func limit(_ request: Request) throws(Problem) -> Duration {
    let remaining = timeLimit.remaining
    guard remaining > .zero else {
      throw Problem(504, "the deadline passed", detail: "no time left for '\(request.head)'", type: ProblemType.deadline)
    }
    return remaining
  }

  public func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
    try await ask(service.text, request)
  }

  public func brokerStatistics() async throws(Problem) -> JSON {
    let reply = try await ask("mmi.stats", Request("GET", Target([])))
    if let problem = reply.problem { throw problem }
    return try StatsRequest.answer(reply)
  }

  public func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    _ = try limit(request)
    var partCount = 0
    let client = try connection()
    if await !isLost(client) {
      do {
        return try await stream(service, request, from: client, partCount: &partCount, part)
      } catch {
        guard partCount == 0, error.type == ProblemType.noBus, starter != nil else { throw error }
      }
    }
    try await stream(service, request, from: try await startedConnection(), partCount: &partCount, part)
  }

  private func stream(
    _ service: ServiceName, _ request: Request, from client: BusClient, partCount: inout Int, _ part: (Reply) throws(Problem) -> Void
  ) async throws(Problem) {
    var replies = client.stream(service.text, request, within: try limit(request)).makeAsyncIterator()
    while true {
      let next: Reply?
      do { next = try await replies.next(isolation: nil) } catch { throw Problem(error) }
      guard let reply = next else { return }
      if partCount == 0 { state.withLock { $0.hasReceivedReply = true } }
      partCount += 1
      try part(reply)
    }
  }

  public func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {
    let subscription: EventSubscription
    do { subscription = try EventSubscription(address, topics: topics) } catch { throw Problem(error) }
    defer { subscription.close() }
    // Events arrive on a separate socket that waits silently for a broker, so check first that a broker is there.
    _ = try await brokerStatistics()
    var events = subscription.makeAsyncIterator()
    while let next = await events.next(isolation: nil) { try onEvent(next) }
  }

  private func ask(_ service: String, _ request: Request) async throws(Problem) -> Reply {
    let limit = try limit(request)
    let client = try connection()
    if await !isLost(client) {
      do {
        let reply = try await client.ask(service, request, within: limit)
        state.withLock { $0.hasReceivedReply = true }
        return reply
      } catch {
        guard error.code == .unreachable, starter != nil else { throw Problem(error) }
      }
    }
    let started = try await startedConnection()
    let rest = try self.limit(request)
    do { return try await started.ask(service, request, within: rest) } catch { throw Problem(error) }
  }

  /// Returns the existing client, or a new one that fails at once if nothing is listening.
  private func connection() throws(Problem) -> BusClient {
    do {
      return try state.withLock { state throws(BusError) in
        if let client = state.client { return client }
        let client = try BusClient(address, settings: BusClient.Settings(failFast: true))
        state.client = client
        return client
      }
    } catch { throw Problem(error) }
  }

  /// Whether a broker that replied before is gone and could be started again.
  private func isLost(_ client: BusClient) async -> Bool {
    guard starter != nil, state.withLock({ $0.hasReceivedReply }) else { return false }
    return await !client.waitUntilConnected(within: min(timeLimit.remaining, Self.reconnectGrace))
  }

  /// Returns a connection to the bus that `starter` started. Concurrent callers wait for the same start.
  private func startedConnection() async throws(Problem) -> BusClient {
    let task = state.withLock { state in
      // No failure means that the start is still running.
      let isRunningOrBackingOff = state.lastFailure.map { ContinuousClock.now - $0 < Self.startBackoff } ?? true
      if let start = state.start, isRunningOrBackingOff { return start }
      state.lastFailure = nil
      let start = Task { await self.start() }
      state.start = start
      return start
    }
    return try await task.value.get()
  }

  private func start() async -> Result<BusClient, Problem> {
    do throws(Problem) {
      try await starter?(address)
      let client: BusClient
      do { client = try BusClient(address) } catch { throw Problem(error) }
      state.withLock { state in
        state.client = client
        // If the bus goes away again, the next request starts it again.
        state.start = nil
      }
      return .success(client)
    } catch {
      state.withLock { $0.lastFailure = .now }
      return .failure(error)
    }
  }
}
