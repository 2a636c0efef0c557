/// Entity tags (RFC 9110 section 8.8.3).
enum EntityTag {
  /// Whether an `if-none-match` field names `tag`, by weak comparison (RFC 9110 section 13.1.2). `*` names any.
  static func matches(_ field: String, _ tag: String?) -> Bool {
    // One strong tag, equal byte for byte: what front-ends send.
    if field == tag || field == "*" { return true }
    guard let tag else { return false }
    let opaque = strong(tag[...])
    // A comma may stand inside a tag, so the field is cut at its quotation marks.
    var rest = field[...]
    while let open = rest.firstIndex(of: "\"") {
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: "\"") else { return false }
      if rest[open...close] == opaque { return true }
      rest = inside[inside.index(after: close)...]
    }
    return false
  }

  private static func strong(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }

  /// A strong tag for bytes that have none of their origin's. The same bytes get the same tag in every process.
  static func made(from digest: UInt64) -> String { "\"\(String(digest, radix: 16))\"" }
}
