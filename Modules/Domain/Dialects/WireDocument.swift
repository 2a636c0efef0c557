public import Models
import OrderedJSON
import Text

/// Document served by an origin.
public enum WireDocument: Sendable, Hashable {
  /// Lists the kinds.
  case root
  /// One page of a list.
  case page(PageQuery)
  /// One record.
  case record(Reference)
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

/// Search as implemented by SWAPI servers: every word must occur in one of the searched fields. Only ASCII letters are compared without
/// case, and accents count: `padme` does not match Padmé.
public struct WireSearch: Sendable, Hashable {
  /// Words in lower case, each non-empty.
  let words: [[UInt8]]

  /// Splits `text` into words at white space and commas. A search without words matches every record.
  public init(_ text: String) {
    words = Self.words(text).map { Self.folded($0) }
  }

  /// Returns the words of a search as the user typed them.
  static func words(_ text: String) -> [Substring] { text.split { $0 == "," || $0.isWhitespace } }

  /// Returns whether the record's name, or its model for kinds that have one, matches.
  public func matches(_ record: Record) -> Bool {
    guard !words.isEmpty else { return true }
    var texts = [Self.folded(record.name)]
    if case .text(let model) = record.originValue("model") { texts.append(Self.folded(model)) }
    return words.allSatisfy { word in texts.contains { $0.contains(word) } }
  }

  private static func folded(_ text: some StringProtocol) -> [UInt8] {
    text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 0x20 : $0 }
  }
}

extension Reference {
  /// Creates a reference from the last two path components of a link, ignoring scheme, host and a trailing slash. Returns `nil` if the link
  /// does not name a record.
  public init?(link: some StringProtocol) {
    var link = String(link)
    guard let reference = link.withUTF8({ Self.reference(link: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = reference
  }

  private static func reference(link bytes: UnsafeRawBufferPointer) -> Reference? {
    var path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let slash = UInt8(ascii: "/")
    if path.last == slash { path.removeLast() }
    guard let separator = path.lastIndex(of: slash) else { return nil }
    let start = path[..<separator].lastIndex(of: slash).map { $0 + 1 } ?? path.startIndex
    return Reference(utf8: UnsafeRawBufferPointer(rebasing: path[start...]))
  }
}

/// Returns a query with the given items, encoded as HTML forms do: UTF-8, and a space becomes `+`.
func formEncoded(_ items: [(name: String, value: String)]) -> String {
  let encoded = { PercentCoding.encode($0, spaceIsPlus: true) }
  return items.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
}

extension String {
  /// Returns the URL of a document below a base, which may end in a slash.
  func appendingPath(_ path: String) -> String { hasSuffix("/") ? self + path : "\(self)/\(path)" }
}

extension JSON.Object {
  /// Returns whether the object has members, and each is a link that ends as one of `endings` says for the name of the member.
  func links(endingIn endings: [(_ name: String) -> String]) -> Bool {
    !isEmpty
      && allSatisfy { member in
        guard let link = member.value.string else { return false }
        return endings.contains { link.hasSuffix($0(member.name)) }
      }
  }
}
