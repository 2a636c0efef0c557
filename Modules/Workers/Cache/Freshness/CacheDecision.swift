import Contracts
import MessageBus

/// The cache's decision on a request: the whole policy in one table, without clock or I/O.
///
/// | stored entry | request | decision |
/// |---|---|---|
/// | fresh | – | serve |
/// | stale, within stale-while-revalidate | – | serve, and revalidate in the background |
/// | stale, beyond it | – | fetch (conditional if the entry has a validator) |
/// | none | – | fetch |
/// | any | no-cache | fetch (conditional if the entry has a validator) |
/// | fresh, but older than max-age or not for min-fresh | max-age, min-fresh | fetch |
/// | stale | max-age, min-fresh | fetch |
/// | stale for no longer than max-stale, and the origin permits stale use | max-stale | serve |
/// | stale for longer | max-stale | fetch |
/// | fresh, or stale within stale-if-error | only-if-cached | serve |
/// | none, or too old | only-if-cached | refuse |
/// | any | only-if-cached, and a directive that would cause a fetch | refuse |
enum CacheDecision: Sendable, Hashable {
  /// The reason to forward a request (`fwd`, RFC 9211 section 2.2).
  enum Reason: String, Sendable, Hashable {
    case miss, stale
    /// The entry is fresh, but the request does not accept it.
    case request
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
    let isFresh = freshness.isFresh(at: now)
    // Whether the request leaves stale use to the origin and to this cache.
    let permitsStaleUse = validation.acceptsAnyFresh && validation.maxStale == nil
    if freshness.satisfies(validation, at: now) {
      self = .serve
    } else if validation.onlyIfCached {
      self = permitsStaleUse && freshness.mayServeOnError(at: now) ? .serve : .refuse
    } else if permitsStaleUse, freshness.mayServeWhileRevalidating(at: now) {
      self = .serveWhileRevalidating
    } else {
      self = .fetch(isFresh ? .request : .stale)
    }
  }

  /// Returns whether a stored entry may be served instead of a fetch that ended with `problem` (RFC 5861 section 4). 408, 429 and 5xx are
  /// failures of the origin or of the connection to it; any other 4xx is an answer, for which the fetch service answers 502.
  static func mayServe(_ entry: CacheEntry, insteadOf problem: Problem, at now: WallTime) -> Bool {
    let status = problem.originError ?? problem.status
    return (status >= 500 || [408, 429].contains(status)) && (entry.freshness.isFresh(at: now) || entry.freshness.mayServeOnError(at: now))
  }
}
