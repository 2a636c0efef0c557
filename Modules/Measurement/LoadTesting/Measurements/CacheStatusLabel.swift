/// What the field Cache-Status says about an answer, in one word.
enum CacheStatusLabel {
  static let hit = "hit"

  /// Returns `hit` if a cache in the field had the answer, or else the reason why the last one, which is next to the client, forwarded the
  /// request (`fwd`: `miss`, `stale`, …), or `other`. Costs no allocation for a hit. RFC 9211 section 2.
  static func label(_ field: String) -> String {
    var rest = field.utf8[...]
    var reason: Substring.UTF8View?
    // A parameter follows a semicolon, a further cache a comma.
    while let separator = rest.firstIndex(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }) {
      let isParameter = rest[separator] == UInt8(ascii: ";")
      rest = rest[rest.index(after: separator)...].drop { $0 == UInt8(ascii: " ") }
      guard isParameter else { continue }
      let parameter = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: " ") }
      if parameter.elementsEqual("hit".utf8) { return hit }
      if parameter.starts(with: "fwd=".utf8) { reason = parameter.dropFirst(4).prefix(32) }
    }
    return reason.map { String(decoding: $0, as: UTF8.self) } ?? "other"
  }
}
