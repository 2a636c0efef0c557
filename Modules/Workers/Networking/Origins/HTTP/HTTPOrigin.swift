public import Contracts
public import CoreMetrics
public import Dialects
public import Models
import OrderedJSON
import Synchronization

/// A server of the SWAPI family, spoken to in its dialect.
///
/// The dialect is found by looking at the root document when it is first needed, and looked for again until that works, so an
/// origin may be down when this one is made. Links that the server writes are reduced to references and never followed; pages are computed.
public final class HTTPOrigin: Origin {
  public let identity: OriginIdentity
  private let dialects: Dialects
  private let dialect: Mutex<(any Dialect)?>
  private let requests: HTTPRequests
  private let failures: Mutex<FailureMemory>

  /// - Parameters:
  ///   - base: the URL of the root document, with or without its last slash.
  ///   - dialect: the dialect's name; `nil` finds it. Throws ``OriginError/Code/invalid`` for a name that `dialects` does not have.
  public init(
    _ base: WebAddress, dialect: String? = nil, dialects: Dialects, settings: HTTPSettings = HTTPSettings(),
    metrics: any MetricsFactory = MetricsSystem.factory
  ) throws(OriginError) {
    identity = try Self.identity(base)
    self.dialects = dialects
    self.dialect = Mutex(try dialect.map { name throws(OriginError) in try Self.find(name, in: dialects) })
    failures = Mutex(FailureMemory(settings.failures))
    requests = HTTPRequests(origin: "the origin \(identity)", settings: settings, metrics: metrics)
  }

  /// The address without slashes at its end: where there are some and where there are none is the same root.
  private static func identity(_ base: WebAddress) throws(OriginError) -> OriginIdentity {
    var text = base.description
    while text.hasSuffix("/") { text.removeLast() }
    if let identity = OriginIdentity(text) { return identity }
    throw OriginError(.invalid, "the URL of an origin has at most \(OriginIdentity.longest) characters; this one has \(text.utf8.count)")
  }

  private static func find(_ name: String, in dialects: Dialects) throws(OriginError) -> any Dialect {
    if let dialect = dialects[name] { return dialect }
    throw OriginError(.invalid, "no dialect is called '\(name)': choose one of \(dialects.all.map(\.name).joined(separator: ", "))")
  }

  public func kinds(_ terms: FetchTerms) async throws(OriginError) -> [KindName] {
    let dialect = try await knownDialect(terms)
    return try await remembering(address) { () throws(OriginError) in
      let answer = try await root(terms)
      return try reading(answer) { () throws(DialectError) in try dialect.kinds(root: answer.body) }
    }
  }

  public func record(_ reference: Reference, _ terms: FetchTerms) async throws(OriginError) -> Fetched<Record> {
    let dialect = try await knownDialect(terms)
    return try await fetch(.record(reference), "\(reference)", dialect, terms) { body throws(DialectError) in
      try dialect.record(reference, body: body)
    }
  }

  public func page(
    _ number: Int, of kind: KindName, search: String?, _ terms: FetchTerms
  ) async throws(OriginError) -> Fetched<OriginPage> {
    let dialect = try await knownDialect(terms)
    // An empty search finds everything; left out of the question, it has the same URL and the same entity tag as none.
    let query = PageQuery(kind, number: number, search: search.flatMap { $0.isEmpty ? nil : $0 })
    let what = number == 1 ? "list of \(kind)" : "page \(number) of \(kind)"
    return try await fetch(.page(query), what, dialect, terms) { body throws(DialectError) in
      let page = try dialect.page(query, body: body)
      return OriginPage(records: page.records, number: number, pages: page.pages, count: page.count)
    }
  }

  public func close() async { await requests.close() }

  /// How many requests wait for their turn, and how many callers joined requests so far.
  var waiting: Int { requests.waiting }
  var joined: Int { requests.joined }

  private func fetch<Content: Sendable>(
    _ document: WireDocument, _ what: String, _ dialect: any Dialect, _ terms: FetchTerms,
    read: ([UInt8]) throws(DialectError) -> Content
  ) async throws(OriginError) -> Fetched<Content> {
    let url = dialect.url(of: document, base: address)
    return try await remembering(url) { () throws(OriginError) in
      let answer = try await requests.get(try WebAddress(url), terms)
      switch answer.status {
      case 200:
        let content = try reading(answer) { () throws(DialectError) in try read(answer.body) }
        return Fetched(content, entityTag: answer.entityTag, location: url, fields: answer.fields)
      case 304 where terms.isConditional:
        return Fetched(nil, entityTag: answer.entityTag ?? terms.entityTag, location: url, fields: answer.fields)
      case 404, 410:
        var error = OriginError(.notFound, "the origin \(address) has no \(what)", status: answer.status)
        error.fields = answer.fields
        throw error
      default: throw refusal(answer, dialect)
      }
    }
  }

  /// Asks unless the same failed a moment ago, and notes how it went.
  private func remembering<Value>(_ key: String, _ ask: () async throws(OriginError) -> Value) async throws(OriginError) -> Value {
    if let error = failures.withLock({ $0.remembered(key, now: .now) }) { throw error }
    do throws(OriginError) {
      let value = try await ask()
      failures.withLock { $0.succeeded(key) }
      return value
    } catch {
      throw failures.withLock { failures in
        failures.note(error, for: key, now: .now)
        // Whoever hears of a failure hears when it is worth asking again.
        var known = error
        known.retryAfter = error.retryAfter ?? failures.remembered(key, now: .now)?.retryAfter
        return known
      }
    }
  }

  private func refusal(_ answer: HTTPAnswer, _ dialect: (any Dialect)?) -> OriginError {
    let reason = dialect?.reason(body: answer.body).map { ": \($0)" } ?? ""
    var error = OriginError(
      answer.status == 429 ? .throttled : .refused, "the origin \(address) answered with status \(answer.status)\(reason)",
      status: answer.status, retryAfter: answer.timeLeft ?? answer.wait)
    error.fields = answer.fields
    error.isRemembered = answer.timeLeft != nil
    error.requests = answer.requests
    return error
  }

  private func reading<Value>(_ answer: HTTPAnswer, _ read: () throws(DialectError) -> Value) throws(OriginError) -> Value {
    if let coding = answer.contentEncoding {
      throw OriginError(
        .malformed,
        "the origin \(address) sent an answer in the content coding '\(coding.prefix(60))', which was not asked for: have it send plain JSON",
        status: answer.status)
    }
    do { return try read() } catch {
      let type = answer.contentType ?? "no content type"
      let note = type.lowercased().contains("json") ? "" : " (it came as \(type))"
      throw OriginError(.malformed, "\(error.message)\(note), from \(address)", status: answer.status, cause: error)
    }
  }

  private func root(_ terms: FetchTerms) async throws(OriginError) -> HTTPAnswer {
    let answer = try await requests.get(try WebAddress(address + "/"), terms.unconditional)
    // Before the dialect is known any of them may make out what a failing server says.
    guard answer.status == 200 else { throw refusal(answer, dialect.withLock { $0 } ?? dialects.all.first) }
    return answer
  }

  private func knownDialect(_ terms: FetchTerms) async throws(OriginError) -> any Dialect {
    if let known = dialect.withLock({ $0 }) { return known }
    let found = try await remembering(address) { () throws(OriginError) in
      let answer = try await root(terms)
      let document = try reading(answer) { () throws(DialectError) in try? JSON(parsing: answer.body) }
      guard let document, let found = dialects.recognising(root: document) else {
        throw OriginError(
          .malformed,
          "the root of \(address) is in no dialect this program knows: check that this is the URL of an API's root, or name the dialect with --dialect",
          status: answer.status)
      }
      return found
    }
    dialect.withLock { $0 = found }
    return found
  }
}

extension HTTPOrigin: OriginForm {
  public static let written = "http(s)://HOST[:PORT]/PATH"

  public static func open(_ text: String, _ setup: OriginSetup) throws(OriginError) -> (any Origin)? {
    guard text.contains("://") else { return nil }
    let base = try WebAddress(text)
    guard !base.target.contains("?") else {
      throw OriginError(.invalid, "'\(text)' has a query, and an API's root has none: leave out what begins with the '?'")
    }
    return try HTTPOrigin(
      base, dialect: setup.dialect, dialects: setup.dialects, settings: setup.http, metrics: setup.metrics)
  }
}
