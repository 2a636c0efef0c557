public import Models
import TextCoding

extension Reference {
  /// Creates a reference from the last two path components of a link, ignoring scheme, host and a trailing slash. Returns `nil` if the link
  /// does not name a record.
  public init?(link: some StringProtocol) {
    let path = link.prefix { $0 != "?" && $0 != "#" }
    let components = path.split(separator: "/", omittingEmptySubsequences: false)
    let ends = components.last == "" ? components.dropLast() : components[...]
    guard ends.count >= 2 else { return nil }
    self.init(ends.suffix(2).joined(separator: "/"))
  }
}

/// Returns the name or the value of a query item, percent-encoded as HTML forms do: UTF-8, and a space becomes `+`. A separator such as `&`
/// in `text` is encoded, too, so encode each name and value on its own.
public func formEncoded(_ text: String) -> String { PercentCoding.encode(text, spaceIsPlus: true) }
