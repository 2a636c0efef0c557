/// The `cache-status` field of an answer (RFC 9211), in which this cache is named `holocron`.
enum CacheStatus: Sendable, Hashable {
  /// A hit. `detail` is the reason for serving a stale entry.
  case hit(timeToLive: Int64, detail: Detail?)
  /// A request forwarded to the fetch service. `status` is the status of its reply; `nil` if there was none. `collapsed`: whether the
  /// request joined the fetch of another one.
  case forwarded(CacheDecision.Reason, status: Int?, stored: Bool, collapsed: Bool)

  enum Detail: String, Sendable, Hashable {
    /// The entry is being revalidated.
    case staleWhileRevalidate = "stale-while-revalidate"
    /// The fetch failed.
    case staleIfError = "stale-if-error"
    /// The request does not allow a fetch.
    case onlyIfCached = "only-if-cached"
    /// The request accepts stale answers (`max-stale`).
    case maxStale = "max-stale"
    /// The answer is a recent failure of the fetch, which is in backoff.
    case failedRecently = "failed-recently"
  }

  var field: String {
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
