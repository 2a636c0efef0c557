public import Contracts

/// What to do with a request: the cache's whole policy in one table, without clock or I/O.
///
/// | stored | caller says | do |
/// |---|---|---|
/// | fresh | – | serve |
/// | stale, within stale-while-revalidate | – | serve, revalidate behind the caller's back |
/// | stale, beyond it | – | fetch (conditional when the entry has a tag) |
/// | nothing | – | fetch |
/// | anything | no-cache | fetch (conditional when the entry has a tag) |
/// | fresh, or stale and kept for errors | only-if-cached | serve |
/// | nothing, or too old | only-if-cached | refuse |
/// | anything | only-if-cached, no-cache | refuse |
public enum Decision: Sendable, Hashable {
  /// Why the request goes forward (`fwd`, RFC 9211 section 2.2).
  public enum Reason: String, Sendable, Hashable {
    case miss, stale, request
  }

  case serve
  case serveWhileRevalidating
  case fetch(Reason)
  case refuse

  public init(stored entry: CacheEntry?, asked validation: Validation, at now: WallTime) {
    guard let freshness = entry?.freshness else {
      self = validation.onlyIfCached ? .refuse : .fetch(.miss)
      return
    }
    switch (validation.onlyIfCached, validation.revalidate) {
    case (true, true): self = .refuse
    case (true, false): self = freshness.isFresh(at: now) || freshness.standsInForErrors(at: now) ? .serve : .refuse
    case (false, true): self = .fetch(.request)
    case (false, false):
      if freshness.isFresh(at: now) {
        self = .serve
      } else if freshness.isServedStale(at: now) {
        self = .serveWhileRevalidating
      } else {
        self = .fetch(.stale)
      }
    }
  }

  /// Whether the stored answer may stand in for a fetch that ended with `status` (RFC 5861 section 4). The origin and the way to
  /// it failed with 429 and 5xx; any other status is an answer.
  public static func mayServe(_ entry: CacheEntry, insteadOf status: Int, at now: WallTime) -> Bool {
    (status >= 500 || status == 429) && (entry.freshness.isFresh(at: now) || entry.freshness.standsInForErrors(at: now))
  }
}
