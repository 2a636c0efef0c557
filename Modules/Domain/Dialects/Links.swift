public import Models
import OrderedJSON
import Text

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

/// Returns the name or the value of a query item, percent-encoded as HTML forms do: UTF-8, and a space becomes `+`. A separator such as `&`
/// in `text` is encoded, too, so encode each name and value on its own.
public func formEncoded(_ text: String) -> String { PercentCoding.encode(text, spaceIsPlus: true) }

/// Returns a query with the given items, encoded as HTML forms do.
func formEncoded(_ items: [(String, String)]) -> String {
  items.map { "\(formEncoded($0))=\(formEncoded($1))" }.joined(separator: "&")
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
