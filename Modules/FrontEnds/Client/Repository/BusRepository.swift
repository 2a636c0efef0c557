public import Contracts
public import MessageBus
public import OrderedJSON
import Synchronization

/// The catalogue over the bus. Connects when the first question is asked.
public final class BusRepository: Repository {
  /// Starts a bus that was not there, and returns when it answers.
  public typealias Starter = @Sendable (BusAddress) async throws(Problem) -> Void

  public let address: BusAddress
  private let patience: TimeLimit
  private let starter: Starter?
  private let state = Mutex(State())

  private struct State {
    var client: BusClient?
    var start: Task<Result<BusClient, Problem>, Never>?
    /// When the last start failed.
    var failure: ContinuousClock.Instant?
    /// The client there is has been answered once; from then on it waits where nobody listens.
    var hasAnswered = false
  }

  /// How long a failed start is not tried again.
  private static let rest = Duration.seconds(2)
  /// How long a broker that went may take to come back before the starter is asked for another.
  private static let absence = Duration.seconds(1)

  /// Waits as long as `patience` says. When nobody listens at `address`, now or later, `starter` gets one chance to change that, however many
  /// questions wait; without it the problem is ``ProblemType/noBus`` at once, and later when the time is over. With a deadline that has passed nothing is
  /// asked any more.
  public init(_ address: BusAddress, _ patience: TimeLimit, starter: Starter? = nil) {
    self.address = address
    self.patience = patience
    self.starter = starter
  }

  /// Waits up to `limit` for each answer.
  public convenience init(_ address: BusAddress, within limit: Duration, starter: Starter? = nil) {
    self.init(address, .each(limit), starter: starter)
  }

  /// What a question may take now. Throws ``ProblemType/deadline`` when nothing is left.
  private func limit(_ request: Request) throws(Problem) -> Duration {
    let left = patience.left
    guard left > .zero else {
      throw Problem(504, "the deadline passed", detail: "no time was left to ask for '\(request.head)'", type: ProblemType.deadline)
    }
    return left
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
    var given = 0
    do {
      try await stream(service, request, from: try connection(), given: &given, part)
    } catch {
      guard given == 0, error.type == ProblemType.noBus, starter != nil else { throw error }
      try await stream(service, request, from: try await startedConnection(), given: &given, part)
    }
  }

  private func stream(
    _ service: ServiceName, _ request: Request, from client: BusClient, given: inout Int, _ part: (Reply) throws(Problem) -> Void
  ) async throws(Problem) {
    var replies = client.stream(service.text, request, within: try limit(request)).makeAsyncIterator()
    while true {
      let next: Reply?
      do { next = try await replies.next(isolation: nil) } catch { throw Problem(error) }
      guard let reply = next else { return }
      given += 1
      try part(reply)
    }
  }

  public func listen(to topics: [String], heard: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {
    let subscription: EventSubscription
    do { subscription = try EventSubscription(address, topics: topics) } catch { throw Problem(error) }
    defer { subscription.close() }
    // Events come over a socket of their own that waits for a broker in silence: see that there is one.
    _ = try await brokerStatistics()
    var events = subscription.makeAsyncIterator()
    while let next = await events.next(isolation: nil) { try heard(next) }
  }

  private func ask(_ service: String, _ request: Request) async throws(Problem) -> Reply {
    let limit = try limit(request)
    let client = try connection()
    if await !isLost(client) {
      do {
        let reply = try await client.ask(service, request, within: limit)
        state.withLock { $0.hasAnswered = true }
        return reply
      } catch {
        guard error.code == .unreachable, starter != nil else { throw Problem(error) }
      }
    }
    let started = try await startedConnection()
    let rest = try self.limit(request)
    do { return try await started.ask(service, request, within: rest) } catch { throw Problem(error) }
  }

  /// The connection there is, or a new one that fails at once when nobody listens.
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

  /// Whether the broker that answered before is gone, and something could be done about it.
  private func isLost(_ client: BusClient) async -> Bool {
    guard starter != nil, state.withLock({ $0.hasAnswered }) else { return false }
    return await !client.waitUntilConnected(within: min(patience.left, Self.absence))
  }

  /// A connection to the bus that `starter` started; all who ask meanwhile wait for the same start.
  private func startedConnection() async throws(Problem) -> BusClient {
    let task = state.withLock { state in
      let hasFailedLately = state.failure.map { ContinuousClock.now - $0 < Self.rest } ?? true
      if let start = state.start, hasFailedLately { return start }
      state.failure = nil
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
        // The bus may go again, and then gets another chance.
        state.start = nil
      }
      return .success(client)
    } catch {
      state.withLock { $0.failure = .now }
      return .failure(error)
    }
  }
}
