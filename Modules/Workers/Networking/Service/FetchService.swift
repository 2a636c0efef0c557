public import Contracts
public import CoreMetrics
public import Logging
public import MessageBus
import Models
import OrderedJSON
import Synchronization

/// The service `holocron.fetch`: sends every request to the origin and returns the response in canonical form.
///
/// | request | answer |
/// |---|---|
/// | `GET /{kind}/{id}` | the record; 304 if the entity tag in `if-none-match` still matches |
/// | `GET /{kind}` | one page in the origin's order and page size; the cache sorts lists and streams whole ones |
/// | `GET /kinds` | the kinds of the origin |
/// | `GET /origin` | the origin's identity, without contacting the origin |
///
/// Every reply names the origin in `holocron-origin`. If a request has that field, a fetcher for another origin answers 421. Replies carry
/// the origin's caching fields unchanged, and the URL of the record or page at the origin in `content-location`.
///
/// Failures are problem documents:
///
/// | status | type | meaning |
/// |---|---|---|
/// | 404 | `urn:holocron:not-found` | the origin does not have the resource; `pages` and `missing` if a list ends early |
/// | 502, 503, 504, 429 | `urn:holocron:origin` | the origin failed; see `origin` and `originStatus` |
/// | 504 | `urn:holocron:deadline` | the request was still queued shortly before its deadline |
/// | 503 | `urn:holocron:overloaded` | too many requests are waiting |
///
/// Requests release their bus credit while they wait for the origin; ``FetchMachine`` decides when each is sent.
public final class FetchService: RequestHandler {
  public let name = ServiceName.fetch.text

  /// The identity of the origin, as returned by `GET /origin`.
  public let identity: OriginIdentity

  /// A request on its way to the origin and back.
  private struct Job: Sendable {
    let query: OriginQuery
    let context: FetchContext
    let start = ContinuousClock.now
    let finish: Handling.Finish
  }

  private let origin: any Origin
  private let timeout: Duration
  private let lists = Mutex(ListTracker())
  /// Replies to responses that arrived together, which are handed over together.
  private let replies = Mutex<[(finish: Handling.Finish, reply: Reply)]>([])
  private let publish: @Sendable (Event) -> Void
  private let health: OriginHealth
  private let failureCounter: Counter
  private let fetchTimer: Timer

  /// - Parameters:
  ///   - timeout: time limit for one record or page if the request has no deadline.
  ///   - publish: publishes the failures of record requests (``Topic/fetchFailed(_:)``). Must not block.
  public init(
    _ origin: any Origin, timeout: Duration = .seconds(15), metrics: any MetricsFactory = MetricsSystem.factory,
    logger: Logger = Logger(label: "holocron.fetch"), publish: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    (self.origin, identity, self.timeout, self.publish) = (origin, origin.identity, timeout, publish)
    health = OriginHealth(origin.address, logger: logger)
    failureCounter = Counter(label: "fetch.failures", factory: metrics)
    fetchTimer = Timer(label: "fetch", factory: metrics)
  }

  public func handle(_ request: Request) -> Handling {
    do throws(Problem) {
      if let requested = request.fields[OriginIdentity.field], requested != identity.text {
        throw .misdirected(to: requested, from: identity)
      }
      if OriginRequest(request) != nil {
        var reply = OriginRequest.reply(identity)
        reply.fields[OriginIdentity.field] = identity.text
        return .reply(reply)
      }
      let query = try Self.query(request)
      return .later(waits: origin.isRemote) { [self] parts, finish in start(query, request, client: parts.client, finish) }
    } catch {
      return .reply(reply(error))
    }
  }

  // MARK: - Requests

  private static func query(_ request: Request) throws(Problem) -> OriginQuery {
    if let record = try RecordRequest(request) { return .record(record.reference) }
    if KindsRequest(request) != nil { return .kinds }
    guard let list = try ListRequest(request) else {
      throw .badRequest(
        "path", "the fetch service does not support \(request.head) (available: GET /KIND/ID, GET /KIND, GET /kinds, GET /origin)")
    }
    if let search = list.search, search.utf8.count > maxSearchLength {
      throw .badRequest("search", "the search is \(search.utf8.count) bytes long; the maximum is \(maxSearchLength)")
    }
    guard case .page(let number) = list.extent else {
      throw .badRequest("page", "the fetch service returns one page at a time; the cache service returns whole lists")
    }
    guard list.sort == nil, !list.descending else {
      throw .badRequest(
        list.sort == nil ? "order" : "sort", "the fetch service returns the origin's order; the cache service sorts lists")
    }
    return .page(number, OriginList(list.kind, search: list.search))
  }

  /// Maximum length of a search in bytes.
  static let maxSearchLength = 1_024
  /// Maximum length of a validator in bytes.
  private static let maxValidatorLength = 2_048

  /// Returns a validator of the caller's copy; `nil` if it is too long or not a field value (RFC 9110 section 5.5). The origin would reject
  /// the request, and that failure, once cached, would concern all clients.
  private static func validator(_ name: String, of request: Request) -> String? {
    guard let value = request.fields[name], value.utf8.count <= maxValidatorLength,
      value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) })
    else { return nil }
    return value
  }

  /// Asks the origin. Returns what cancels the request.
  private func start(_ query: OriginQuery, _ request: Request, client: String, _ finish: @escaping Handling.Finish) -> Handling.Cancel {
    // Slightly before the caller's deadline, so that an error still reaches the caller in time. Without one, the request has as much time as
    // one request to the origin may take.
    let context = FetchContext(
      entityTag: Self.validator("if-none-match", of: request), modifiedSince: Self.validator("if-modified-since", of: request),
      client: client,
      deadline: .now + (request.deadline.map { $0 - min($0 / 10, .milliseconds(100)) } ?? timeout))
    ask(Job(query: query, context: query == .kinds ? context.unconditional : context, finish: finish))
    return { [origin] in origin.cancel(context.id) }
  }

  private func ask(_ job: Job) {
    if case .page(let number, let list) = job.query,
      let error = lists.withLock({ $0.errorIfBeyondEnd(number, of: list, now: .now) })
    {
      return finish(job, .failure(error))
    }
    origin.fetch(job.query, job.context) { [self] result in
      guard case .page(_, let list) = job.query, case .success(let response) = result, case .page(let page) = response.content else {
        return finish(job, result)
      }
      finish(
        job,
        Result { () throws(OriginError) in
          var response = response
          response.content = .page(
            try lists.withLock { lists throws(OriginError) in try lists.add(page, bytes: response.size, of: list, now: .now) })
          return response
        })
    }
  }

  // MARK: - Replies

  /// Sends the reply, and records duration and failures. Publishes the failure of a record.
  private func finish(_ job: Job, _ result: Result<OriginResponse, OriginError>) {
    switch result {
    case .success(let response):
      health.recordSuccess()
      send(reply(response, to: job.query), job)
    case .failure(let error):
      health.recordFailure(error)
      let problem = Problem(error, origin: origin.address)
      if error.code != .notFound, error.code != .cancelled {
        failureCounter.increment()
        if case .record(let reference) = job.query, !error.isCached, !error.timedOutInQueue {
          publish(Event(Topic.fetchFailed(reference).text, content: problem.json.bytes()))
        }
      }
      send(reply(problem, error.fields), job)
    }
    fetchTimer.recordNanoseconds(Int64(job.start.duration(to: .now) / .nanoseconds(1)))
  }

  private func send(_ reply: Reply, _ job: Job) {
    let isFirst = replies.withLock { replies in
      replies.append((job.finish, reply))
      return replies.count == 1
    }
    guard isFirst else { return }
    origin.afterwards { [self] in
      let replies = replies.withLock { replies in
        defer { replies = [] }
        return replies
      }
      for (finish, reply) in replies { finish(reply) }
    }
  }

  /// Returns the reply; 304 if there is no content.
  private func reply(_ response: OriginResponse, to query: OriginQuery) -> Reply {
    var fields = response.fields
    fields["etag"] = response.entityTag
    fields["content-location"] = response.location
    fields[OriginIdentity.field] = identity.text
    switch response.content {
    case nil: return Reply(304, fields: fields)
    case .kinds(let kinds): return Reply(200, fields: fields, content: KindsRequest.reply(kinds).content)
    case .record(let record): return Reply(200, fields: fields, content: record.canonicalBytes)
    case .page(let page):
      guard case .page(_, let list) = query else { return Reply(304, fields: fields) }
      let head = PageBody(kind: list.kind, page: page.number, pages: page.pages, count: page.count, missing: page.missing, items: [])
      return Reply(200, fields: fields, content: head.content(of: page.records.map { $0.canonicalBytes[...] }).bytes)
    }
  }

  private func reply(_ problem: Problem, _ fields: Fields = [:]) -> Reply {
    var reply = Reply(problem)
    for name in fields.names where reply.fields[name] == nil { reply.fields[name] = fields[name] }
    reply.fields[OriginIdentity.field] = identity.text
    return reply
  }
}
