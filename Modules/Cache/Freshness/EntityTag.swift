/// Entity tags (RFC 9110 section 8.8.3).
enum EntityTag {
  /// Whether an `if-none-match` field names `tag`, by weak comparison (RFC 9110 section 13.1.2). `*` names any.
  static func matches(_ field: String, _ tag: String?) -> Bool {
    // One strong tag, equal byte for byte: what front-ends send.
    if field == tag { return true }
    guard let tag else { return false }
    if field == "*" { return true }
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

  /// A strong tag for bytes that have none of their origin's: FNV-1a, 64 bits. The same bytes get the same tag in every process.
  static func made(from bytes: [UInt8]) -> String {
    "\"\(String(Digest.of(bytes), radix: 16))\""
  }
}

/// A hash that is the same in every process, to tell "I have that already" from news. Not for security.
enum Digest {
  static func of(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
