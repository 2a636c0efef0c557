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
/// the origin's `etag`, `cache-control`, `expires`, `date`, `age`, `last-modified` and `vary` unchanged, and the URL of the record or page
/// at the origin in `content-location`.
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
/// `retry-after` is the time after which a retry may succeed.
///
/// Requests release their bus credit while they wait for the origin. Queued requests are served client by client in turn, and a client whose
/// requests the origin keeps still leaves room at the origin for others.
public final class FetchService: BusService {
  public let name = ServiceName.fetch.text

  /// The identity of the origin, as returned by `GET /origin`.
  public let identity: OriginIdentity

  private let origin: any Origin
  private let timeout: Duration
  private let admission: AdmissionControl
  private let lists = Mutex(ListTracker())
  private let publish: @Sendable (Event) -> Void
  private let health: OriginHealth
  private let failureCounter: Counter
  private let fetchTimer: Timer
  /// Number of requests that have released their credit and are not yet admitted.
  private let arriving = Atomic(0)

  /// - Parameters:
  ///   - timeout: time limit for one record or page if the request has no deadline.
  ///   - publish: publishes the failures of record requests (``Topic/fetchFailed(_:)``). Must not block.
  public init(
    _ origin: any Origin, timeout: Duration = .seconds(15), metrics: any MetricsFactory = MetricsSystem.factory,
    logger: Logger = Logger(label: "holocron.fetch"), publish: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.origin = origin
    identity = origin.identity
    self.timeout = timeout
    self.publish = publish
    admission = AdmissionControl()
    health = OriginHealth(origin.address, logger: logger)
    failureCounter = Counter(label: "fetch.failures", factory: metrics)
    fetchTimer = Timer(label: "fetch", factory: metrics)
  }

  public func answerAtOnce(_ request: Request) -> Reply? {
    if let requested = request.fields[OriginIdentity.field], requested != identity.text {
      return addingOrigin(Reply(.misdirected(to: requested, from: identity)))
    }
    return OriginRequest(request) == nil ? nil : OriginRequest.reply(identity)
  }

  public func handle(_ request: Request) -> Handling {
    if let reply = answerAtOnce(request) { return .reply(reply) }
    if origin.answersImmediately {
      return .task(on: origin.executor) { parts in self.addingOrigin(await self.fetch(request, parts) {}) }
    }
    // The request only waits for the queue and the origin. If many have not been admitted yet, others keep their credit until then, so that
    // the broker sends no more than the limits of the admission.
    let isCounted = arriving.add(1, ordering: .relaxed).newValue <= Self.maxArriving
    guard isCounted else {
      arriving.subtract(1, ordering: .relaxed)
      return .task(on: origin.executor) { parts in self.addingOrigin(await self.fetch(request, parts, afterAdmission: parts.releaseCredit))
      }
    }
    return .task(waits: true, on: origin.executor) { parts in
      self.addingOrigin(await self.fetch(request, parts) { self.arriving.subtract(1, ordering: .relaxed) })
    }
  }

  /// Maximum number of requests that have released their credit and are not yet admitted.
  private static let maxArriving = 256

  public func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    if let reply = answerAtOnce(request) { return reply }
    return addingOrigin(await fetch(request, parts, afterAdmission: parts.releaseCredit))
  }

  private func addingOrigin(_ reply: Reply) -> Reply {
    var reply = reply
    reply.fields[OriginIdentity.field] = identity.text
    return reply
  }

  /// - Parameter afterAdmission: called once, when the request has been admitted or refused.
  private func fetch(_ request: Request, _ parts: ReplyParts, afterAdmission: () -> Void) async -> Reply {
    let size = request.estimatedSize
    let operation: Operation
    do throws(Problem) {
      defer { afterAdmission() }
      operation = try Operation(request)
      try admission.admit(size, from: parts.client)
    } catch {
      return Reply(error)
    }
    defer { admission.release(size, from: parts.client) }
    let context = FetchContext(
      entityTag: Self.validator("if-none-match", of: request), modifiedSince: Self.validator("if-modified-since", of: request),
      client: parts.client,
      // Slightly before the caller's deadline, so that an error still reaches the caller in time. Without one, the request has as much time as
      // one request to the origin may take.
      deadline: .now + (request.deadline.map { $0 - min($0 / 10, .milliseconds(100)) } ?? timeout))
    return switch operation {
    case .record(let reference):
      await measuring(reference) { () throws(OriginError) in
        let response = try await self.origin.record(reference, context)
        return Self.reply(response, body: await onExecutor(forBytes: response.size) { response.content?.canonical.bytes() })
      }
    case .page(let number, let list):
      await measuring(nil) { () throws(OriginError) in try await self.page(number, list, context) }
    case .kinds:
      await measuring(nil) { () throws(OriginError) in KindsRequest.reply(try await self.origin.kinds(context.unconditional)) }
    }
  }

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

  private enum Operation {
    case kinds
    case record(Reference)
    case page(Int, ListRequest)

    init(_ request: Request) throws(Problem) {
      if KindsRequest(request) != nil {
        self = .kinds
      } else if let record = try RecordRequest(request) {
        self = .record(record.reference)
      } else if let list = try ListRequest(request) {
        if let search = list.search, search.utf8.count > FetchService.maxSearchLength {
          throw .badRequest("search", "the search is \(search.utf8.count) bytes long; the maximum is \(FetchService.maxSearchLength)")
        }
        guard case .page(let number) = list.extent else {
          throw .badRequest("page", "the fetch service returns one page at a time; the cache service returns whole lists")
        }
        guard list.sort == nil, !list.descending else {
          throw .badRequest(
            list.sort == nil ? "order" : "sort", "the fetch service returns the origin's order; the cache service sorts lists")
        }
        self = .page(number, list)
      } else {
        throw .badRequest(
          "path", "the fetch service does not support \(request.head) (available: GET /KIND/ID, GET /KIND, GET /kinds, GET /origin)")
      }
    }
  }

  /// Maximum length of a search in bytes.
  static let maxSearchLength = 1_024

  private func page(_ number: Int, _ request: ListRequest, _ context: FetchContext) async throws(OriginError) -> Reply {
    let list = OriginList(request.kind, search: request.search)
    if let error = lists.withLock({ $0.errorIfBeyondEnd(number, of: list, now: .now) }) { throw error }
    let response = try await origin.page(number, of: request.kind, search: request.search, context)
    guard let page = response.content else { return Self.reply(response, body: nil) }
    if lists.withLock({ $0.repeats(page, of: list, now: .now) }),
      // If the first page cannot be fetched, the known one still counts.
      let first = try? await origin.page(1, of: request.kind, search: request.search, context.unconditional).content
    {
      // If the list has changed since its first page was fetched, nothing is repeated.
      _ = try lists.withLock { lists throws(OriginError) in try lists.add(first, of: list, now: .now) }
    }
    let corrected = try lists.withLock { lists throws(OriginError) in try lists.add(page, of: list, now: .now) }
    let body = await onExecutor(forBytes: response.size) {
      PageBody(
        kind: request.kind, page: corrected.number, pages: corrected.pages, count: corrected.count, missing: corrected.missing,
        items: corrected.records.map(\.canonical)
      ).json.bytes()
    }
    lists.withLock { $0.setSize(body.count, page: number, of: list) }
    return Self.reply(response, body: body)
  }

  /// Returns the reply; 304 if `body` is `nil`.
  private static func reply<Content>(_ response: OriginResponse<Content>, body: [UInt8]?) -> Reply {
    var reply = CachedResponse(
      status: body == nil ? 304 : 200, body: body ?? [], entityTag: response.entityTag, location: response.location
    ).reply
    ForwardedFields.add(response.fields, to: &reply)
    return reply
  }

  /// Returns the reply of `fetch`, or the problem, and records duration and failures. Publishes a failure if `reference` is not `nil`.
  private func measuring(_ reference: Reference?, _ fetch: () async throws(OriginError) -> Reply) async -> Reply {
    let start = ContinuousClock.now
    defer { fetchTimer.recordNanoseconds(start.duration(to: .now).nanoseconds) }
    do {
      let reply = try await fetch()
      health.recordSuccess()
      return reply
    } catch {
      health.recordFailure(error)
      let problem = Problem(error, origin: origin.address)
      if error.code != .notFound, error.code != .cancelled {
        failureCounter.increment()
        if let reference, !error.isCached, !error.timedOutInQueue {
          publish(Event(Topic.fetchFailed(reference).text, content: problem.json.bytes()))
        }
      }
      var reply = Reply(problem)
      ForwardedFields.add(error.fields, to: &reply)
      return reply
    }
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded towards zero. Overflows after 292 years.
  fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
