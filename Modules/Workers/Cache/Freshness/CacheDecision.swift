import Contracts

/// The cache's decision on a request: the whole policy in one table, without clock or I/O.
///
/// | stored entry | request | decision |
/// |---|---|---|
/// | fresh | – | serve |
/// | stale, within stale-while-revalidate | – | serve, and revalidate in the background |
/// | stale, beyond it | – | fetch (conditional if the entry has a tag) |
/// | none | – | fetch |
/// | any | no-cache | fetch (conditional if the entry has a tag) |
/// | fresh, or stale within stale-if-error | only-if-cached | serve |
/// | none, or too old | only-if-cached | refuse |
/// | any | only-if-cached, no-cache | refuse |
enum CacheDecision: Sendable, Hashable {
  /// The reason to forward a request (`fwd`, RFC 9211 section 2.2).
  enum Reason: String, Sendable, Hashable {
    case miss, stale, request
  }

  case serve
  case serveWhileRevalidating
  case fetch(Reason)
  case refuse

  init(for validation: Validation, stored entry: CacheEntry?, at now: WallTime) {
    guard let freshness = entry?.freshness else {
      self = validation.onlyIfCached ? .refuse : .fetch(.miss)
      return
    }
    switch (validation.onlyIfCached, validation.revalidate) {
    case (true, true): self = .refuse
    case (true, false): self = freshness.isFresh(at: now) || freshness.mayServeOnError(at: now) ? .serve : .refuse
    case (false, true): self = .fetch(.request)
    case (false, false):
      if freshness.isFresh(at: now) {
        self = .serve
      } else if freshness.mayServeWhileRevalidating(at: now) {
        self = .serveWhileRevalidating
      } else {
        self = .fetch(.stale)
      }
    }
  }

  /// Returns whether a stored entry may be served instead of a fetch that ended with `status` (RFC 5861 section 4). 429 and 5xx are
  /// failures of the origin or of the connection to it; any other status is an answer.
  static func mayServe(_ entry: CacheEntry, insteadOf status: Int, at now: WallTime) -> Bool {
    (status >= 500 || status == 429) && (entry.freshness.isFresh(at: now) || entry.freshness.mayServeOnError(at: now))
  }
}
