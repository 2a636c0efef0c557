public import Contracts
import CoreMetrics
import Dialects
import HTTPClient
import MessageBus
import Models
import OrderedJSON
import Platform
import Synchronization

/// A SWAPI-compatible server, accessed through its dialect.
///
/// The dialect is detected on first use: from the root document, and from a list if several dialects have such root documents. Detection is
/// repeated until it succeeds, so the server may be down when the origin is created, and when documents do not match the dialect
/// (``DialectChoice``). Links in responses are reduced to references and never followed; the URLs of pages are computed.
///
/// A query runs on the thread that asks until its request is queued, and on the client's thread from the response on. There is a task only
/// where a dialect is detected or a large document is read.
public final class HTTPOrigin: Origin {
  struct State {
    var machine: FetchMachine
    var dialect: DialectChoice
    var lists = WholeLists()
    /// When the client calls.
    fileprivate var alarm: ContinuousClock.Instant?
  }

  public let identity: OriginIdentity
  let dialects: Dialects
  let state: Mutex<State>
  private let settings: HTTPSettings
  private let client: HTTPClient
  private let requests, retries: Counter

  /// - Parameter text: the URL of the root document, with or without trailing slash. Throws ``OriginError/Code/invalid`` if it is not one, or
  ///   for an unknown dialect.
  public init(_ text: String, _ configuration: OriginConfiguration) throws(OriginError) {
    identity = try Self.identity(of: text, configuration)
    (dialects, settings) = (configuration.dialects, configuration.http)
    var options = HTTPClient.Settings(connections: settings.concurrency)
    // The request is aborted first.
    options.connectTimeout = settings.requestTimeout + .seconds(1)
    do { client = try HTTPClient(options) } catch { throw OriginError(.overloaded, error.message, cause: error) }
    state = Mutex(
      State(
        machine: FetchMachine(settings, origin: "the origin \(identity)"),
        dialect: DialectChoice(given: configuration.dialect.flatMap { configuration.dialects[$0] })))
    requests = Counter(label: "origin.requests", factory: configuration.metrics)
    retries = Counter(label: "origin.retries", factory: configuration.metrics)
  }

  /// Returns the identity of the origin at the URL `text`: the URL without trailing slashes, because with or without them, the root is the
  /// same. Throws ``OriginError/Code/invalid`` with a message that explains what is wrong and how to correct it.
  static func identity(of text: String, _ configuration: OriginConfiguration) throws(OriginError) -> OriginIdentity {
    let base: HTTPURL
    do { base = try HTTPURL(text) } catch { throw OriginError(.invalid, error.description) }
    guard !base.target.contains("?") else {
      throw OriginError(.invalid, "'\(text)' has a query, but the URL of an API root has none: remove everything from the '?' on")
    }
    if let name = configuration.dialect, configuration.dialects[name] == nil {
      throw OriginError(.invalid, "unknown dialect '\(name)' (available: \(configuration.dialects.names))")
    }
    var url = base.description
    while url.hasSuffix("/") { url.removeLast() }
    guard let identity = OriginIdentity(url) else {
      throw OriginError(.invalid, "the origin's URL has \(url.utf8.count) characters; the maximum is \(OriginIdentity.maxLength)")
    }
    return identity
  }

  public var isAvailable: Bool { state.withLock { $0.machine.control.refusal(now: .now) == nil } }

  public var statuses: [OriginStatus] {
    [state.withLock { $0.machine.status(of: address, wallTime: SystemTime.seconds, now: .now) }]
  }

  public func fetch(_ query: OriginQuery, _ context: FetchContext, _ finish: @escaping Finish) {
    if let dialect = state.withLock(\.dialect.dialect) {
      return start(HTTPFetch(query, dialect, base: address, context, finish))
    }
    Task {
      do throws(OriginError) {
        start(HTTPFetch(query, try await detectDialect(context), base: address, context, finish))
      } catch {
        finish(.failure(error))
      }
    }
  }

  public func cancel(_ id: UInt64) { update { $0.machine.cancel(id, now: .now) } }

  public func close() async {
    update { $0.machine.cancelAll(now: .now) }
    await client.close()
  }

  // MARK: - Requests

  /// Requests a document without validators, which must have the status 200.
  func document(_ url: String, _ context: FetchContext) async throws(OriginError) -> HTTPResponse {
    let outcome: FetchMachine.Outcome = await withCheckedContinuation { continuation in
      get(HTTPRequest(url: url), context) { continuation.resume(returning: $0) }
    }
    let response = try outcome.get()
    // Until the dialect is known, the first one reads the reason from an error response.
    guard response.status == 200 else { throw statusError(response, state.withLock(\.dialect.dialect) ?? dialects.all.first) }
    return response
  }

  /// Requests a document, of any status except a redirect. The outcome is ``OriginError/Code/timedOut`` at the deadline of `context`, or when
  /// the request timeout has passed since the request left the queue.
  ///
  /// - Parameter attempts: the number of requests already sent for it.
  private func get(
    _ request: HTTPRequest, _ context: FetchContext, afterAttempts attempts: Int = 0,
    _ finish: @escaping @Sendable (FetchMachine.Outcome) -> Void
  ) {
    let call = FetchMachine.Call(id: context.id, client: context.client, deadline: context.deadline, finish: finish)
    update { $0.machine.ask(request, for: call, afterAttempts: attempts, now: .now) }
  }

  /// Changes the state, and performs the actions of the machine.
  private func update(_ change: (inout State) -> Void) {
    let (finished, sends) = state.withLock { state in
      change(&state)
      var (finished, sends): ([(FetchMachine.Call, FetchMachine.Outcome)], Bool) = ([], false)
      for action in state.machine.takeActions() {
        switch action {
        // Within the lock, so that the client gets them in this order.
        case .send(let flight, let request): (flight.transfer, sends) = (send(request, flight), true)
        case .abort(let flight): flight.transfer.map(client.cancel)
        case .countRetry: retries.increment()
        case .finish(let call, let outcome): finished.append((call, outcome))
        }
      }
      if let next = state.machine.nextTick(now: .now), next < state.alarm ?? next + .seconds(1) {
        state.alarm = next
        client.setAlarm(next) { [weak self] in
          self?.update { state in
            state.alarm = nil
            state.machine.tick(now: .now)
          }
        }
      }
      return (finished, sends)
    }
    if sends { client.wake() }
    for (call, outcome) in finished { call.finish(outcome) }
  }

  private func send(_ request: HTTPRequest, _ flight: FetchMachine.Flight) -> UInt64 {
    requests.increment()
    let clientRequest = HTTPClientRequest(request.url, fields: request.clientFields, maxBodySize: settings.maxBodySize)
    return client.send(clientRequest, wakes: false) { [self] result in
      let outcome = result.map { HTTPResponse($0) }.mapError { error in
        OriginError(
          error, host: (try? HTTPURL(request.url))?.host ?? "", origin: "the origin \(address)", maxBodySize: settings.maxBodySize)
      }
      update { $0.machine.receive(outcome, of: flight, jitter: .random(in: 0..<1), now: .now) }
    }
  }

  // MARK: - Queries

  /// Documents of more bytes are read in a task: the threads of the connections and of the bus must not be busy for longer than a millisecond
  /// or two.
  private static let maxBytesAtOnce = 64 << 10

  func start(_ fetch: HTTPFetch) {
    if fetch.mayUseKeptList, let kept = state.withLock({ $0.lists.list(fetch.url, entityTag: fetch.sent.entityTag, now: .now) }) {
      guard kept.response.size > Self.maxBytesAtOnce else { return finish(fetch, kept.response, age: kept.age) }
      Task { finish(fetch, kept.response, age: kept.age) }
    } else {
      get(HTTPRequest(url: fetch.url, entityTag: fetch.sent.entityTag, modifiedSince: fetch.sent.modifiedSince), fetch.sent) { outcome in
        self.receive(outcome, fetch, isConditional: fetch.sent.isConditional)
      }
    }
  }

  private func receive(_ outcome: FetchMachine.Outcome, _ fetch: HTTPFetch, isConditional: Bool) {
    let response: HTTPResponse
    do throws(OriginError) { response = try outcome.get() } catch { return fail(error, fetch) }
    if isConditional, response.isRejection {
      // The origin may reject this caller's validators, which would say nothing to others about the document. A request without them is
      // another one, so it is sent even if no request is repeated.
      guard response.attempts < max(2, settings.retry.maxRetries + 1) else { return fail(statusError(response, fetch.dialect), fetch) }
      return get(HTTPRequest(url: fetch.url), fetch.sent, afterAttempts: response.attempts) { outcome in
        self.receive(outcome, fetch, isConditional: false)
      }
    }
    switch response.status {
    case 200 where response.body.count > Self.maxBytesAtOnce: Task { read(response, fetch) }
    case 200: read(response, fetch)
    case 304 where isConditional:
      succeed(
        OriginResponse(
          entityTag: response.entityTag ?? fetch.sent.entityTag, location: fetch.url, fields: response.fields), fetch)
    case 404, 410:
      guard fetch.query != .kinds else { return fail(statusError(response, fetch.dialect), fetch) }
      var error = OriginError(.notFound, "the origin \(address) has no \(fetch.name)", status: response.status)
      if case .record(let reference) = fetch.query { error.subject = "\(reference)" }
      error.fields = response.fields
      fail(error, fetch)
    default: fail(statusError(response, fetch.dialect), fetch)
    }
  }

  private func read(_ response: HTTPResponse, _ fetch: HTTPFetch) {
    var result = OriginResponse(entityTag: response.entityTag, location: fetch.url, fields: response.fields, size: response.body.count)
    do throws(DialectError) { result.content = try content(response.body, fetch) } catch {
      let type = response.contentType ?? "no content type"
      let note = type.lowercased().contains("json") ? "" : " (content type: \(type))"
      return fail(OriginError(.malformed, "\(error.message)\(note), from \(address)", status: response.status, cause: error), fetch)
    }
    if case .page(let page) = result.content, page.number > page.pages { return fail(missingPage(fetch, last: page.pages), fetch) }
    if fetch.dialect.hasVolatileDocuments, let tag = result.content?.computedTag {
      result.entityTag = tag
      for validator in ["etag", "last-modified"] { result.fields[validator] = nil }
      if tag == fetch.context.entityTag { result.content = nil }
    }
    succeed(result, fetch)
  }

  private func content(_ body: [UInt8], _ fetch: HTTPFetch) throws(DialectError) -> OriginContent {
    switch fetch.document {
    case .root:
      try checkRoot(body, fetch.dialect)
      return .kinds(try fetch.dialect.kinds(root: body))
    case .record(let reference): return .record(try fetch.dialect.record(reference, body: body))
    case .page(let query) where fetch.isWholeList: return .page(try wholeList(query, body, fetch))
    case .page(let query): return .page(OriginPage(try fetch.dialect.page(query, body: body)))
    }
  }

  private func succeed(_ response: OriginResponse, _ fetch: HTTPFetch) {
    guard fetch.isWholeList else { return fetch.finish(.success(response)) }
    finish(fetch, state.withLock { $0.lists.keep(response, fetch.url, now: .now) }, age: .zero)
  }

  /// Ends a query with a page of a list of an age.
  private func finish(_ fetch: HTTPFetch, _ list: OriginResponse, age: Duration) {
    fetch.finish(Result { () throws(OriginError) in try cutPage(fetch, from: list, age: age) })
  }

  /// Ends a query with `error`, or repeats it if its dialect is not that of the server any more.
  private func fail(_ error: OriginError, _ fetch: HTTPFetch) {
    guard error.cause is DialectError, !fetch.isRepeated else { return fetch.finish(.failure(error)) }
    Task {
      guard let other = await changedDialect(from: fetch.dialect, fetch.context) else { return fetch.finish(.failure(error)) }
      start(HTTPFetch(fetch.query, other, base: address, fetch.context, isRepeated: true, fetch.finish))
    }
  }

  private func statusError(_ response: HTTPResponse, _ dialect: (any Dialect)?) -> OriginError {
    let detail = dialect?.errorDetail(body: response.body)
    let reason = detail.map { ": \($0)" } ?? ""
    var error = OriginError(
      response.status == 429 ? .throttled : .errorStatus, "the origin \(address) answered with status \(response.status)\(reason)",
      status: response.status, retryAfter: response.remainingBackoff ?? response.retryAfter)
    error.fields = response.fields
    error.originDetail = detail
    error.isCached = response.remainingBackoff != nil
    return error
  }
}

/// A query to an ``HTTPOrigin`` in a dialect, on its way to the server and back.
final class HTTPFetch: Sendable {
  let query: OriginQuery
  let dialect: any Dialect
  let context: FetchContext
  let finish: Origin.Finish
  /// Whether the query is repeated in another dialect.
  let isRepeated: Bool
  let document: WireDocument
  let url: String
  /// Whether the document is a whole list, from which a page is cut, and whether one that was sent for another query will do.
  let isWholeList, mayUseKeptList: Bool
  /// The context with the validators that the server knows.
  let sent: FetchContext
  let startedAt = ContinuousClock.now

  init(
    _ query: OriginQuery, _ dialect: any Dialect, base: String, _ context: FetchContext, isRepeated: Bool = false,
    _ finish: @escaping Origin.Finish
  ) {
    (self.query, self.dialect, self.context, self.isRepeated, self.finish) = (query, dialect, context, isRepeated, finish)
    var extent = ListExtent.page
    switch query {
    case .kinds: document = .root
    case .record(let reference): document = .record(reference)
    case .page(let number, let list):
      let page = PageQuery(list.kind, number: number, search: list.search)
      extent = dialect.extent(of: page)
      // A server that does not search sends the same list whatever the search.
      document = .page(extent == .page ? page : PageQuery(list.kind, search: extent == .matches ? list.search : nil))
    }
    isWholeList = extent != .page
    // A request for the first page begins or revalidates a list.
    mayUseKeptList = isWholeList && (query.pageNumber > 1 || (extent == .everything && query.search != nil))
    url = dialect.url(of: document, base: base)
    // The server does not know the tags computed here, and Last-Modified would not tell whether a kept list is the caller's.
    var sent = dialect.hasVolatileDocuments || query == .kinds ? context.unconditional : context
    if isWholeList { sent.modifiedSince = nil }
    self.sent = sent
  }

  /// The document in messages: `people/1`.
  var name: String {
    switch query {
    case .kinds: "root"
    case .record(let reference): "\(reference)"
    case .page(let number, let list): isWholeList || number == 1 ? "list of \(list.kind)" : "page \(number) of \(list.kind)"
    }
  }
}

extension OriginQuery {
  /// The number of a page; 1 for other documents.
  fileprivate var pageNumber: Int { if case .page(let number, _) = self { number } else { 1 } }

  fileprivate var search: String? { if case .page(_, let list) = self { list.search } else { nil } }
}

extension OriginContent {
  /// An entity tag for dialects whose documents change with every answer; `nil` for the kinds.
  fileprivate var computedTag: String? {
    let (records, rest): ([Record], String)
    switch self {
    case .kinds: return nil
    case .record(let record): (records, rest) = ([record], "")
    case .page(let page): (records, rest) = (page.records, "\(page.number)/\(page.pages)/\(page.count)")
    }
    return EntityTag.strong(records.reduce(into: Array(rest.utf8)) { $0 += $1.canonicalBytes })
  }
}
