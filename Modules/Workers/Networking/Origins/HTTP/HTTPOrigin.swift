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
/// repeated until it succeeds, so the server may be down when the origin is created, and after a document that does not match the dialect.
/// Links in responses are reduced to references and never followed; the URLs of pages are computed. A list that the server sends as one
/// document is one page.
///
/// A query runs on the thread that asks until its request is queued, and on the client's thread from the response on. There is a task only
/// where a dialect is detected or a large document is read.
public final class HTTPOrigin: Origin {
  struct State {
    var machine: FetchMachine
    /// `nil` until it is detected.
    var dialect: (any Dialect)?
    /// When a document that does not match the dialect leads to its detection: a single one may be damaged for ever.
    var nextDetection: ContinuousClock.Instant?
    /// When the client calls.
    var alarm: ContinuousClock.Instant?
  }

  public let identity: OriginIdentity
  private let dialects: Dialects
  let state: Mutex<State>
  private let settings: HTTPSettings
  /// Whether the user has chosen the dialect.
  private let isDialectGiven: Bool
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
    let dialect = configuration.dialect.flatMap { configuration.dialects[$0] }
    isDialectGiven = dialect != nil
    state = Mutex(State(machine: FetchMachine(settings, origin: "the origin \(identity)"), dialect: dialect))
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
    if let dialect = state.withLock(\.dialect) {
      return start(HTTPFetch(query, dialect, base: address, context, finish))
    }
    Task {
      do throws(OriginError) {
        let dialect = try await detectDialect(context)
        state.withLock { $0.dialect = dialect }
        start(HTTPFetch(query, dialect, base: address, context, finish))
      } catch {
        finish(.failure(error))
      }
    }
  }

  public func cancel(_ id: UInt64) { update { $0.machine.cancel(id, now: .now) } }

  public func afterwards(_ action: @escaping @Sendable () -> Void) { client.afterwards(action) }

  public func close() async {
    update { $0.machine.cancelAll(now: .now) }
    await client.close()
  }

  // MARK: - Requests

  /// Requests a document without validators, which must have the status 200.
  private func document(_ url: String, _ context: FetchContext) async throws(OriginError) -> HTTPResponse {
    let outcome: FetchMachine.Outcome = await withCheckedContinuation { continuation in
      get(HTTPRequest(url: url), context) { continuation.resume(returning: $0) }
    }
    let response = try outcome.get()
    // Until the dialect is known, the first one reads the reason from an error response.
    guard response.status == 200 else { throw statusError(response, state.withLock(\.dialect) ?? dialects.all.first) }
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

  // MARK: - Detection

  /// Returns the dialect that the server uses. Calls at the same time share the responses.
  private func detectDialect(_ context: FetchContext) async throws(OriginError) -> any Dialect {
    let root = try await document(address + "/", context)
    let candidates = (try? JSON(parsing: root.body)).map(dialects.recognising) ?? []
    guard let first = candidates.first else { throw unknownDialect("the root of \(address)", root) }
    var elsewhere = root.redirectedTo ?? address
    while elsewhere.hasSuffix("/") { elsewhere.removeLast() }
    if candidates.count == 1, elsewhere == address { return first }
    guard let kind = try? first.kinds(root: root.body).first else { throw unknownDialect("the root of \(address)", root) }
    // A list of the server decides between dialects with the same root document, and shows whether it has lists at this URL: otherwise, the
    // origin would look healthy and empty.
    var failure: OriginError?
    var requested: Set<String> = []
    for url in candidates.map({ $0.url(of: .page(PageQuery(kind)), base: address) }) where requested.insert(url).inserted {
      do throws(OriginError) {
        let list = try await document(url, context)
        if let json = try? JSON(parsing: list.body), let detected = candidates.first(where: { $0.recognises(list: json) }) {
          return detected
        }
        failure = unknownDialect("the list of \(kind) of \(address)", list)
      } catch {
        // The URL of a list depends on the dialect. Other failures say nothing about it.
        guard error.status == 404 || error.status == 410 else { throw error }
        failure = failure ?? error
      }
    }
    guard elsewhere != address, failure?.code == .errorStatus else { throw failure ?? unknownDialect("the root of \(address)", root) }
    throw OriginError(
      .redirected, "the origin \(address) has no lists, and redirects to \(elsewhere): to use that URL, select it with --origin")
  }

  /// Returns the error for a document in no known dialect.
  private func unknownDialect(_ subject: String, _ response: HTTPResponse) -> OriginError {
    let isJSON = (try? JSON(parsing: response.body)) != nil
    let seen = isJSON ? "" : ", and not JSON (content type: \(response.contentType?.prefix(60) ?? "none"))"
    return OriginError(
      .malformed,
      "\(subject) is not in a known dialect (\(dialects.names))\(seen): check that this is the URL of an API root, or set the dialect with "
        + "--dialect",
      status: response.status)
  }

  // MARK: - Queries

  /// Documents of more bytes are read in a task: the threads of the connections and of the bus must not be busy for longer than a millisecond
  /// or two.
  private static let maxBytesAtOnce = 64 << 10

  private func start(_ fetch: HTTPFetch) {
    if fetch.isWholeList, case .page(2..., _) = fetch.query { return fail(missingPage(fetch, last: 1), fetch) }
    get(HTTPRequest(url: fetch.url, entityTag: fetch.sent.entityTag, modifiedSince: fetch.sent.modifiedSince), fetch.sent) { outcome in
      self.receive(outcome, fetch, isConditional: fetch.sent.isConditional)
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
      let tag = response.entityTag ?? fetch.sent.entityTag
      fetch.finish(.success(OriginResponse(entityTag: tag, location: fetch.url, fields: response.fields)))
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
    fetch.finish(.success(result))
  }

  private func content(_ body: [UInt8], _ fetch: HTTPFetch) throws(DialectError) -> OriginContent {
    switch fetch.document {
    case .root: return .kinds(try fetch.dialect.kinds(root: body))
    case .record(let reference): return .record(try fetch.dialect.record(reference, body: body))
    case .page(let query):
      var page = OriginPage(try fetch.dialect.page(query, body: body))
      guard fetch.isWholeList else { return .page(page) }
      if page.pages > 1 {
        throw DialectError("the origin sent the first of \(page.pages) pages of \(query.kind), although all records were requested")
      }
      // A server that searches compares only a part of the text, so the rest is compared here.
      if case .page(_, let list) = fetch.query, let search = list.search {
        page.records = page.records.filter(WireSearch(search).matches)
        page.count = page.records.count
      }
      return .page(page)
    }
  }

  /// Ends a query with `error`. If the document does not match the dialect, the next query detects the dialect again, at most twice a minute:
  /// the server may have changed, and what it answered during an outage may have misled the detection.
  private func fail(_ error: OriginError, _ fetch: HTTPFetch) {
    if error.cause is DialectError, !isDialectGiven {
      state.withLock { state in
        guard state.nextDetection.map({ $0 <= .now }) ?? true, state.dialect?.name == fetch.dialect.name else { return }
        (state.dialect, state.nextDetection) = (nil, .now + .seconds(30))
      }
    }
    fetch.finish(.failure(error))
  }

  private func missingPage(_ fetch: HTTPFetch, last: Int) -> OriginError {
    guard case .page(let number, let list) = fetch.query else { return OriginError(.notFound, "the origin \(address) has no such page") }
    var error = OriginError(.notFound, "the origin \(address) has no page \(number) of \(list.kind): the last page is \(last)")
    error.pages = last
    return error
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
  let document: WireDocument
  let url: String
  /// Whether the document is a whole list.
  let isWholeList: Bool
  /// The context with the validators that the server knows.
  let sent: FetchContext

  init(_ query: OriginQuery, _ dialect: any Dialect, base: String, _ context: FetchContext, _ finish: @escaping Origin.Finish) {
    (self.query, self.dialect, self.context, self.finish) = (query, dialect, context, finish)
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
    url = dialect.url(of: document, base: base)
    // The server does not know the tags computed here.
    sent = dialect.hasVolatileDocuments || query == .kinds ? context.unconditional : context
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
