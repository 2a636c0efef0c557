public import Models

/// A document that an origin serves.
public enum WireDocument: Sendable, Hashable {
  case root
  case page(PageQuery)
  case record(Reference)
  /// The description of a kind's fields.
  case schema(KindName)
}

/// Asks for one page of a list.
public struct PageQuery: Sendable, Hashable {
  public var kind: KindName
  /// Counted from 1.
  public var number: Int
  /// As the user typed it. `nil` asks for all records; an empty text finds all of them too, but stands in the links of the answer.
  public var search: String?

  public init(_ kind: KindName, number: Int = 1, search: String? = nil) {
    self.kind = kind
    self.number = number
    self.search = search
  }
}

/// One page of a list, as an origin of any dialect gives it.
public struct WirePage: Sendable, Hashable {
  public var query: PageQuery
  /// In the origin's order.
  public var records: [Record]
  /// Records in all pages together.
  public var count: Int
  /// How many pages there are; 1 or more, even when the list is empty.
  public var pages: Int

  public init(_ query: PageQuery, records: [Record], count: Int, pages: Int) {
    self.query = query
    self.records = records
    self.count = count
    self.pages = pages
  }
}
