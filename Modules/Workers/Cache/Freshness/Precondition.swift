import Contracts

/// The validators of the copy that a caller has (RFC 9110 section 13.1): if it is the stored one, the answer is 304.
struct Precondition: Sendable, Hashable {
  /// `if-none-match`
  var entityTag: String?
  /// `if-modified-since`; ignored if there is a tag, and if it is not a valid date (RFC 9110 section 13.1.3).
  var modifiedSince: String?

  var isEmpty: Bool { entityTag == nil && modifiedSince == nil }

  /// Returns whether the caller's copy is `entry` (RFC 9111 section 4.3.2). An entry without a date is not compared by the time it was
  /// received: a page of a list changes with each of its records.
  func isMet(by entry: CacheEntry, at now: WallTime) -> Bool {
    if let entityTag { return EntityTag.matches(entityTag, entry.entityTag) }
    guard let modifiedSince, let lastModified = entry.lastModified else { return false }
    guard let limit = HTTPDate(modifiedSince, now: now.seconds), let date = HTTPDate(lastModified, now: now.seconds) else { return false }
    return date.seconds <= limit.seconds
  }
}

extension Precondition {
  init(_ validation: Validation) { self.init(entityTag: validation.entityTag, modifiedSince: validation.modifiedSince) }
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
