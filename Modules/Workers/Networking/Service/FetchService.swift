public import Contracts
public import CoreMetrics
public import Logging
public import MessageBus
public import Models
import OrderedJSON
import Synchronization

/// The service `holocron.fetch`: asks the origin, every time, and gives what it said in canonical form.
///
/// | request | answer |
/// |---|---|
/// | `GET /{kind}/{id}` | the record; 304 when the entity tag in `if-none-match` still stands |
/// | `GET /{kind}` | one page in the origin's order and of its size, or with `page=all` every page as a part; with `sort` or `order` the whole list is fetched, sorted and cut |
/// | `GET /kinds` | the kinds of the origin |
/// | `GET /origin` | the origin's identity, without contacting it |
///
/// Every reply names the origin in `holocron-origin`; a request with that field is answered 421 by a fetcher of another origin. Replies carry `etag`,
/// `cache-control`, `expires`, `date`, `age`, `last-modified` and `vary` as the origin said them, and in `content-location` where the origin keeps the
/// record or page.
///
/// Failures are problem documents: 404 where the origin has no such thing (with the members `pages` and `missing` where a list ends before it
/// should); 502, 503, 504 or 429 of type `urn:holocron:origin` where it failed, with the members `origin` and `origin-status`; 504 of type
/// `urn:holocron:deadline` where the request's time passed before its turn came, shortly before its deadline; 503 of type
/// `urn:holocron:overloaded` where too many requests wait. `retry-after` says when it is worth asking again.
///
/// Requests that wait for the origin give back their credit, and their clients take turns.
public final class FetchService: BusService {
  public let name = ServiceName.fetch.text

  /// The origin that is asked, as `GET /origin` tells it.
  public let identity: OriginIdentity

  private let origin: any Origin
  private let kinds: Kinds
  private let timeout: Duration
  private let held: HeldRequests
  private let walks = Mutex(ListWalks())
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
    held = HeldRequests()
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
    return naming(await lookUp(request, ReplyParts(client: parts.client, releasing: parts.releaseCredit) { parts.send(self.naming($0)) }))
  }

  private func naming(_ reply: Reply) -> Reply {
    var reply = reply
    reply.fields[OriginIdentity.field] = identity.text
    return reply
  }

  private func lookUp(_ request: Request, _ parts: ReplyParts) async -> Reply {
    let question = Question(
      entityTag: request.fields["if-none-match"], modifiedSince: request.fields["if-modified-since"], parts: parts,
      // A little earlier, so that the reason arrives in time.
      end: request.deadline.map { ContinuousClock.now + ($0 - min($0 / 10, .milliseconds(100))) })
    do throws(FetchProblem) {
      let wanted = try FetchProblem.passing { () throws(Problem) in try Wanted(request) }
      let size = request.size
      try FetchProblem.passing { () throws(Problem) in try held.take(size, from: parts.client) }
      defer { held.give(size, from: parts.client) }
      // From here on the request only waits for its turn and for the origin.
      if !origin.answersAtOnce { parts.releaseCredit() }
      switch wanted {
      case .record(let reference): return try await record(reference, question)
      case .list(let list): return try await self.list(list, question)
      case .kinds:
        return KindsRequest.reply(try await asking(nil) { () throws(OriginError) in try await self.origin.kinds(self.terms(question)) })
      }
    } catch {
      return error.reply
    }
  }

  private enum Wanted {
    case kinds
    case record(Reference)
    case list(ListRequest)

    init(_ request: Request) throws(Problem) {
      if KindsRequest(request) != nil {
        self = .kinds
      } else if let wanted = try RecordRequest(request) {
        self = .record(wanted.reference)
      } else if let wanted = try ListRequest(request) {
        if let search = wanted.search, search.utf8.count > FetchService.longestSearch {
          throw .badRequest("search", "a search has at most \(FetchService.longestSearch) bytes; this one has \(search.utf8.count)")
        }
        self = .list(wanted)
      } else {
        throw .badRequest(
          "path", "the fetch service has no \(request.head): it answers GET /KIND/ID, GET /KIND, GET /kinds and GET /origin")
      }
    }
  }

  /// The longest text that is searched for, in bytes.
  public static let longestSearch = 1_024

  /// What goes with a request, whatever it asks for.
  private struct Question: Sendable {
    let entityTag, modifiedSince: String?
    let parts: ReplyParts
    let end: ContinuousClock.Instant?
  }

  /// Conditions concern what is asked for, so they are left out of questions that only lead there.
  private func terms(_ question: Question, conditional: Bool = false) -> FetchTerms {
    // A caller that names no deadline has as much time as one request to the origin may take.
    FetchTerms(
      entityTag: conditional ? question.entityTag : nil, modifiedSince: conditional ? question.modifiedSince : nil,
      client: question.parts.client, before: question.end ?? .now + timeout)
  }

  private func record(_ reference: Reference, _ question: Question) async throws(FetchProblem) -> Reply {
    let fetched = try await asking(reference) { () throws(OriginError) in
      try await self.origin.record(reference, self.terms(question, conditional: true))
    }
    return Self.reply(fetched) { $0.canonical.bytes() }
  }

  private func list(_ wanted: ListRequest, _ question: Question) async throws(FetchProblem) -> Reply {
    if wanted.sort != nil || wanted.descending { return try await sortedList(wanted, question) }
    guard case .page(let number) = wanted.extent else { return try await allPages(wanted, question) }
    let fetched = try await asking(nil) { () throws(OriginError) in
      try await self.page(number, wanted, self.terms(question, conditional: true))
    }
    return Self.reply(fetched, body: \.body)
  }

  /// A page with its canonical form, which is made once: to be measured and to be sent.
  private struct WrittenPage: Sendable {
    let page: OriginPage
    let body: [UInt8]
  }

  private func page(_ number: Int, _ wanted: ListRequest, _ terms: FetchTerms) async throws(OriginError) -> Fetched<WrittenPage> {
    let list = ListWalks.List(kind: wanted.kind, search: wanted.search.flatMap { $0.isEmpty ? nil : $0 })
    if let error = walks.withLock({ $0.beyond(number, of: list, now: .now) }) { throw error }
    let fetched = try await origin.page(number, of: wanted.kind, search: wanted.search, terms)
    guard let page = fetched.content else {
      return Fetched(nil, entityTag: fetched.entityTag, location: fetched.location, fields: fetched.fields)
    }
    if walks.withLock({ $0.repeats(page, of: list, now: .now) }),
      // Where it cannot be read, what is known of it holds.
      let first = try? await origin.page(1, of: wanted.kind, search: wanted.search, terms.unconditional).content
    {
      // The list may have changed since its first page was read: then nothing repeats.
      _ = try walks.withLock { walks throws(OriginError) in try walks.take(first, of: list, now: .now) }
    }
    let real = try walks.withLock { walks throws(OriginError) in try walks.take(page, of: list, now: .now) }
    let body = Self.body(real, wanted.kind)
    walks.withLock { $0.measured(body.count, page: number, of: list) }
    return Fetched(WrittenPage(page: real, body: body), entityTag: fetched.entityTag, location: fetched.location, fields: fetched.fields)
  }

  private static func reply<Content>(_ fetched: Fetched<Content>, body: (Content) -> [UInt8]) -> Reply {
    var reply = CachedResponse(
      status: fetched.content == nil ? 304 : 200, body: fetched.content.map(body) ?? [], entityTag: fetched.entityTag,
      location: fetched.location
    ).reply
    CarriedFields.add(fetched.fields, to: &reply)
    return reply
  }

  private func allPages(_ wanted: ListRequest, _ question: Question) async throws(FetchProblem) -> Reply {
    let held = LastPart(question.parts)
    try await asking(nil) { () throws(OriginError) in
      try await self.pages(wanted, question).forEach { held.send(ListRequest.reply(CachedResponse(body: Self.body($0, wanted.kind)))) }
    }
    return held.last
  }

  private func pages(_ wanted: ListRequest, _ question: Question) -> PageStream {
    PageStream { number throws(OriginError) in
      guard let page = try await self.page(number, wanted, self.terms(question)).content else {
        throw OriginError(
          .malformed, "the origin \(self.origin.address) said of page \(number) of \(wanted.kind) that it is unchanged, unasked",
          status: 304)
      }
      return page.page
    }
  }

  private func sortedList(_ wanted: ListRequest, _ question: Question) async throws(FetchProblem) -> Reply {
    if wanted.sort != nil, kinds[wanted.kind] == nil {
      throw FetchProblem(
        problem: .badRequest("sort", "the order of \(wanted.kind) is the origin's own: this program does not know the kind"))
    }
    let list = WholeList()
    try await asking(nil) { () throws(OriginError) in try await self.pages(wanted, question).forEach(list.add) }
    let sorted = try FetchProblem.passing { () throws(Problem) in
      try list.sorted(by: wanted.sort, descending: wanted.descending, kind: kinds[wanted.kind])
    }
    switch wanted.extent {
    case .page(let number):
      guard (1...sorted.count).contains(number) else {
        let detail = "there is no page \(number) of \(wanted.kind): the last one is \(sorted.count)"
        throw FetchProblem(problem: Problem(404, "not found", detail: detail, type: ProblemType.notFound))
      }
      return ListRequest.reply(CachedResponse(body: Self.body(sorted[number - 1], wanted.kind)))
    case .all:
      let held = LastPart(question.parts)
      for page in sorted { held.send(ListRequest.reply(CachedResponse(body: Self.body(page, wanted.kind)))) }
      return held.last
    }
  }

  private static func body(_ page: OriginPage, _ kind: KindName) -> [UInt8] {
    PageBody(
      kind: kind, page: page.number, pages: page.pages, count: page.count, missing: page.missing, items: page.records.map(\.canonical)
    ).json.bytes()
  }

  /// Asks the origin, timed and counted. `reference` is announced when it cannot be fetched.
  private func asking<Value>(
    _ reference: Reference?, _ question: () async throws(OriginError) -> Value
  ) async throws(FetchProblem) -> Value {
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
        if let reference, !error.isRemembered, !error.neverHadItsTurn {
          announce(Event(Topic.fetchFailed(reference).text, content: problem.json.bytes()))
        }
      }
      throw FetchProblem(problem: problem, carried: error.fields)
    }
  }
}

extension Duration {
  /// Rounded towards zero. 292 years at most, which no request takes.
  fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
