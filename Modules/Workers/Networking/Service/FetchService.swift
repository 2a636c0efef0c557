public import Contracts
public import CoreMetrics
public import Logging
public import MessageBus
public import Models
import OrderedJSON
import Synchronization

/// The service `holocron.fetch`: sends every request to the origin and returns the response in canonical form.
///
/// | request | answer |
/// |---|---|
/// | `GET /{kind}/{id}` | the record; 304 if the entity tag in `if-none-match` still matches |
/// | `GET /{kind}` | one page in the origin's order and page size |
/// | `GET /{kind}?page=all` | every page as a part |
/// | `GET /{kind}?sort=…`, `?order=descending` | the same after fetching the whole list, sorting it and paginating it again |
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
/// | 502, 503, 504, 429 | `urn:holocron:origin` | the origin failed; see `origin` and `origin-status` |
/// | 504 | `urn:holocron:deadline` | the request was still queued shortly before its deadline |
/// | 503 | `urn:holocron:overloaded` | too many requests are waiting |
///
/// `retry-after` tells when a retry is worthwhile.
///
/// Requests release their bus credit while they wait for the origin. Queued requests are served client by client in turn.
public final class FetchService: BusService {
  public let name = ServiceName.fetch.text

  /// The identity of the origin, as returned by `GET /origin`.
  public let identity: OriginIdentity

  private let origin: any Origin
  private let kinds: Kinds
  private let timeout: Duration
  private let admission: AdmissionControl
  private let lists = Mutex(ListTracker())
  private let publish: @Sendable (Event) -> Void
  private let health: OriginHealth
  private let failureCounter: Counter
  private let fetchTimer: Timer

  /// - Parameters:
  ///   - timeout: time limit for one record or page if the request has no deadline.
  ///   - publish: publishes the failures of record requests (``Topic/fetchFailed(_:)``). Must not block.
  public init(
    _ origin: any Origin, kinds: Kinds = .standard, timeout: Duration = .seconds(15), metrics: any MetricsFactory = MetricsSystem.factory,
    logger: Logger = Logger(label: "holocron.fetch"), publish: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.origin = origin
    identity = origin.identity
    self.kinds = kinds
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

  public func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    if let reply = answerAtOnce(request) { return reply }
    return addingOrigin(
      await fetch(request, ReplyParts(client: parts.client, releasing: parts.releaseCredit) { parts.send(self.addingOrigin($0)) }))
  }

  private func addingOrigin(_ reply: Reply) -> Reply {
    var reply = reply
    reply.fields[OriginIdentity.field] = identity.text
    return reply
  }

  private func fetch(_ request: Request, _ parts: ReplyParts) async -> Reply {
    let context = RequestContext(
      entityTag: request.fields["if-none-match"], modifiedSince: request.fields["if-modified-since"], parts: parts,
      // Slightly before the caller's deadline, so that an error still reaches the caller in time.
      deadline: request.deadline.map { ContinuousClock.now + ($0 - min($0 / 10, .milliseconds(100))) })
    do throws(FetchFailure) {
      let operation = try FetchFailure.wrapping { () throws(Problem) in try Operation(request) }
      let size = request.estimatedSize
      try FetchFailure.wrapping { () throws(Problem) in try admission.admit(size, from: parts.client) }
      defer { admission.release(size, from: parts.client) }
      // From here on, the request only waits for the queue and the origin.
      if !origin.answersImmediately { parts.releaseCredit() }
      switch operation {
      case .record(let reference): return try await record(reference, context)
      case .list(let list): return try await self.list(list, context)
      case .kinds:
        return KindsRequest.reply(
          try await measuring(nil) { () throws(OriginError) in try await self.origin.kinds(self.fetchContext(context)) })
      }
    } catch {
      return error.reply
    }
  }

  private enum Operation {
    case kinds
    case record(Reference)
    case list(ListRequest)

    init(_ request: Request) throws(Problem) {
      if KindsRequest(request) != nil {
        self = .kinds
      } else if let record = try RecordRequest(request) {
        self = .record(record.reference)
      } else if let list = try ListRequest(request) {
        if let search = list.search, search.utf8.count > FetchService.maxSearchLength {
          throw .badRequest("search", "the search is \(search.utf8.count) bytes long; the maximum is \(FetchService.maxSearchLength)")
        }
        self = .list(list)
      } else {
        throw .badRequest(
          "path", "the fetch service does not support \(request.head) (available: GET /KIND/ID, GET /KIND, GET /kinds, GET /origin)")
      }
    }
  }

  /// Maximum length of a search in bytes.
  public static let maxSearchLength = 1_024

  /// The parts of a request that do not depend on the resource it asks for.
  private struct RequestContext: Sendable {
    let entityTag, modifiedSince: String?
    let parts: ReplyParts
    let deadline: ContinuousClock.Instant?
  }

  /// - Parameter conditional: whether the caller's validators apply. They belong to the requested resource, not to other documents
  ///   fetched on the way.
  private func fetchContext(_ context: RequestContext, conditional: Bool = false) -> FetchContext {
    // Without a deadline, the request has as much time as one request to the origin may take.
    FetchContext(
      entityTag: conditional ? context.entityTag : nil, modifiedSince: conditional ? context.modifiedSince : nil,
      client: context.parts.client, deadline: context.deadline ?? .now + timeout)
  }

  private func record(_ reference: Reference, _ context: RequestContext) async throws(FetchFailure) -> Reply {
    let response = try await measuring(reference) { () throws(OriginError) in
      try await self.origin.record(reference, self.fetchContext(context, conditional: true))
    }
    return Self.reply(response) { $0.canonical.bytes() }
  }

  private func list(_ request: ListRequest, _ context: RequestContext) async throws(FetchFailure) -> Reply {
    if request.sort != nil || request.descending { return try await sortedList(request, context) }
    guard case .page(let number) = request.extent else { return try await allPages(request, context) }
    let response = try await measuring(nil) { () throws(OriginError) in
      try await self.page(number, request, self.fetchContext(context, conditional: true))
    }
    return Self.reply(response, body: \.body)
  }

  /// A page with its canonical form, which is encoded once and both measured and sent.
  private struct EncodedPage: Sendable {
    let page: OriginPage
    let body: [UInt8]
  }

  private func page(_ number: Int, _ request: ListRequest, _ context: FetchContext) async throws(OriginError) -> OriginResponse<EncodedPage>
  {
    let list = ListTracker.List(kind: request.kind, search: request.search.flatMap { $0.isEmpty ? nil : $0 })
    if let error = lists.withLock({ $0.errorIfBeyondEnd(number, of: list, now: .now) }) { throw error }
    let response = try await origin.page(number, of: request.kind, search: request.search, context)
    guard let page = response.content else {
      return OriginResponse(nil, entityTag: response.entityTag, location: response.location, fields: response.fields)
    }
    if lists.withLock({ $0.repeats(page, of: list, now: .now) }),
      // If the first page cannot be fetched, the known one still counts.
      let first = try? await origin.page(1, of: request.kind, search: request.search, context.unconditional).content
    {
      // If the list has changed since its first page was fetched, nothing is repeated.
      _ = try lists.withLock { lists throws(OriginError) in try lists.add(first, of: list, now: .now) }
    }
    let corrected = try lists.withLock { lists throws(OriginError) in try lists.add(page, of: list, now: .now) }
    let body = Self.body(corrected, request.kind)
    lists.withLock { $0.setSize(body.count, page: number, of: list) }
    return OriginResponse(
      EncodedPage(page: corrected, body: body), entityTag: response.entityTag, location: response.location, fields: response.fields)
  }

  private static func reply<Content>(_ response: OriginResponse<Content>, body: (Content) -> [UInt8]) -> Reply {
    var reply = CachedResponse(
      status: response.content == nil ? 304 : 200, body: response.content.map(body) ?? [], entityTag: response.entityTag,
      location: response.location
    ).reply
    ForwardedFields.add(response.fields, to: &reply)
    return reply
  }

  private func allPages(_ request: ListRequest, _ context: RequestContext) async throws(FetchFailure) -> Reply {
    let buffer = PartBuffer(context.parts)
    try await measuring(nil) { () throws(OriginError) in
      try await self.pages(request, context).forEach { buffer.send(ListRequest.reply(CachedResponse(body: Self.body($0, request.kind)))) }
    }
    return buffer.lastPart
  }

  private func pages(_ request: ListRequest, _ context: RequestContext) -> PageStream {
    PageStream { number throws(OriginError) in
      guard let page = try await self.page(number, request, self.fetchContext(context)).content else {
        throw OriginError(
          .malformed, "the origin \(self.origin.address) answered an unconditional request for page \(number) of \(request.kind) with 304",
          status: 304)
      }
      return page.page
    }
  }

  private func sortedList(_ request: ListRequest, _ context: RequestContext) async throws(FetchFailure) -> Reply {
    if request.sort != nil, kinds[request.kind] == nil {
      throw FetchFailure(
        problem: .badRequest(
          "sort", "cannot sort \(request.kind), a kind this program does not know: remove 'sort'"))
    }
    let list = ListCollector()
    try await measuring(nil) { () throws(OriginError) in try await self.pages(request, context).forEach(list.append) }
    let sorted = try FetchFailure.wrapping { () throws(Problem) in
      try list.sorted(by: request.sort, descending: request.descending, kind: kinds[request.kind])
    }
    switch request.extent {
    case .page(let number):
      guard (1...sorted.count).contains(number) else {
        let detail = "there is no page \(number) of \(request.kind): the last page is \(sorted.count)"
        throw FetchFailure(problem: Problem(404, "not found", detail: detail, type: ProblemType.notFound))
      }
      return ListRequest.reply(CachedResponse(body: Self.body(sorted[number - 1], request.kind)))
    case .all:
      let buffer = PartBuffer(context.parts)
      for page in sorted { buffer.send(ListRequest.reply(CachedResponse(body: Self.body(page, request.kind)))) }
      return buffer.lastPart
    }
  }

  private static func body(_ page: OriginPage, _ kind: KindName) -> [UInt8] {
    PageBody(
      kind: kind, page: page.number, pages: page.pages, count: page.count, missing: page.missing, items: page.records.map(\.canonical)
    ).json.bytes()
  }

  /// Calls `fetch` and records its duration and failures. Publishes a failure if `reference` is not `nil`.
  private func measuring<Value>(
    _ reference: Reference?, _ fetch: () async throws(OriginError) -> Value
  ) async throws(FetchFailure) -> Value {
    let start = ContinuousClock.now
    do {
      let value = try await fetch()
      health.recordSuccess()
      fetchTimer.recordNanoseconds(start.duration(to: .now).nanoseconds)
      return value
    } catch {
      fetchTimer.recordNanoseconds(start.duration(to: .now).nanoseconds)
      health.recordFailure(error)
      let problem = Problem(error, origin: origin.address)
      if error.code != .notFound, error.code != .cancelled {
        failureCounter.increment()
        if let reference, !error.isCached, !error.timedOutInQueue {
          publish(Event(Topic.fetchFailed(reference).text, content: problem.json.bytes()))
        }
      }
      throw FetchFailure(problem: problem, forwarded: error.fields)
    }
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded towards zero. Overflows after 292 years.
  fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
