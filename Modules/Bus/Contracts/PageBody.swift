public import MessageBus
public import Models
public import OrderedJSON

/// The content of one page of a list, in canonical form:
/// `{"kind":"people","page":1,"pages":9,"count":82,"items":[…]}` with canonical records as items. `"missing":50` precedes the items
/// if the origin counts more records than it returns.
public struct PageBody: Sendable, Hashable {
  public var kind: KindName
  /// Page number, starting at 1.
  public var page: Int
  /// Number of pages; at least 1, even if the list is empty.
  public var pages: Int
  /// Number of records in all pages together.
  public var count: Int
  /// Number of records the origin counts but does not return, in addition to ``count``; at least 1. `nil` if the list is complete as far
  /// as known.
  public var missing: Int?
  public var items: [JSON]

  /// Upper bound of each number when decoded: larger numbers, which no list has, count as this one, so that sums of them do not overflow.
  public static let maxCount = 1_000_000_000

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

  /// Decodes a page. Throws a 502 if `bytes` is not a page.
  public init(_ bytes: [UInt8]) throws(Problem) {
    guard let json = try? JSON(parsing: bytes), let page = PageBody(json) else { throw .malformedReply(expected: "a page of a list") }
    self = page
  }

  /// Decodes a page. Returns `nil` if `json` is not a page, or if one of its numbers is too small.
  public init?(_ json: JSON) {
    guard let kind = json["kind"]?.string.flatMap({ KindName($0) }), let page = json["page"]?.int, let pages = json["pages"]?.int,
      let count = json["count"]?.int, let items = json["items"]?.array, page >= 1, pages >= 1, count >= 0
    else { return nil }
    let missing = json["missing"]?.int.flatMap { $0 > 0 ? min($0, Self.maxCount) : nil }
    self.init(
      kind: kind, page: min(page, Self.maxCount), pages: min(pages, Self.maxCount), count: min(count, Self.maxCount), missing: missing,
      items: items)
  }
}
