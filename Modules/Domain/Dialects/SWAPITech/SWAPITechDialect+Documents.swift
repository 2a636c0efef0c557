public import Models
public import OrderedJSON

extension SWAPITechDialect {
  public func kinds(root: [UInt8]) throws(DialectError) -> [KindName] {
    guard let members = try parsed(root, "the root")["result"]?.object else {
      throw DialectError(.form, "'result' in the origin's root document is not an object with a list for each kind", field: "result")
    }
    return members.compactMap { $0.value.string == nil ? nil : KindName($0.name) }
  }

  public func record(_ reference: Reference, body: [UInt8]) throws(DialectError) -> Record {
    let document = try recordMembers(reference, body: body)
    guard let envelope = document["result"]?.object else { throw .notARecord(reference, document, missing: "result") }
    return try envelopes.record(reference, envelope)
  }

  public func page(_ query: PageQuery, body: [UInt8]) throws(DialectError) -> WirePage {
    let document = try parsed(body, "page \(query.number) of \(query.kind)")
    if document["results"] == nil, let result = document["result"]?.array {
      let (records, unreadable) = try records(result, of: query, member: "result")
      return WirePage(PageQuery(query.kind, search: query.search), records: records, count: records.count + unreadable, pages: 1)
    }
    guard let results = document["results"]?.array else { throw .invalidPage("results", "a list of records", query) }
    // The matches of a search may come without a number of pages, and the pages of an empty list have none.
    let pages = max(1, document["total_pages"]?.int ?? 1)
    // The server answers with its last page instead of a page after it.
    guard query.number <= pages else {
      return WirePage(query, records: [], count: max(0, document["total_records"]?.int ?? 0), pages: pages)
    }
    let (records, unreadable) = try records(results, of: query, member: "results")
    return WirePage(query, records: records, count: max(0, document["total_records"]?.int ?? records.count + unreadable), pages: pages)
  }

  private func records(_ items: [JSON], of query: PageQuery, member: String) throws(DialectError) -> (records: [Record], unreadable: Int) {
    try format.records(items) { item, index throws(DialectError) in
      try envelopes.listed(item, at: "\(member)[\(index)]", query)
    }
  }

  public func wire(_ record: Record, base: String) -> JSON {
    ["message": "ok", "result": envelopes.wire(record) { url(of: .record($0), base: base) }]
  }

  public func wire(_ page: WirePage, base: String) -> JSON {
    Self.searchWord(page.query) == nil && !Self.isWhole(page.query.kind)
      ? wire(page, size: Self.pageSize, isExpanded: true, base: base) : wire(matches: page.records, base: base)
  }

  public func wire(root kinds: [KindName], base: String) -> JSON {
    let links = kinds.map { ($0.text, JSON.string(list($0, [], base: base))) }
    return ["message": "ok", "result": .object(JSON.Object(links))]
  }

  /// Writes the films, or the matches of a search.
  func wire(matches records: [Record], base: String) -> JSON {
    ["message": "ok", "result": .array(records.map { envelope($0, base) })]
  }

  /// Writes a page of `size` records. A record that is not expanded has its ID, its name and its link.
  func wire(_ page: WirePage, size: Int, isExpanded: Bool, base: String) -> JSON {
    let number = page.query.number
    let link = { (number: Int) -> JSON in .string(list(page.query.kind, pageItems(number, size: size), base: base)) }
    let results = page.records.map { record -> JSON in
      if isExpanded { return envelope(record, base) }
      let link = url(of: .record(record.reference), base: base)
      return ["uid": .string(String(record.reference.id)), "name": .string(record.name), "url": .string(link)]
    }
    return [
      "message": "ok", "total_records": .number(page.count), "total_pages": .number(page.pages),
      "previous": number > 1 ? link(number - 1) : .null, "next": number < page.pages ? link(number + 1) : .null,
      "results": .array(results),
    ]
  }

  private func envelope(_ record: Record, _ base: String) -> JSON { envelopes.wire(record) { url(of: .record($0), base: base) } }
}
