public import Models

/// A reference as people write it. Besides `people/1`: in any case and with another word for the kind (`Film/1`, `movies/1`), as a path (`/people/1/`), and as the
/// URL of a record (`https://swapi.dev/api/people/1/?format=json`).
public struct TypedReference: Sendable, Hashable {
  /// `text` as a reference, or as `KIND/NAME`, with the name of the kind. Other texts are unchanged.
  public let text: String

  public init(_ text: String, _ kinds: Kinds) {
    let path = Self.path(of: text)
    guard let slash = path.firstIndex(of: "/"), let kind = kinds.kind(called: path[..<slash])?.name else {
      // A URL names a record also if the kind is unknown here.
      self.text = path != text && Reference(path) != nil ? path : text
      return
    }
    self.text = "\(kind)\(path[slash...])"
  }

  public var reference: Reference? { Reference(text) }

  /// Returns `kind/rest` of a path or a URL; other texts unchanged.
  private static func path(of text: String) -> String {
    let schemes = ["http://", "https://"]
    let isURL = schemes.contains { text.lowercased().hasPrefix($0) }
    guard isURL || text.hasPrefix("/") else { return text.hasSuffix("/") ? withoutLastSlash(text) : text }
    let path = text.prefix { $0 != "?" && $0 != "#" }
    let components = path.split(separator: "/")
    // The kind and the ID are the last components; before them are the scheme, the host and the path of the origin.
    guard components.count >= (isURL ? 4 : 2) else { return text }
    return components.suffix(2).joined(separator: "/")
  }

  /// Returns `people/1` for `people/1/`. `people/` stays what it is: its name is missing.
  private static func withoutLastSlash(_ text: String) -> String {
    let path = String(text.dropLast())
    return path.contains("/") ? path : text
  }
}
