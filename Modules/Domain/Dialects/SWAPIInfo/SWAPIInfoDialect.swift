public import Models
public import OrderedJSON

/// Wire format of servers that serve files (swapi.info): the records of the original server with links without a trailing slash, and lists
/// as bare arrays of all records. The servers ignore queries, so there are neither pages nor a search.
public struct SWAPIInfoDialect: Dialect {
  public static let name = "swapi-info"

  let format: RecordFormat

  public init(kinds: Kinds) { format = RecordFormat(kinds: kinds) }

  /// Returns whether every member of `root` is a URL that ends in the member's name, without a slash. Some servers of the dialect
  /// ``SWAPIDialect`` have such a root as well.
  public func recognises(root: JSON) -> Bool { root.object?.links(endingIn: [{ "/\($0)" }]) ?? false }

  /// Returns whether `list` is an array with an object, or an empty one.
  public func recognises(list: JSON) -> Bool { list.array.map { $0.isEmpty || $0.contains { $0.object != nil } } ?? false }

  public func url(of document: WireDocument, base: String) -> String {
    switch document {
    case .root: base.appendingPath("")
    case .record(let reference): base.appendingPath("\(reference)")
    case .page(let query): base.appendingPath("\(query.kind)")
    }
  }

  public func extent(of query: PageQuery) -> ListExtent { .everything }

  public func record(_ reference: Reference, body: [UInt8]) throws(DialectError) -> Record {
    try format.record(reference, members: try recordMembers(reference, body: body))
  }

  public func page(_ query: PageQuery, body: [UInt8]) throws(DialectError) -> WirePage {
    guard let items = try parsed(body, "the list of \(query.kind)").array else {
      throw DialectError("the origin's answer for the list of \(query.kind) is not an array")
    }
    let (records, unreadable) = try format.records(items) { item, index throws(DialectError) in
      try format.listed(item, at: "[\(index)]", query)
    }
    return WirePage(PageQuery(query.kind), records: records, count: records.count + unreadable, pages: 1)
  }

  public func wire(_ record: Record, base: String) -> JSON { format.object(record) { url(of: .record($0), base: base) } }

  public func wire(_ page: WirePage, base: String) -> JSON { .array(page.records.map { wire($0, base: base) }) }
}
