public import Models

extension Reference {
  /// Reduces a link to what it names: the last two components of its path. Scheme, host and whatever stands before do not matter, nor
  /// does a slash at the end. `nil` for links that name no record.
  public init?(link: some StringProtocol) {
    let path = link.prefix { $0 != "?" && $0 != "#" }
    let components = path.split(separator: "/", omittingEmptySubsequences: false)
    let ends = components.last == "" ? components.dropLast() : components[...]
    guard ends.count >= 2 else { return nil }
    self.init(ends.suffix(2).joined(separator: "/"))
  }
}

/// Percent-encodes for a query as HTML forms do: a space becomes `+`.
func formEncoded(_ text: String) -> String {
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
