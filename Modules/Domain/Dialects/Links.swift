public import Models
import TextCoding

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
