public import Models

/// Document served by an origin.
public enum WireDocument: Sendable, Hashable {
  /// Lists the kinds.
  case root
  /// One page of a list.
  case page(PageQuery)
  /// One record.
  case record(Reference)
  /// Description of a kind's fields.
  case schema(KindName)
}

/// Query for one page of a list.
public struct PageQuery: Sendable, Hashable {
  public var kind: KindName
  /// Page number, counted from 1.
  public var number: Int
  /// Search text as the user typed it; `nil` requests all records. An empty text also matches all records, but is kept in the page's links.
  public var search: String?

  public init(_ kind: KindName, number: Int = 1, search: String? = nil) {
    self.kind = kind
    self.number = number
    self.search = search
  }
}

/// What the document of a list contains.
public enum ListExtent: Sendable, Hashable {
  /// One page of the records that match the search.
  case page
  /// All records that may match the search, because the server compares only a part of it; all records without a search.
  case matches
  /// All records. The server does not search.
  case everything
}

/// One page of a list, independent of the dialect.
public struct WirePage: Sendable, Hashable {
  public var query: PageQuery
  /// Records in the origin's order.
  public var records: [Record]
  /// Number of records in all pages, with those that cannot be read.
  public var count: Int
  /// Number of pages; at least 1, even if the list is empty.
  public var pages: Int

  public init(_ query: PageQuery, records: [Record], count: Int, pages: Int) {
    self.query = query
    self.records = records
    self.count = count
    self.pages = pages
  }
}

extension WirePage {
  /// Cuts a page of `size` records from a whole list. Returns `nil` if the list has fewer pages.
  public init?(_ query: PageQuery, of records: [Record], size: Int) {
    let size = max(1, size)
    let pages = max(1, records.count / size + (records.count % size == 0 ? 0 : 1))
    guard (1...pages).contains(query.number) else { return nil }
    let start = (query.number - 1) * size
    self.init(query, records: Array(records[start..<min(records.count - start, size) + start]), count: records.count, pages: pages)
  }
}
