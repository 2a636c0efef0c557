public import MessageBus
public import Models
public import OrderedJSON

/// The content of one page of a list, in canonical form:
/// `{"kind":"people","page":1,"pages":9,"count":82,"items":[…]}` with canonical records as items. `"missing":50` stands before the items
/// where the origin counts more records than it gives.
public struct PageBody: Sendable, Hashable {
  public var kind: KindName
  /// Counted from 1.
  public var page: Int
  /// How many pages there are; 1 or more, even when the list is empty.
  public var pages: Int
  /// Records in all pages together.
  public var count: Int
  /// Records the origin counts and does not give, beyond ``count``; 1 or more. `nil` where the list is whole as far as is known.
  public var missing: Int?
  public var items: [JSON]

  public init(kind: KindName, page: Int, pages: Int, count: Int, missing: Int? = nil, items: [JSON]) {
    self.kind = kind
    self.page = page
    self.pages = pages
    self.count = count
    self.missing = missing
    self.items = items
  }

  public var json: JSON {
    var object: JSON.Object = ["kind": .string(kind.text), "page": .number(page), "pages": .number(pages), "count": .number(count)]
    object["missing"] = missing.map { .number($0) }
    object["items"] = .array(items)
    return .object(object)
  }

  /// Throws a 502 when `bytes` is not a page.
  public init(_ bytes: [UInt8]) throws(Problem) {
    guard let json = try? JSON(parsing: bytes), let kind = json["kind"]?.string.flatMap({ KindName($0) }),
      let page = json["page"]?.int, let pages = json["pages"]?.int, let count = json["count"]?.int, let items = json["items"]?.array
    else {
      throw Problem(502, "a worker answered in an unknown form", detail: "expected a page of a list", type: ProblemType.malformed)
    }
    let missing = json["missing"]?.int.flatMap { $0 > 0 ? $0 : nil }
    self.init(kind: kind, page: page, pages: pages, count: count, missing: missing, items: items)
  }
}
