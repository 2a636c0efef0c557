/// What the field Cache-Status says about an answer, in one word.
enum CacheStatusLabel {
  static let hit = "hit"

  /// Returns `hit`, or the reason why the request was forwarded (`fwd`: `miss`, `stale`, …) of the first cache in the field, or `other`.
  /// Costs no allocation for a hit. RFC 9211 section 2.
  static func label(_ field: String) -> String {
    var rest = field.utf8.prefix { $0 != UInt8(ascii: ",") }[...]
    while let separator = rest.firstIndex(of: UInt8(ascii: ";")) {
      rest = rest[rest.index(after: separator)...].drop { $0 == UInt8(ascii: " ") }
      let parameter = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
      if parameter.elementsEqual("hit".utf8) { return hit }
      if parameter.starts(with: "fwd=".utf8) { return String(decoding: parameter.dropFirst(4).prefix(32), as: UTF8.self) }
    }
    return "other"
  }
}
