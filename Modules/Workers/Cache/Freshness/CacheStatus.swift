/// How the cache came by an answer, as the `cache-status` field says it (RFC 9211). `holocron` is this cache's name in it.
public enum CacheStatus: Sendable, Hashable {
  /// Stored, and served without asking anybody. `detail` says why a stale answer was good enough.
  case hit(timeToLive: Int64, detail: Detail?)
  /// The fetch service was asked. `status` is what it answered; `nil` when there was no answer. `collapsed`: another request's
  /// fetch answered this one too.
  case forwarded(Decision.Reason, status: Int?, stored: Bool, collapsed: Bool)

  public enum Detail: String, Sendable, Hashable {
    /// Revalidation runs.
    case staleWhileRevalidate = "stale-while-revalidate"
    /// The origin failed.
    case staleIfError = "stale-if-error"
    /// The caller would have no other.
    case onlyIfCached = "only-if-cached"
    /// What is stored is a failure: the fetch failed a moment ago, and the origin is left in peace.
    case failedRecently = "failed-recently"
  }

  public var field: String {
    switch self {
    case .hit(let timeToLive, let detail):
      let line = "holocron; hit; ttl=\(timeToLive)"
      return detail.map { "\(line); detail=\($0.rawValue)" } ?? line
    case .forwarded(let reason, let status, let stored, let collapsed):
      var line = "holocron; fwd=\(reason.rawValue)"
      if let status { line += "; fwd-status=\(status)" }
      if stored { line += "; stored" }
      if collapsed { line += "; collapsed" }
      return line
    }
  }
}
