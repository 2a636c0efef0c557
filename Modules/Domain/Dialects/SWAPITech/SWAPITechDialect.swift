public import Models
public import OrderedJSON

/// Wire format of swapi.tech: documents in an object with a message, records in an envelope with their properties, a search by name.
///
/// Lists are requested with `expanded`, which sends whole records instead of their names, and as one document: the server answers 100
/// requests in 15 minutes. Films, and all matches of a search, are one document anyway.
public struct SWAPITechDialect: Dialect {
  public static let name = "swapi-tech"
  /// Number of records that a request for a list allows. The server has no maximum, and no kind has more records.
  static let listLimit = 10_000
  /// Number of records of a page that is written.
  static let pageSize = 100

  let format: RecordFormat
  let envelopes: TechEnvelopes

  public init(kinds: Kinds) {
    format = RecordFormat(kinds: kinds)
    envelopes = TechEnvelopes(format: format)
  }

  /// Returns whether `root` has a message and a result with a link for each kind, which ends in the name of the kind.
  public func recognises(root: JSON) -> Bool {
    root["message"]?.string != nil && root["result"]?.object?.links(endingIn: [{ "/\($0)" }, { "/\($0)/" }]) ?? false
  }

  /// Returns whether `list` has results or, as films have, a result.
  public func recognises(list: JSON) -> Bool { (list["results"] ?? list["result"])?.array != nil }

  /// The documents state when they were sent.
  public var hasVolatileDocuments: Bool { true }

  public func url(of document: WireDocument, base: String) -> String {
    switch document {
    case .root: return base.appendingPath("")
    case .record(let reference): return base.appendingPath("\(reference)")
    case .schema(let kind): return base.appendingPath("\(kind)/schema")
    case .page(let query):
      if let word = Self.searchWord(query) {
        return list(query.kind, [(searchItem(query.kind), SearchPattern.literal(word))], base: base)
      }
      guard !Self.isWhole(query.kind) else { return list(query.kind, [], base: base) }
      return list(query.kind, pageItems(1, size: Self.listLimit) + [("expanded", "true")], base: base)
    }
  }

  public func extent(of query: PageQuery) -> ListExtent { .matches }

  public func errorDetail(body: [UInt8]) -> String? {
    if let json = try? JSON(parsing: body) { return json.string?.shortened(to: 300) ?? json.object?.errorDetail }
    // The limit of requests is stated in plain text.
    guard body.count <= 300, let text = String(validating: body, as: UTF8.self), !text.isEmpty, !text.contains("<") else { return nil }
    return text
  }

  /// Returns the longest word of a search, `nil` without words. The server finds texts, not words in any order, so it is asked for one word.
  static func searchWord(_ query: PageQuery) -> String? {
    query.search.flatMap { WireSearch.words($0).max { $0.utf8.count < $1.utf8.count } }.map(String.init)
  }

  /// Returns whether the list of a kind is one document.
  static func isWhole(_ kind: KindName) -> Bool { kind.text == "films" }

  /// Returns the name of the query item that searches a kind: `title` for films, `name` for the others.
  func searchItem(_ kind: KindName) -> String { format.layout(kind)?.nameMember ?? "name" }

  /// Returns the query of a page. The server ignores the number of a page without its size.
  func pageItems(_ number: Int, size: Int) -> [(String, String)] { [("page", String(number)), ("limit", String(size))] }

  func list(_ kind: KindName, _ items: [(String, String)], base: String) -> String {
    base.appendingPath("\(kind)" + (items.isEmpty ? "" : "?\(formEncoded(items))"))
  }
}
