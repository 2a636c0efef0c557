/// Entity tags (RFC 9110 section 8.8.3).
enum EntityTag {
  /// Returns whether an `if-none-match` field contains `tag`, by weak comparison (RFC 9110 section 13.1.2). `*` matches any tag.
  static func matches(_ field: String, _ tag: String?) -> Bool {
    // Fast path: front-ends send one strong tag.
    if field == tag || field == "*" { return true }
    guard let tag else { return false }
    let opaque = opaqueTag(tag[...])
    // Tags may contain commas, so the field is split at quotation marks.
    var rest = field[...]
    while let open = rest.firstIndex(of: "\"") {
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: "\"") else { return false }
      if rest[open...close] == opaque { return true }
      rest = inside[inside.index(after: close)...]
    }
    return false
  }

  /// Whether `tag` is a weak validator.
  static func isWeak(_ tag: String) -> Bool { tag.hasPrefix("W/") }

  private static func opaqueTag(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }

  /// Returns a strong tag for content without a tag of its origin. The same content has the same tag in every process.
  static func strong(from digest: UInt64) -> String { "\"\(String(digest, radix: 16))\"" }
}
