public import Models
public import OrderedJSON

/// Wire format of the original SWAPI server (swapi.dev and its descendants): URLs such as `/api/people/1/`, paged lists, links as URLs, and
/// all numbers except the episode as strings.
public struct SWAPIDialect: Dialect {
  public static let name = "swapi"

  let kinds: Kinds
  private let layouts: [KindName: SWAPILayout]

  public init(kinds: Kinds) {
    self.kinds = kinds
    layouts = Dictionary(uniqueKeysWithValues: kinds.all.map { ($0.name, SWAPILayout($0)) })
  }

  /// Returns the wire layout of a kind, or `nil` if the kind is unknown.
  func layout(_ kind: KindName) -> SWAPILayout? { layouts[kind] }

  /// Returns whether every member of `root` is a URL that ends in the member's name and a slash.
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

  public func errorDetail(body: [UInt8]) -> String? {
    (try? JSON(parsing: body))?.object.flatMap(Self.errorDetail)
  }

  static func errorDetail(_ members: JSON.Object) -> String? {
    let text = ["detail", "message", "error"].lazy.compactMap { members[$0]?.string }.first { !$0.isEmpty }
    return text.map { shortened($0, to: 300) }
  }

  /// Returns the first `count` Unicode scalars of a text. Counts no characters, because one character may have any number of scalars.
  static func shortened(_ text: String, to count: Int) -> String { String(text.unicodeScalars.prefix(count)) }

  func list(_ kind: KindName, _ items: [(String, String)], base: String) -> String {
    let query = items.map { "\(formEncoded($0))=\(formEncoded($1))" }.joined(separator: "&")
    return join(base, "\(kind)/" + (query.isEmpty ? "" : "?\(query)"))
  }

  func join(_ base: String, _ path: String) -> String { base.hasSuffix("/") ? base + path : "\(base)/\(path)" }
}
