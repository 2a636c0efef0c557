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
    let response = try await listFlights.result(
      for: ListFlight(url: url, entityTag: context.entityTag), deadline: context.deadline,
      timeoutError: callerTimeout
    ) { [listClients] id in
      listClients[id].add(context.client)
    } _: { id throws(OriginError) in
      let response: OriginResponse<WirePage> = try await self.fetch(
        .page(query), "list of \(query.kind)", dialect, context, joinedBy: self.listClients[id],
        tag: { (page: WirePage) in String.strong(page.records, "\(page.count)") }
      ) { body throws(DialectError) in
        let page = try dialect.page(query, body: body)
        guard page.pages <= 1 else {
          throw DialectError(
            .form, "the origin sent the first of \(page.pages) pages of \(query.kind), although all records were requested")
        }
        return page
      }
      return self.lists.withLock { $0.keep(response, url, now: .now) }
    }
    return (response, .zero)
  }

  /// The clients of flights, by the flight's ID.
  final class ListClients: Sendable {
    private let clients = Mutex<[UInt64: JoinedClients]>([:])

    subscript(id: UInt64) -> JoinedClients {
      clients.withLock { all in
        let joined = all[id] ?? JoinedClients()
        all[id] = joined
        return joined
      }
    }

    func remove(_ id: UInt64) { clients.withLock { $0[id] = nil } }
  }

  /// Requests for one document that are sent at most once at a time.
  struct ListFlight: Hashable {
    let url: String
    let entityTag: String?
  }
}
