public import Contracts
public import CoreMetrics
public import Logging
public import MessageBus
public import Models
import OrderedJSON

/// The service `holocron.fetch`: asks the origin, every time, and gives what it said in canonical form.
///
/// | request | answer |
/// |---|---|
/// | `GET /{kind}/{id}` | the record; 304 when the entity tag in `if-none-match` still stands |
/// | `GET /{kind}` | one page in the origin's order and of its size, or with `page=all` every page as a part; with `sort` or `order` the whole list is fetched, sorted and cut |
/// | `GET /kinds` | the kinds of the origin |
/// | `GET /origin` | the origin's identity, without contacting it |
///
/// Every reply names the origin in `holocron-origin`; a request with that field is answered 421 by a fetcher of another origin. Answers carry `etag` and `content-location` where the origin gave them. Failures are problem documents: 404 where the origin has no
/// such thing; 502, 503, 504 or 429 of type `urn:holocron:origin` where it failed, with the members `origin` and `origin-status`.
public final class FetchService: BusService {
  public let name = ServiceName.fetch.text

  /// The origin that is asked, as `GET /origin` tells it.
  public let identity: OriginIdentity

  private let origin: any Origin
  private let kinds: Kinds
  private let timeout: Duration
  private let announce: @Sendable (Event) -> Void
  private let health: OriginHealth
  private let failures: Counter
  private let fetch: Timer

  /// - Parameters:
  ///   - timeout: the longest that one record or page may take; the caller's deadline cuts it short.
  ///   - announce: told of records that could not be fetched (``Topic/fetchFailed(_:)``). Must not block.
  public init(
    _ origin: any Origin, kinds: Kinds = .standard, timeout: Duration = .seconds(15), metrics: any MetricsFactory = MetricsSystem.factory,
    logger: Logger = Logger(label: "holocron.fetch"), announce: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.origin = origin
    identity = origin.identity
    self.kinds = kinds
    self.timeout = timeout
    self.announce = announce
    health = OriginHealth(origin.address, logger: logger)
    failures = Counter(label: "fetch.failures", factory: metrics)
    fetch = Timer(label: "fetch", factory: metrics)
  }

  public func answerAtOnce(_ request: Request) -> Reply? {
    if let asked = request.fields[OriginIdentity.field], asked != identity.text {
      return naming(Reply(.misdirected(to: asked, from: identity)))
    }
    return OriginRequest(request) == nil ? nil : OriginRequest.reply(identity)
  }

  public func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    if let reply = answerAtOnce(request) { return reply }
    return naming(await lookUp(request, ReplyParts { parts.send(self.naming($0)) }))
  }

  private func naming(_ reply: Reply) -> Reply {
    var reply = reply
    reply.fields[OriginIdentity.field] = identity.text
    return reply
  }

  private func lookUp(_ request: Request, _ parts: ReplyParts) async -> Reply {
    let end = request.deadline.map { ContinuousClock.now + $0 }
    do throws(Problem) {
      if KindsRequest(request) != nil {
        return KindsRequest.reply(try await asking(nil) { () throws(OriginError) in try await self.origin.kinds(before: self.limit(end)) })
      }
      if let wanted = try RecordRequest(request) { return try await record(wanted, end) }
      if let wanted = try ListRequest(request) { return try await list(wanted, end, parts) }
      throw Problem.badRequest(
        "path", "the fetch service has no \(request.head): it answers GET /KIND/ID, GET /KIND, GET /kinds and GET /origin")
    } catch {
      return Reply(error)
    }
  }

  /// When what is asked for now must be there.
  private func limit(_ end: ContinuousClock.Instant?) -> ContinuousClock.Instant {
    let limit = ContinuousClock.now + timeout
    return end.map { min($0, limit) } ?? limit
  }

  private func record(_ wanted: RecordRequest, _ end: ContinuousClock.Instant?) async throws(Problem) -> Reply {
    let fetched = try await asking(wanted.reference) { () throws(OriginError) in
      try await self.origin.record(wanted.reference, entityTag: wanted.validation.entityTag, before: self.limit(end))
    }
    return RecordRequest.reply(
      Answered(
        status: fetched.content == nil ? 304 : 200, body: fetched.content?.canonical.bytes() ?? [], entityTag: fetched.entityTag,
        location: fetched.location))
  }

  private func list(_ wanted: ListRequest, _ end: ContinuousClock.Instant?, _ parts: ReplyParts) async throws(Problem) -> Reply {
    if wanted.sort != nil || wanted.descending { return try await sortedList(wanted, end, parts) }
    guard case .page(let number) = wanted.extent else { return try await allPages(wanted, end, parts) }
    let fetched = try await asking(nil) { () throws(OriginError) in
      try await self.origin.page(
        number, of: wanted.kind, search: wanted.search, entityTag: wanted.validation.entityTag, before: self.limit(end))
    }
    guard let page = fetched.content else {
      return ListRequest.reply(Answered(status: 304, body: [], entityTag: fetched.entityTag, location: fetched.location))
    }
    return ListRequest.reply(Answered(body: Self.body(page, wanted.kind), entityTag: fetched.entityTag, location: fetched.location))
  }

  private func allPages(_ wanted: ListRequest, _ end: ContinuousClock.Instant?, _ parts: ReplyParts) async throws(Problem) -> Reply {
    let held = LastPart(parts)
    try await asking(nil) { () throws(OriginError) in
      try await self.pages(wanted, end).forEach { held.send(ListRequest.reply(Answered(body: Self.body($0, wanted.kind)))) }
    }
    return held.last
  }

  private func pages(_ wanted: ListRequest, _ end: ContinuousClock.Instant?) -> PageStream {
    PageStream(origin: origin, kind: wanted.kind, search: wanted.search) { self.limit(end) }
  }

  private func sortedList(_ wanted: ListRequest, _ end: ContinuousClock.Instant?, _ parts: ReplyParts) async throws(Problem) -> Reply {
    if wanted.sort != nil, kinds[wanted.kind] == nil {
      throw .badRequest("sort", "the order of \(wanted.kind) is the origin's own: this program does not know the kind")
    }
    let list = WholeList()
    try await asking(nil) { () throws(OriginError) in try await self.pages(wanted, end).forEach(list.add) }
    let sorted = try list.sorted(by: wanted.sort, descending: wanted.descending, kind: kinds[wanted.kind])
    switch wanted.extent {
    case .page(let number):
      guard (1...sorted.count).contains(number) else {
        let detail = "there is no page \(number) of \(wanted.kind): the last one is \(sorted.count)"
        throw Problem(404, "not found", detail: detail, type: Problem.Kind.notFound)
      }
      return ListRequest.reply(Answered(body: Self.body(sorted[number - 1], wanted.kind)))
    case .all:
      let held = LastPart(parts)
      for page in sorted { held.send(ListRequest.reply(Answered(body: Self.body(page, wanted.kind)))) }
      return held.last
    }
  }

  private static func body(_ page: OriginPage, _ kind: KindName) -> [UInt8] {
    PageBody(kind: kind, page: page.number, pages: page.pages, count: page.count, items: page.records.map(\.canonical)).json.bytes()
  }

  /// Asks the origin, timed and counted. `reference` is announced when it cannot be fetched.
  private func asking<Value>(
    _ reference: Reference?, _ question: () async throws(OriginError) -> Value
  ) async throws(Problem) -> Value {
    let start = ContinuousClock.now
    do {
      let value = try await question()
      health.worked()
      fetch.recordNanoseconds(start.duration(to: .now).nanoseconds)
      return value
    } catch {
      fetch.recordNanoseconds(start.duration(to: .now).nanoseconds)
      health.failed(error)
      let problem = Problem(error, origin: origin.address)
      if error.code != .notFound, error.code != .cancelled {
        failures.increment()
        if let reference { announce(Event(Topic.fetchFailed(reference).text, content: problem.json.bytes())) }
      }
      throw problem
    }
  }
}

extension Duration {
  /// Rounded towards zero. 292 years at most, which no request takes.
  fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
