public import Models

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
public func formEncoded(_ text: String) -> String {
  var encoded = ""
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"):
      encoded.unicodeScalars.append(Unicode.Scalar(byte))
    case UInt8(ascii: " "): encoded += "+"
    default: encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
  }
  return encoded
}
