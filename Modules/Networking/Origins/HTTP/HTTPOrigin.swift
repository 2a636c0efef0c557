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

  public func kinds(before deadline: ContinuousClock.Instant) async throws(OriginError) -> [KindName] {
    let dialect = try await knownDialect(before: deadline)
    let answer = try await root(before: deadline)
    return try reading(answer) { () throws(DialectError) in try dialect.kinds(root: answer.body) }
  }

  public func record(
    _ reference: Reference, entityTag: String?, before deadline: ContinuousClock.Instant
  ) async throws(OriginError) -> Fetched<Record> {
    let dialect = try await knownDialect(before: deadline)
    return try await fetch(.record(reference), "\(reference)", dialect, entityTag, deadline) { body throws(DialectError) in
      try dialect.record(reference, body: body)
    }
  }

  public func page(
    _ number: Int, of kind: KindName, search: String?, entityTag: String?, before deadline: ContinuousClock.Instant
  ) async throws(OriginError) -> Fetched<OriginPage> {
    let dialect = try await knownDialect(before: deadline)
    // An empty search finds everything; left out of the question, it has the same URL and the same entity tag as none.
    let query = PageQuery(kind, number: number, search: search.flatMap { $0.isEmpty ? nil : $0 })
    let what = number == 1 ? "list of \(kind)" : "page \(number) of \(kind)"
    return try await fetch(.page(query), what, dialect, entityTag, deadline) { body throws(DialectError) in
      let page = try dialect.page(query, body: body)
      return OriginPage(records: page.records, number: number, pages: page.pages, count: page.count)
    }
  }

  public func close() async { await requests.close() }

  private func fetch<Content: Sendable>(
    _ document: WireDocument, _ what: String, _ dialect: any Dialect, _ entityTag: String?, _ deadline: ContinuousClock.Instant,
    read: ([UInt8]) throws(DialectError) -> Content
  ) async throws(OriginError) -> Fetched<Content> {
    let url = dialect.url(of: document, base: address)
    let answer = try await requests.get(try WebAddress(url), entityTag: entityTag, before: deadline)
    switch answer.status {
    case 200:
      let content = try reading(answer) { () throws(DialectError) in try read(answer.body) }
      return Fetched(content, entityTag: answer.entityTag, location: url)
    case 304 where entityTag != nil: return Fetched(nil, entityTag: answer.entityTag ?? entityTag, location: url)
    case 404, 410: throw OriginError(.notFound, "the origin \(address) has no \(what)", status: answer.status)
    default: throw refusal(answer, dialect)
    }
  }

  private func refusal(_ answer: HTTPAnswer, _ dialect: (any Dialect)?) -> OriginError {
    let reason = dialect?.reason(body: answer.body).map { ": \($0)" } ?? ""
    return OriginError(
      answer.status == 429 ? .throttled : .refused, "the origin \(address) answered with status \(answer.status)\(reason)",
      status: answer.status, retryAfter: answer.wait)
  }

  private func reading<Value>(_ answer: HTTPAnswer, _ read: () throws(DialectError) -> Value) throws(OriginError) -> Value {
    do { return try read() } catch {
      let type = answer.contentType ?? "no content type"
      let note = type.lowercased().contains("json") ? "" : " (it came as \(type))"
      throw OriginError(.malformed, "\(error.message)\(note), from \(address)", status: answer.status, cause: error)
    }
  }

  private func root(before deadline: ContinuousClock.Instant) async throws(OriginError) -> HTTPAnswer {
    let answer = try await requests.get(try WebAddress(address + "/"), entityTag: nil, before: deadline)
    guard answer.status == 200 else { throw refusal(answer, nil) }
    return answer
  }

  private func knownDialect(before deadline: ContinuousClock.Instant) async throws(OriginError) -> any Dialect {
    if let known = dialect.withLock({ $0 }) { return known }
    let answer = try await root(before: deadline)
    guard let document = try? JSON(parsing: answer.body), let found = dialects.recognising(root: document) else {
      throw OriginError(
        .malformed,
        "the root of \(address) is in no dialect this program knows: check that this is the URL of an API's root, or name the dialect with --dialect",
        status: answer.status)
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
