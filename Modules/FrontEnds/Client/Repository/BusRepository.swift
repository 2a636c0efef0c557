public import Contracts
public import MessageBus
public import Models
public import OrderedJSON
import Synchronization

/// A repository that sends requests over the bus. It connects on the first request.
public final class BusRepository: Repository {
  /// Starts a bus where none is running and returns when it responds.
  public typealias Starter = @Sendable (BusAddress) async throws(Problem) -> Void

  public let address: BusAddress
  private let timeLimit: TimeLimit
  private let starter: Starter?
  private let isStartPermitted: @Sendable () -> Bool
  private let state = Mutex(State())

  private typealias Start = Task<Result<BusClient, Problem>, Never>

  private struct State {
    var client: BusClient?
    var start: Start?
    /// The number of ``start``, and whether it was permitted.
    var startNumber = 0
    var isPermitted = true
    /// The time of the last failed start.
    var lastFailure: ContinuousClock.Instant?
  }

  private enum Replacement {
    case client(BusClient)
    case start(Start)
  }

  /// The time after a failed start before the next attempt.
  private static let startBackoff = Duration.seconds(2)
  /// The time a lost broker has to come back before the starter is called.
  private static let reconnectGrace = Duration.seconds(1)

  /// Creates a repository whose requests may take as long as `timeLimit` allows. Sends none after a deadline has passed.
  ///
  /// If nothing is listening on `address`, now or later, `starter` is called once for all waiting requests, which are then sent in the time
  /// that they have left; also those that were sent before the bus was lost, if they are idempotent and no part of their reply has arrived.
  /// Without a starter, the first request throws ``ProblemType/noBus`` at once, and later requests when their time is over. A start that was
  /// not permitted, which only waits for a bus, does not delay one that is.
  public init(
    _ address: BusAddress, _ timeLimit: TimeLimit, starter: Starter? = nil, isStartPermitted: @escaping @Sendable () -> Bool = { true }
  ) {
    self.address = address
    self.timeLimit = timeLimit
    self.isStartPermitted = isStartPermitted
    self.starter = starter
  }

  /// Creates a repository that waits up to `limit` for each reply.
  public convenience init(
    _ address: BusAddress, within limit: Duration, starter: Starter? = nil, isStartPermitted: @escaping @Sendable () -> Bool = { true }
  ) {
    self.init(address, .perRequest(limit), starter: starter, isStartPermitted: isStartPermitted)
  }

  /// Returns the time left for a request that has taken `spent` so far. Throws ``ProblemType/deadline`` if no time is left.
  private func limit(_ request: Request, after spent: Duration = .zero) throws(Problem) -> Duration {
    let remaining = timeLimit.remaining(after: spent)
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

  /// The broker in use, of several; `nil` if none is connected.
  public func brokerInUse() async -> BusAddress? { await (try? connection())?.connectedBroker(within: .zero) }

  public func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    let start = ContinuousClock.now
    let limit = try limit(request)
    let client = try connection()
    guard let failure = try await stream(service, request, within: limit, from: client, part) else { return }
    guard starter != nil else { throw problem(failure, service.text, request, limit) }
    let (started, rest) = try await restart(replacing: client, for: request, after: start.duration(to: .now))
    if let failure = try await stream(service, request, within: rest, from: started, part) {
      throw problem(failure, service.text, request, rest)
    }
  }

  /// Calls `part` with each part of the reply, and returns `nil` after the last one. Returns the error if no bus was reached and no part
  /// has arrived; throws every other error.
  private func stream(
    _ service: ServiceName, _ request: Request, within limit: Duration, from client: BusClient, _ part: (Reply) throws(Problem) -> Void
  ) async throws(Problem) -> BusError? {
    var replies = client.stream(service.text, request, within: limit).makeAsyncIterator()
    var hasParts = false
    while true {
      let next: Reply?
      do { next = try await replies.next(isolation: nil) } catch {
        guard error.code == .unreachable, !hasParts else { throw problem(error, service.text, request, limit) }
        return error
      }
      guard let reply = next else { return nil }
      hasParts = true
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
    let start = ContinuousClock.now
    let limit = try limit(request)
    let client = try connection()
    do { return try await client.ask(service, request, within: limit) } catch {
      guard error.code == .unreachable, starter != nil else { throw problem(error, service, request, limit) }
    }
    let (started, rest) = try await restart(replacing: client, for: request, after: start.duration(to: .now))
    do { return try await started.ask(service, request, within: rest) } catch {
      throw problem(error, service, request, rest)
    }
  }

  /// Returns the problem with the members by which front-ends translate its detail.
  private func problem(_ error: BusError, _ service: String, _ request: Request, _ limit: Duration) -> Problem {
    var problem = Problem(error)
    switch error.code {
    case .unreachable where (error.cause as? BusError)?.code == .unreachable:
      problem.title = "the bus does not answer"
      problem.reason = .noHandshake
      problem.extensions["endpoint"] = .string("\(address)")
    case .unreachable: problem.extensions["endpoint"] = .string("\(address)")
    case .deadlineExceeded where (error.cause as? BusError)?.code == .unreachable:
      problem.reason = .brokerSilent
      problem.extensions["endpoint"] = .string("\(address)")
    case .deadlineExceeded:
      problem.reason = .noAnswer
      problem.extensions["service"] = .string(service)
      problem.extensions["request"] = .string(request.head)
      problem.extensions["limit"] = .number(limit.wholeMilliseconds)
    default: break
    }
    return problem
  }

  /// Returns the existing client, or a new one that fails at once if nothing is listening.
  private func connection() throws(Problem) -> BusClient {
    do {
      return try state.withLock { state throws(BusError) in
        if let client = state.client { return client }
        let grace = starter == nil ? nil : Self.reconnectGrace
        let client = try BusClient(address, settings: BusClient.Settings(failFast: true, reconnectGrace: grace))
        state.client = client
        return client
      }
    } catch { throw Problem(error) }
  }

  /// Returns a connection to a started bus in place of `failed`, and the time left for `request`, which had taken `spent` before. Throws
  /// ``ProblemType/deadline`` if no time is left; a bus is started nevertheless if later requests have time of their own.
  func restart(
    replacing failed: BusClient, for request: Request, after spent: Duration
  ) async throws(Problem) -> (client: BusClient, limit: Duration) {
    let remaining: Duration?
    if case .perRequest = timeLimit {
      remaining = timeLimit.remaining(after: spent)
    } else {
      _ = try limit(request, after: spent)
      remaining = nil
    }
    let client = try await startedConnection(replacing: failed, within: remaining)
    return (client, try limit(request, after: spent))
  }

  /// Returns a connection to a bus that `starter` started after `failed` could not reach one. Callers share a start and its connection.
  /// Throws ``ProblemType/deadline`` if the start takes longer than `limit`, and lets it go on.
  func startedConnection(replacing failed: BusClient, within limit: Duration? = nil) async throws(Problem) -> BusClient {
    let isPermitted = isStartPermitted()
    let replacement = state.withLock { state -> Replacement in
      // No failure means that the start is still running.
      let isRunningOrBackingOff = state.lastFailure.map { ContinuousClock.now - $0 < Self.startBackoff } ?? true
      if let start = state.start, isRunningOrBackingOff, state.isPermitted || !isPermitted { return .start(start) }
      if let client = state.client, client !== failed { return .client(client) }
      state.lastFailure = nil
      state.isPermitted = isPermitted
      state.startNumber += 1
      let start = Task { [number = state.startNumber] in await self.start(number) }
      state.start = start
      return .start(start)
    }
    switch replacement {
    case .client(let client): return client
    case .start(let start):
      guard let limit else { return try await start.value.get() }
      return try await connection(of: start, within: limit)
    }
  }

  private func connection(of start: Start, within limit: Duration) async throws(Problem) -> BusClient {
    if let result = await start.value(within: limit) { return try result.get() }
    guard !Task.isCancelled else { throw .cancelled }
    throw Problem(504, "the deadline passed", detail: "the bus at \(address) is still starting", type: ProblemType.deadline)
  }

  private func start(_ number: Int) async -> Result<BusClient, Problem> {
    do throws(Problem) {
      try await starter?(address)
      let client: BusClient
      let settings = BusClient.Settings(reconnectGrace: Self.reconnectGrace)
      do { client = try BusClient(address, settings: settings) } catch { throw Problem(error) }
      state.withLock { state in
        state.client = client
        // If the bus goes away again, the next request starts it again.
        if state.startNumber == number { state.start = nil }
      }
      return .success(client)
    } catch {
      state.withLock { if $0.startNumber == number { $0.lastFailure = .now } }
      return .failure(error)
    }
  }
}

/// A record in a worker's response, checked to be the requested one.
public struct RecordResponse: Sendable {
  public let cached: CachedResponse
  /// The canonical form of the record.
  public let json: JSON

  /// Throws a 502 if `response` is not canonical JSON of the record `reference`.
  public init(_ response: CachedResponse, for reference: Reference) throws(Problem) {
    let json: JSON
    do { json = try JSON(parsing: response.body) } catch { throw .malformedReply(error.description) }
    guard let found = Reference(canonical: json) else { throw .malformedReply("expected the record \(reference)") }
    guard found == reference else { throw .mismatchedResponse("\(found)", to: "\(reference)") }
    (self.cached, self.json) = (response, json)
  }

  /// Decodes the fields. Throws a 502 if they are not in canonical form.
  public func record(_ kinds: Kinds) throws(Problem) -> Record { try Record(received: json, kinds: kinds) }
}

/// A list in a worker's response: one page, or all pages merged into one.
public struct ListResponse: Sendable {
  public var page: PageBody
  /// The URL of the first page at the origin.
  public var location: String?
  public var origin: OriginIdentity?
  /// Whether the cache says that it has stored all pages, with their records.
  var isStored = false
  /// The size of the pages, if they are those of a whole list.
  var bytes = 0
}

extension PageBody {
  /// The maximum number of pages of a list. A fetcher allows far fewer; front-ends reserve memory for each page.
  private static let maxPages = 1_000_000

  /// Throws a 502 if the page has another kind or number than requested, holds records of another kind, or states too many pages. The
  /// numbers of records were limited when the page was decoded.
  func checked(_ kind: KindName, number: Int) throws(Problem) -> PageBody {
    guard self.kind == kind, page == number else {
      throw .mismatchedResponse("page \(page) of \(self.kind)", to: "page \(number) of \(kind)")
    }
    guard pages <= Self.maxPages else { throw .malformedReply("page \(page) of \(kind) states \(pages) pages") }
    for item in items {
      if let found = Reference(canonical: item), found.kind != kind { throw .mismatchedResponse("a list with \(found)", to: "\(kind)") }
    }
    return self
  }
}

extension ReferencePath {
  /// Throws a 502 if the path connects other records than the two requested.
  func checked(_ request: PathRequest) throws(Problem) -> ReferencePath {
    let ends = (from: from.reference, to: steps.last?.to.reference ?? from.reference)
    guard ends.from == request.from, ends.to == request.to else {
      throw .mismatchedResponse("a path from \(ends.from) to \(ends.to)", to: "a path from \(request.from) to \(request.to)")
    }
    return self
  }
}

extension Record {
  /// Decodes a record received from a worker. Throws a 502 if it is not in canonical form.
  public init(received json: JSON, kinds: Kinds) throws(Problem) {
    do { try self.init(canonical: json, kinds: kinds) } catch { throw .malformedReply(error.message) }
  }
}

extension Problem {
  /// A worker sent a response for another request: it is broken, or not part of Holocron.
  static func mismatchedResponse(_ received: String, to requested: String) -> Problem {
    Problem(
      502, "mismatched reply from a worker", detail: "requested \(requested), received \(received)",
      type: ProblemType.mismatchedResponse)
  }
}

extension ProblemType {
  /// The response belongs to another request.
  public static let mismatchedResponse = "urn:holocron:other-answer"
}

/// The deadline of a whole command, shared by all of its requests. Each request gets the remaining time.
public final class Deadline: Sendable {
  private let end: Mutex<ContinuousClock.Instant>

  /// Creates a deadline `limit` from now.
  public init(after limit: Duration) { end = Mutex(.now + limit) }

  /// The time until the deadline; zero once it has passed, never negative.
  public var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: end.withLock(\.self))) }

  /// Extends the deadline by the time `body` takes. The time a person takes to answer a prompt does not count against the bus.
  public func pause<Value>(_ body: () throws -> Value) rethrows -> Value {
    let start = ContinuousClock.now
    defer { end.withLock { $0 += start.duration(to: .now) } }
    return try body()
  }
}

/// The time a front-end waits for replies.
public enum TimeLimit: Sendable {
  /// A timeout for each request.
  case perRequest(Duration)
  /// One deadline for all requests.
  case until(Deadline)
  /// One deadline for all requests, and a timeout for each of them.
  case capped(Duration, until: Deadline)

  /// Returns the time left for a request that has taken `spent` so far.
  func remaining(after spent: Duration) -> Duration {
    switch self {
    case .perRequest(let limit): limit - spent
    case .until(let deadline): deadline.remaining
    case .capped(let limit, let deadline): min(limit - spent, deadline.remaining)
    }
  }
}
