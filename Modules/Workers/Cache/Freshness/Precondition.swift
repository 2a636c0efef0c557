import Contracts

/// The validators of the copy that a caller has (RFC 9110 section 13.1): if it is the stored one, the answer is 304.
struct Precondition: Sendable, Hashable {
  /// `if-none-match`
  var entityTag: String?
  /// `if-modified-since`; ignored if there is a tag, and if it is not a valid date (RFC 9110 section 13.1.3).
  var modifiedSince: String?

  init(entityTag: String? = nil, modifiedSince: String? = nil) {
    self.entityTag = entityTag
    self.modifiedSince = modifiedSince
  }

  init(_ validation: Validation) { self.init(entityTag: validation.entityTag, modifiedSince: validation.modifiedSince) }

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
