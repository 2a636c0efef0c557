public import Contracts
public import CoreMetrics
public import Dialects
import MessageBus
public import Models
import OrderedJSON
import Synchronization

/// A SWAPI-compatible server, accessed through its dialect.
///
/// The dialect is detected on first use: from the root document, and from a list if several dialects have such root documents. Detection is
/// repeated until it succeeds, so the server may be down when the origin is created, and when documents do not match the dialect
/// (``DialectChoice``). Links in responses are reduced to references and never
/// followed; the URLs of pages are computed.
public final class HTTPOrigin: Origin {
  public let identity: OriginIdentity
  let dialects: Dialects
  let dialect: Mutex<DialectChoice>
  let lists = Mutex(WholeLists())
  private let fetcher: HTTPFetcher
  let failures: Mutex<FailureCache>

  /// - Parameters:
  ///   - base: the URL of the root document, with or without trailing slash.
  ///   - dialect: the dialect's name; `nil` detects the dialect. Throws ``OriginError/Code/invalid`` for a name that is not in `dialects`.
  public init(
    _ base: HTTPURL, dialect: String? = nil, dialects: Dialects, settings: HTTPSettings = HTTPSettings(),
    metrics: any MetricsFactory = MetricsSystem.factory
  ) throws(OriginError) {
    identity = try Self.identity(base)
    self.dialects = dialects
    self.dialect = Mutex(DialectChoice(given: try dialect.map { name throws(OriginError) in try Self.find(name, in: dialects) }))
    failures = Mutex(FailureCache(settings.failureCache))
    fetcher = try HTTPFetcher(origin: "the origin \(identity)", settings: settings, metrics: metrics)
  }

  /// Returns the URL without trailing slashes: with or without them, the root is the same.
  private static func identity(_ base: HTTPURL) throws(OriginError) -> OriginIdentity {
    var text = base.description
    while text.hasSuffix("/") { text.removeLast() }
    if let identity = OriginIdentity(text) { return identity }
    throw OriginError(
      .invalid, "the origin's URL has \(text.utf8.count) characters; the maximum is \(OriginIdentity.maxLength)")
  }

  private static func find(_ name: String, in dialects: Dialects) throws(OriginError) -> any Dialect {
    if let dialect = dialects[name] { return dialect }
    throw OriginError(.invalid, "unknown dialect '\(name)' (available: \(dialects.names))")
  }

  public func kinds(_ context: FetchContext) async throws(OriginError) -> [KindName] {
    try await withDialect(context) { dialect throws(OriginError) in
      try await cachingFailures(address, in: dialect) { () throws(OriginError) in
        let response = try await root(context)
        return try decoding(response) { () throws(DialectError) in
          try checkRoot(response.body, dialect)
          return try dialect.kinds(root: response.body)
        }
      }
    }
  }

  public func record(_ reference: Reference, _ context: FetchContext) async throws(OriginError) -> OriginResponse<Record> {
    try await withDialect(context) { dialect throws(OriginError) in
      try await fetch(.record(reference), "\(reference)", dialect, context, tag: { .strong([$0]) }) { body throws(DialectError) in
        try dialect.record(reference, body: body)
      }
    }
  }

  public func page(
    _ number: Int, of kind: KindName, search: String?, _ context: FetchContext
  ) async throws(OriginError) -> OriginResponse<OriginPage> {
    // An empty search matches everything. Omitting it gives the same URL and entity tag as no search.
    let query = PageQuery(kind, number: number, search: search.flatMap { $0.isEmpty ? nil : $0 })
    return try await withDialect(context) { dialect throws(OriginError) in try await page(query, dialect, context) }
  }

  private func page(
    _ query: PageQuery, _ dialect: any Dialect, _ context: FetchContext
  ) async throws(OriginError) -> OriginResponse<OriginPage> {
    let (kind, number) = (query.kind, query.number)
    let extent = dialect.extent(of: query)
    guard extent == .page else { return try await cutPage(query, searched: extent == .matches, dialect, context) }
    let name = number == 1 ? "list of \(kind)" : "page \(number) of \(kind)"
    let response = try await fetch(.page(query), name, dialect, context, tag: Self.tag) { body throws(DialectError) in
      let page = try dialect.page(query, body: body)
      return OriginPage(records: page.records, number: number, pages: page.pages, count: page.count)
    }
    if let page = response.content, number > page.pages { throw missingPage(query, pages: page.pages) }
    return response
  }

  private static func tag(of page: OriginPage) -> String { .strong(page.records, "\(page.number)/\(page.pages)/\(page.count)") }

  public var executor: (any TaskExecutor)? { fetcher.executor }

  public var isAvailable: Bool { fetcher.isAvailable }

  public var statuses: [OriginStatus] { [fetcher.status(of: address)] }

  public func close() async { await fetcher.close() }

  /// Number of queued requests.
  var waitingCount: Int { fetcher.waitingCount }
  var breakerState: CircuitBreaker.State { fetcher.breakerState }
  /// Total number of callers that started or joined a request.
  var joinCount: Int { fetcher.joinCount }

  /// - Parameters:
  ///   - name: the document in messages: `people/1`.
  ///   - tag: computes an entity tag from the content, for dialects whose documents change with every answer.
  func fetch<Content: Sendable>(
    _ document: WireDocument, _ name: String, _ dialect: any Dialect, _ context: FetchContext,
    tag: (Content) -> String, decode: ([UInt8]) throws(DialectError) -> Content
  ) async throws(OriginError) -> OriginResponse<Content> {
    let url = dialect.url(of: document, base: address)
    return try await cachingFailures(url, in: dialect) { () throws(OriginError) in
      // The server does not know the tags computed here.
      var sent = dialect.hasVolatileDocuments ? context.unconditional : context
      var response = try await fetcher.get(try .origin(url), sent)
      if sent.isConditional, response.isRejection {
        // The origin may reject this caller's validators, which would say nothing to others about the document. A request without them is
        // another one, so it is sent even if no request is repeated.
        guard response.attempts < max(2, fetcher.maxAttempts) else {
          var error = statusError(response, dialect)
          error.concernsValidators = true
          throw error
        }
        sent = context.unconditional
        response = try await fetcher.get(try .origin(url), sent, afterAttempts: response.attempts)
      }
      switch response.status {
      case 200:
        let (content, computedTag) = try await onExecutor(forBytes: response.body.count) { () throws(OriginError) in
          let content = try decoding(response) { () throws(DialectError) in try decode(response.body) }
          return (content, dialect.hasVolatileDocuments ? tag(content) : nil)
        }
        var result = OriginResponse<Content>(content, entityTag: response.entityTag, location: url, fields: response.fields)
        result.size = response.body.count
        guard let computedTag else { return result }
        result.entityTag = computedTag
        for validator in ["etag", "last-modified"] { result.fields[validator] = nil }
        if computedTag == context.entityTag { result.content = nil }
        return result
      case 304 where sent.isConditional:
        return OriginResponse(nil, entityTag: response.entityTag ?? sent.entityTag, location: url, fields: response.fields)
      case 404, 410:
        var error = OriginError(.notFound, "the origin \(address) has no \(name)", status: response.status)
        if case .record(let reference) = document { error.subject = "\(reference)" }
        error.fields = response.fields
        throw error
      default: throw statusError(response, dialect)
      }
    }
  }

  /// Calls `fetch` unless a failure is cached for `key`, and caches a failure of `fetch`.
  ///
  /// - Parameter used: the dialect in which `fetch` reads documents. If it is no longer the origin's, its failure to read one is not cached:
  ///   the document at the same URL may be right in the other dialect.
  func cachingFailures<Value>(
    _ key: String, in used: (any Dialect)? = nil, _ fetch: () async throws(OriginError) -> Value
  ) async throws(OriginError) -> Value {
    if let error = failures.withLock({ $0.error(for: key, now: .now) }) { throw error }
    do throws(OriginError) {
      let value = try await fetch()
      failures.withLock { $0.remove(key) }
      return value
    } catch {
      throw failures.withLock { failures in
        // Within the lock: a change of the dialect is followed by the removal of all failures.
        if let used, error.cause is DialectError, dialect.withLock({ $0.dialect?.name != used.name }) { return error }
        failures.record(error, for: key, now: .now)
        // Every caller is told when a retry is worthwhile.
        var reported = error
        reported.retryAfter = error.retryAfter ?? failures.error(for: key, now: .now)?.retryAfter
        return reported
      }
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
    error.attempts = response.attempts
    return error
  }

  func decoding<Value>(_ response: HTTPResponse, _ decode: () throws(DialectError) -> Value) throws(OriginError) -> Value {
    do { return try decode() } catch {
      let type = response.contentType ?? "no content type"
      let note = type.lowercased().contains("json") ? "" : " (content type: \(type))"
      throw OriginError(.malformed, "\(error.message)\(note), from \(address)", status: response.status, cause: error)
    }
  }

  /// Returns the response for `url`, which must have the status 200.
  func document(_ url: String, _ context: FetchContext) async throws(OriginError) -> HTTPResponse {
    let response = try await fetcher.get(try .origin(url), context.unconditional)
    // Until the dialect is known, the first one reads the reason from an error response.
    guard response.status == 200 else { throw statusError(response, dialect.withLock(\.dialect) ?? dialects.all.first) }
    return response
  }

  private func root(_ context: FetchContext) async throws(OriginError) -> HTTPResponse { try await document(address + "/", context) }
}

extension HTTPResponse {
  /// Whether the status blames the request: a 4xx other than "not found", "gone" and "too many requests".
  fileprivate var isRejection: Bool { (400..<500).contains(status) && ![404, 410, 429].contains(status) }
}

extension HTTPURL {
  /// Parses the URL of an origin. Throws ``OriginError/Code/invalid`` with a message that explains what is wrong and how to correct it.
  static func origin(_ text: String) throws(OriginError) -> HTTPURL {
    do { return try HTTPURL(text) } catch { throw OriginError(.invalid, error.description) }
  }
}

extension HTTPOrigin {
  /// Returns the identity of the origin at the URL `text`. Throws ``OriginError/Code/invalid`` if it cannot be one.
  static func identity(of text: String, _ configuration: OriginConfiguration) throws(OriginError) -> OriginIdentity {
    let base = try HTTPURL.origin(text)
    guard !base.target.contains("?") else {
      throw OriginError(.invalid, "'\(text)' has a query, but the URL of an API root has none: remove everything from the '?' on")
    }
    if let dialect = configuration.dialect { _ = try find(dialect, in: configuration.dialects) }
    return try identity(base)
  }

  convenience init(_ text: String, _ configuration: OriginConfiguration) throws(OriginError) {
    try self.init(
      try HTTPURL.origin(text), dialect: configuration.dialect, dialects: configuration.dialects, settings: configuration.http,
      metrics: configuration.metrics)
  }
}

extension String {
  /// Computes an entity tag from the canonical form of records, and of what else the content consists of.
  static func strong(_ records: [Record], _ rest: String = "") -> String {
    EntityTag.strong(records.reduce(into: Array(rest.utf8)) { $0 += $1.canonical.bytes() })
  }
}
