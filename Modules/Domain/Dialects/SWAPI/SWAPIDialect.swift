public import Models
public import OrderedJSON

/// Wire format of the original SWAPI server (swapi.dev and its descendants): URLs such as `/api/people/1/`, paged lists, links as URLs, and
/// all numbers except the episode as strings.
public struct SWAPIDialect: Dialect {
  public static let name = "swapi"

  let format: RecordFormat

  public init(kinds: Kinds) { format = RecordFormat(kinds: kinds) }

  /// Returns whether every member of `root` is a URL that ends in the member's name. The original server writes a slash after the name, but
  /// some of its descendants do not.
  public func recognises(root: JSON) -> Bool { root.object?.links(endingIn: [{ "/\($0)/" }, { "/\($0)" }]) ?? false }

  /// Returns whether `list` is an object with a count and results.
  public func recognises(list: JSON) -> Bool { list["count"]?.int != nil && list["results"]?.array != nil }

  public func url(of document: WireDocument, base: String) -> String {
    switch document {
    case .root: return base.appendingPath("")
    case .record(let reference): return base.appendingPath("\(reference)/")
    case .page(let query): return list(query.kind, items(of: query), base: base)
    }
  }

  private func items(of query: PageQuery) -> [(name: String, value: String)] {
    (query.search.map { [("search", $0)] } ?? []) + (query.number > 1 ? [("page", String(query.number))] : [])
  }

  private func list(_ kind: KindName, _ items: [(name: String, value: String)], base: String) -> String {
    base.appendingPath("\(kind)/" + (items.isEmpty ? "" : "?\(formEncoded(items))"))
  }
}

extension SWAPIDialect {
  public func record(_ reference: Reference, body: [UInt8]) throws(DialectError) -> Record {
    try format.record(reference, members: try recordMembers(reference, body: body))
  }

  public func page(_ query: PageQuery, body: [UInt8]) throws(DialectError) -> WirePage {
    let document = try parsed(body, "page \(query.number) of \(query.kind)")
    guard let count = document["count"]?.int, count >= 0 else { throw .invalidPage("count", "a number", query) }
    guard let results = document["results"]?.array else { throw .invalidPage("results", "a list of records", query) }
    let (records, _) = try format.records(results) { item, index throws(DialectError) in
      try format.listed(item, at: "results[\(index)]", query)
    }
    let isLast = document["next"]?.string == nil || results.isEmpty
    return WirePage(
      query, records: records, count: count, pages: isLast ? query.number : Self.pages(of: count, each: results.count, after: query.number))
  }

  /// Returns the number of pages of a list, given a page that has a successor. Such a page is full, so its length is the server's page
  /// size. The result includes at least the successor, even if `count` is too low.
  private static func pages(of count: Int, each size: Int, after number: Int) -> Int {
    max(number == .max ? number : number + 1, count / size + (count % size == 0 ? 0 : 1))
  }
}

extension SWAPIDialect {
  public func wire(_ record: Record, base: String) -> JSON { format.object(record) { url(of: .record($0), base: base) } }

  public func wire(_ page: WirePage, base: String) -> JSON { wire(page, items: items(of: page.query), base: base) }

  /// Writes a page in answer to a request with the query `items`. The `next` and `previous` links keep all items in their order and set the
  /// item `page`, appending it if absent; the first page is `page=1`.
  func wire(_ page: WirePage, items: [(name: String, value: String)], base: String) -> JSON {
    let number = page.query.number
    let link = { (number: Int) -> JSON in
      var items = items
      if let index = items.lastIndex(where: { $0.name == "page" }) {
        items[index].value = String(number)
      } else {
        items.append(("page", String(number)))
      }
      return .string(list(page.query.kind, items, base: base))
    }
    return [
      "count": .number(page.count),
      "next": number < page.pages ? link(number + 1) : .null,
      "previous": number > 1 ? link(number - 1) : .null,
      "results": .array(page.records.map { wire($0, base: base) }),
    ]
  }
}
