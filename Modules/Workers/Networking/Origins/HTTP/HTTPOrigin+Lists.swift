import Dialects
import MessageBus
import Models
import Synchronization

/// Lists that a server sends as one document: their pages are cut here.
extension HTTPOrigin {
  /// Reads a whole list. Callers that waited for the same document need not read it again.
  func wholeList(_ query: PageQuery, _ body: [UInt8], _ fetch: HTTPFetch) throws(DialectError) -> OriginPage {
    if let (kept, age) = state.withLock({ $0.lists.list(fetch.url, entityTag: nil, now: .now) }), age < fetch.startedAt.duration(to: .now),
      kept.size == body.count, case .page(let list) = kept.content
    {
      return list
    }
    let page = try fetch.dialect.page(query, body: body)
    if page.pages <= 1 { return OriginPage(page) }
    throw DialectError(.form, "the origin sent the first of \(page.pages) pages of \(query.kind), although all records were requested")
  }

  /// Cuts the requested page from a whole list of an age.
  func cutPage(_ fetch: HTTPFetch, from list: OriginResponse, age: Duration) throws(OriginError) -> OriginResponse {
    var response = list
    response.content = nil
    if age >= .seconds(1) {
      // The copy is older than its Date and Age say (RFC 9111 section 5.1).
      let age = Int64(clamping: age.components.seconds)
      response.fields["age"] = String(age + (response.fields["age"].flatMap { Int64($0) }.map { min(max(0, $0), 1 << 31) } ?? 0))
    }
    if let tag = list.entityTag, tag == fetch.context.entityTag { return response }
    guard case .page(let all) = list.content, case .page(let number, let query) = fetch.query else { return response }
    // A server that searches compares only a part of the text, so the rest is compared here.
    let records = query.search.map { all.records.filter(WireSearch($0).matches) } ?? all.records
    guard let page = WirePage(PageQuery(query.kind, number: number), of: records, size: Kinds.pageSize) else {
      throw missingPage(fetch, last: max(1, (records.count + Kinds.pageSize - 1) / Kinds.pageSize))
    }
    // Whether the unreadable records would match a search is unknown.
    let unreadable = query.search == nil ? max(0, all.count - records.count) : 0
    response.content = .page(OriginPage(records: page.records, number: number, pages: page.pages, count: page.count + unreadable))
    response.size = list.size / page.pages
    return response
  }

  func missingPage(_ fetch: HTTPFetch, last: Int) -> OriginError {
    guard case .page(let number, let list) = fetch.query else { return OriginError(.notFound, "the origin \(address) has no such page") }
    var error = OriginError(.notFound, "the origin \(address) has no page \(number) of \(list.kind): the last page is \(last)")
    error.pages = last
    return error
  }
}

/// The lists that a server sent as one document, kept for as long as it takes to read their pages. Pure: time is an argument.
///
/// Without these, each page of a list would be another request for the whole list.
struct WholeLists: Sendable {
  typealias Instant = ContinuousClock.Instant

  struct Limits: Sendable {
    /// Maximum number of lists; the oldest are evicted first.
    var lists = 16
    /// Maximum memory of all lists together, in bytes, as estimated from the sizes of their documents.
    var bytes = 64 << 20
    /// How long a list answers requests for its pages.
    var retention = Duration.seconds(30)
  }

  private struct Kept {
    let url: String
    let response: OriginResponse
    let receivedAt: Instant

    /// An estimate of the memory that the records need, in bytes.
    var memory: Int { response.content == nil ? 0 : response.size * WholeLists.memoryPerByte }
  }

  /// Decoded records need several times the memory of their document.
  static let memoryPerByte = 4

  private let limits: Limits
  /// In order of arrival.
  private var kept: [Kept] = []

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Number of lists.
  var count: Int { kept.count }

  /// Returns the list at `url` with its age, if it is not too old.
  ///
  /// - Parameter entityTag: the tag of a copy that the caller has. Without the content, only a list with this tag will do.
  func list(_ url: String, entityTag: String?, now: Instant) -> (response: OriginResponse, age: Duration)? {
    guard let list = kept.first(where: { $0.url == url }) else { return nil }
    let (age, response) = (list.receivedAt.duration(to: now), list.response)
    guard age < limits.retention, response.content != nil || (entityTag != nil && entityTag == response.entityTag) else { return nil }
    return (response, age)
  }

  /// Keeps a list. If the response has no content because it is unchanged, the content of the kept list with the same tag remains, however
  /// old. Removes others that are too old.
  ///
  /// - Returns: the response, with the content if it is known.
  mutating func keep(_ response: OriginResponse, _ url: String, now: Instant) -> OriginResponse {
    var updated = response
    if response.content == nil, let old = kept.first(where: { $0.url == url })?.response, old.entityTag == response.entityTag {
      (updated.content, updated.size) = (old.content, old.size)
    }
    kept.removeAll { $0.url == url || $0.receivedAt.duration(to: now) >= limits.retention }
    let list = Kept(url: url, response: updated, receivedAt: now)
    guard list.memory <= limits.bytes else { return updated }
    kept.append(list)
    while kept.count > limits.lists || kept.reduce(0, { $0 + $1.memory }) > limits.bytes { kept.removeFirst() }
    return updated
  }
}
