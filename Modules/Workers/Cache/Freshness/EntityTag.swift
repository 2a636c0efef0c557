import Contracts

extension Validation {
  /// Returns whether the caller's copy is `entry`, so that the answer is 304 (RFC 9110 section 13.1, RFC 9111 section 4.3.2). An entry without a
  /// date is not compared by the time it was received: a page of a list changes with each of its records.
  func isMet(by entry: CacheEntry, at now: WallTime) -> Bool {
    if let entityTag { return EntityTag.matches(entityTag, entry.entityTag) }
    guard let modifiedSince, let lastModified = entry.lastModified else { return false }
    guard let limit = HTTPDate(modifiedSince, now: now.seconds), let date = HTTPDate(lastModified, now: now.seconds) else { return false }
    return date.seconds <= limit.seconds
  }
}

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
