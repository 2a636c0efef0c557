public import Contracts
public import MessageBus
public import OrderedJSON
import Synchronization

/// The catalogue over the bus. Connects when the first question is asked.
public final class BusRepository: Repository {
  /// Starts a bus that was not there, and returns when it answers.
  public typealias Starter = @Sendable (BusAddress) async throws(Problem) -> Void

  public let address: BusAddress
  private let limit: Duration
  private let starter: Starter?
  private let state = Mutex(State())

  private struct State {
    var client: BusClient?
    var start: Task<Result<BusClient, Problem>, Never>?
  }

  /// Waits up to `limit` for each answer. When nobody listens at `address`, `starter` gets one chance to change that, however many questions
  /// wait; without it the problem is ``Problem/Kind/noBus`` at once.
  public init(_ address: BusAddress, within limit: Duration, starter: Starter? = nil) {
    self.address = address
    self.limit = limit
    self.starter = starter
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
      guard given == 0, error.type == Problem.Kind.noBus, starter != nil else { throw error }
      try await stream(service, request, from: try await startedConnection(), given: &given, part)
    }
  }

  private func stream(
    _ service: ServiceName, _ request: Request, from client: BusClient, given: inout Int, _ part: (Reply) throws(Problem) -> Void
  ) async throws(Problem) {
    var replies = client.stream(service.text, request, within: limit).makeAsyncIterator()
    while true {
      let next: Reply?
      do { next = try await replies.next(isolation: nil) } catch { throw Problem(error) }
      guard let reply = next else { return }
      given += 1
      try part(reply)
    }
  }

  public func listen(to topics: [String], event: (Event) throws(Problem) -> Void) async throws(Problem) {
    // Events come over a socket of their own that waits for a broker in silence: ask first, so that there is one.
    _ = try await brokerStatistics()
    let subscription: EventSubscription
    do { subscription = try EventSubscription(address, topics: topics) } catch { throw Problem(error) }
    defer { subscription.close() }
    var events = subscription.makeAsyncIterator()
    while let next = await events.next(isolation: nil) { try event(next) }
  }

  private func ask(_ service: String, _ request: Request) async throws(Problem) -> Reply {
    let client = try connection()
    do {
      return try await client.ask(service, request, within: limit)
    } catch {
      guard error.code == .unreachable, starter != nil else { throw Problem(error) }
    }
    let started = try await startedConnection()
    do { return try await started.ask(service, request, within: limit) } catch { throw Problem(error) }
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

  /// A connection to the bus that `starter` started; all who ask meanwhile wait for the same start.
  private func startedConnection() async throws(Problem) -> BusClient {
    let task = state.withLock { state in
      if let start = state.start { return start }
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
      state.withLock { $0.client = client }
      return .success(client)
    } catch {
      return .failure(error)
    }
  }
}
