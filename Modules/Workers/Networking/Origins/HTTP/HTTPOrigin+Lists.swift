import Dialects
import MessageBus
import Models
import OrderedJSON
import Synchronization

/// Lists that a server sends as one document: their pages are cut here.
extension HTTPOrigin {
  /// Returns a page cut from a whole list. Requests for the pages of a list share one document. A request for the first page fetches it
  /// again, because such requests begin or revalidate a list.
  func cutPage(
    _ query: PageQuery, searched isSearched: Bool, _ dialect: any Dialect, _ context: FetchContext
  ) async throws(OriginError) -> OriginResponse<OriginPage> {
    // A server that does not search sends the same list whatever the search.
    let document = PageQuery(query.kind, search: isSearched ? query.search : nil)
    let (list, age) = try await wholeList(document, mayBeKept: query.number > 1 || (query.search != nil && !isSearched), dialect, context)
    var response = OriginResponse<OriginPage>(nil, entityTag: list.entityTag, location: list.location, fields: list.fields)
    if age >= .seconds(1) {
      // The copy is older than its Date and Age say (RFC 9111 section 5.1).
      let age = Int64(clamping: age.components.seconds)
      response.fields["age"] = String(age + (response.fields["age"].flatMap { Int64($0) }.map { min(max(0, $0), 1 << 31) } ?? 0))
    }
    if let tag = list.entityTag, tag == context.entityTag { return response }
    guard let content = list.content else { return response }
    let records = content.records
    let page = try await onExecutor(forBytes: list.size) { () throws(OriginError) in
      // A server that searches compares only a part of the text, so the rest is compared here.
      let search = query.search.map { WireSearch($0) }
      let found = search.map { records.filter($0.matches) } ?? records
      guard let page = WirePage(query, of: found, size: Kinds.pageSize) else {
        let pages = WirePage(PageQuery(query.kind), of: found, size: Kinds.pageSize)?.pages ?? 1
        throw missingPage(query, pages: pages)
      }
      return page
    }
    // Whether the unreadable records would match a search is unknown.
    let unreadable = query.search == nil ? max(0, content.count - records.count) : 0
    response.content = OriginPage(records: page.records, number: query.number, pages: page.pages, count: page.count + unreadable)
    response.size = list.size / page.pages
    return response
  }

  func missingPage(_ query: PageQuery, pages: Int) -> OriginError {
    var error = OriginError(
      .notFound, "the origin \(address) has no page \(query.number) of \(query.kind): the last page is \(pages)")
    error.pages = pages
    return error
  }

  /// Returns a whole list and its age. The response has no content if the caller's copy is unchanged and no other copy is known.
  private func wholeList(
    _ query: PageQuery, mayBeKept: Bool, _ dialect: any Dialect, _ context: FetchContext
  ) async throws(OriginError) -> (OriginResponse<WirePage>, age: Duration) {
    let url = dialect.url(of: .page(query), base: address)
    // Without Last-Modified, which would not tell whether a kept list is the caller's.
    let context = FetchContext(entityTag: context.entityTag, client: context.client, deadline: context.deadline)
    let kept = lists.withLock { $0.list(url, entityTag: context.entityTag, now: .now) }
    if mayBeKept, let kept { return (kept.response, kept.age) }
    let sentAt = ContinuousClock.now
    let response: OriginResponse<WirePage> = try await fetch(
      .page(query), "list of \(query.kind)", dialect, context, tag: { (page: WirePage) in String.strong(page.records, "\(page.count)") }
    ) { body throws(DialectError) in
      // Callers that waited for the same document need not read it again.
      if let (other, age) = lists.withLock({ $0.list(url, entityTag: nil, now: .now) }), age < sentAt.duration(to: .now),
        let content = other.content, other.size == body.count
      {
        return content
      }
      let page = try dialect.page(query, body: body)
      guard page.pages <= 1 else {
        throw DialectError(
          .form, "the origin sent the first of \(page.pages) pages of \(query.kind), although all records were requested")
      }
      return page
    }
    return (lists.withLock { $0.keep(response, url, now: .now) }, .zero)
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
    let response: OriginResponse<WirePage>
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

  /// Returns the list at `url` with its age, if it is not too old. Removes others that are.
  ///
  /// - Parameter entityTag: the tag of a copy that the caller has. Without the content, only a list with this tag will do.
  mutating func list(_ url: String, entityTag: String?, now: Instant) -> (response: OriginResponse<WirePage>, age: Duration)? {
    // The origin may be about to confirm the list at `url`, however old.
    kept.removeAll { $0.url != url && $0.receivedAt.duration(to: now) >= limits.retention }
    guard let list = kept.first(where: { $0.url == url }) else { return nil }
    let (age, response) = (list.receivedAt.duration(to: now), list.response)
    guard age < limits.retention, response.content != nil || (entityTag != nil && entityTag == response.entityTag) else { return nil }
    return (response, age)
  }

  /// Keeps a list. If the response has no content because it is unchanged, the content of the kept list with the same tag remains.
  /// Removes lists that are too old.
  ///
  /// - Returns: the response, with the content if it is known.
  mutating func keep(_ response: OriginResponse<WirePage>, _ url: String, now: Instant) -> OriginResponse<WirePage> {
    var updated = response
    if response.content == nil, let old = kept.first(where: { $0.url == url })?.response, old.entityTag == response.entityTag {
      updated.content = old.content
      updated.size = old.size
    }
    kept.removeAll { $0.url == url || $0.receivedAt.duration(to: now) >= limits.retention }
    let list = Kept(url: url, response: updated, receivedAt: now)
    guard list.memory <= limits.bytes else { return updated }
    kept.append(list)
    while kept.count > limits.lists || kept.reduce(0, { $0 + $1.memory }) > limits.bytes { kept.removeFirst() }
    return updated
  }
}
