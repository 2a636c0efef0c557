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
    case .schema(let kind): return base.appendingPath("\(kind)/schema")
    case .page(let query):
      var items: [(String, String)] = []
      if let search = query.search { items.append(("search", search)) }
      if query.number > 1 { items.append(("page", String(query.number))) }
      return list(query.kind, items, base: base)
    }
  }

  public func errorDetail(body: [UInt8]) -> String? { (try? JSON(parsing: body))?.object?.errorDetail }

  func list(_ kind: KindName, _ items: [(String, String)], base: String) -> String {
    base.appendingPath("\(kind)/" + (items.isEmpty ? "" : "?\(formEncoded(items))"))
  }
}
