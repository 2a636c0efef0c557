public import Models
public import OrderedJSON

/// The wire of the original SWAPI code (swapi.dev and its descendants): `/api/people/1/`, lists in pages, every number but the
/// episode a string, links as URLs.
public struct SWAPIDialect: Dialect {
  public static let name = "swapi"

  /// Records a page of the original server.
  public static let pageSize = 10

  let kinds: Kinds
  private let layouts: [KindName: SWAPILayout]

  public init(kinds: Kinds) {
    self.kinds = kinds
    layouts = Dictionary(uniqueKeysWithValues: kinds.all.map { ($0.name, SWAPILayout($0)) })
  }

  /// The members of a kind's records; none for unknown kinds.
  func layout(_ kind: KindName) -> SWAPILayout? { layouts[kind] }

  /// Each member of the root is the URL of a list and ends in the member's name and a slash.
  public func recognises(root: JSON) -> Bool {
    guard let members = root.object, !members.isEmpty else { return false }
    return members.allSatisfy { $0.value.string?.hasSuffix("/\($0.name)/") ?? false }
  }

  public func url(of document: WireDocument, base: String) -> String {
    switch document {
    case .root: return join(base, "")
    case .record(let reference): return join(base, "\(reference)/")
    case .schema(let kind): return join(base, "\(kind)/schema")
    case .page(let query):
      var items: [(String, String)] = []
      if let search = query.search { items.append(("search", search)) }
      if query.number > 1 { items.append(("page", String(query.number))) }
      return list(query.kind, items, base: base)
    }
  }

  public func reason(body: [UInt8]) -> String? {
    (try? JSON(parsing: body))?.object.flatMap(Self.reason)
  }

  static func reason(_ members: JSON.Object) -> String? {
    let text = ["detail", "message", "error"].lazy.compactMap { members[$0]?.string }.first { !$0.isEmpty }
    return text.map { String($0.prefix(300)) }
  }

  func list(_ kind: KindName, _ items: [(String, String)], base: String) -> String {
    let query = items.map { "\(formEncoded($0))=\(formEncoded($1))" }.joined(separator: "&")
    return join(base, "\(kind)/" + (query.isEmpty ? "" : "?\(query)"))
  }

  func join(_ base: String, _ path: String) -> String { base.hasSuffix("/") ? base + path : "\(base)/\(path)" }
}
