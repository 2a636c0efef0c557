public import Models
import OrderedJSON

extension SWAPIDialect {
  public func kinds(root: [UInt8]) throws(DialectError) -> [KindName] {
    try linkedKinds(root: root)
  }

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
