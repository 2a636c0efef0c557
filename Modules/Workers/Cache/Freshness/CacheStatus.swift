/// The `cache-status` field of an answer (RFC 9211), in which this cache is named `holocron`.
enum CacheStatus: Sendable, Hashable {
  /// A hit: nothing was forwarded for the answer. `detail` is the reason for serving a stale entry or a failure.
  case hit(timeToLive: Int64, detail: Detail?)
  /// A request forwarded to the fetch service. `status` is the status of its reply; `nil` if there was none. `collapsed`: whether the
  /// request joined the fetch of another one. `timeToLive` and `detail`: those of the stored entry, if it was served instead of the reply.
  case forwarded(Reason, status: Int?, stored: Bool, collapsed: Bool, timeToLive: Int64? = nil, detail: Detail? = nil)
  /// The cache made the answer itself: neither did a stored entry answer the request, nor was it forwarded (RFC 9211 section 2).
  case local(Detail? = nil)

  typealias Reason = CacheDecision.Reason

  /// The value of `detail`, and a further parameter that belongs to it.
  struct Detail: Sendable, Hashable {
    let rawValue: String

    /// The entry is being revalidated.
    static let staleWhileRevalidate = Detail(rawValue: "stale-while-revalidate")
    /// The fetch failed.
    static let staleIfError = Detail(rawValue: "stale-if-error")
    /// The fetch failed, and the origin answered with this status; `nil` if it did not.
    static func staleIfError(originStatus: Int?) -> Detail {
      originStatus.map { Detail(rawValue: "\(staleIfError.rawValue); origin-status=\($0)") } ?? staleIfError
    }
    /// The request does not allow a fetch.
    static let onlyIfCached = Detail(rawValue: "only-if-cached")
    /// The request accepts stale answers (`max-stale`).
    static let maxStale = Detail(rawValue: "max-stale")
    /// The answer is a recent failure of the fetch, which is in backoff.
    static let failedRecently = Detail(rawValue: "failed-recently")
    /// Too many requests wait for a fetch.
    static let overloaded = Detail(rawValue: "overloaded")
  }

  /// Why a stored entry was served or the answer was made here; `nil` for fresh hits and replies of the fetch service.
  var detail: Detail? {
    switch self {
    case .hit(_, let detail), .forwarded(_, _, _, _, _, let detail), .local(let detail): detail
    }
  }

  /// Returns the field of an answer for `key`; `nil` for an answer made from several entries or from none.
  func field(for key: CacheKey?) -> String {
    var line = "holocron"
    switch self {
    case .hit(let timeToLive, _): line += "; hit; ttl=\(timeToLive)"
    case .forwarded(let reason, let status, let stored, let collapsed, let timeToLive, _):
      line += "; fwd=\(reason.rawValue)"
      if let status { line += "; fwd-status=\(status)" }
      if stored { line += "; stored" }
      if collapsed { line += "; collapsed" }
      if let timeToLive { line += "; ttl=\(timeToLive)" }
    case .local: break
    }
    if let detail { line += "; detail=\(detail.rawValue)" }
    // A target is percent-encoded, so nothing in it needs an escape in a string of RFC 8941.
    if let key { line += "; key=\"\(key)\"" }
    return line
  }

  /// Returns the status of an answer made from both: forwarded if one of them is; for two hits, the shorter time to live.
  func combined(with other: CacheStatus) -> CacheStatus {
    switch (self, other) {
    case (.hit(let mine, let myDetail), .hit(let theirs, let theirDetail)):
      return mine <= theirs
        ? .hit(timeToLive: mine, detail: myDetail ?? theirDetail) : .hit(timeToLive: theirs, detail: theirDetail ?? myDetail)
    case (
      .forwarded(let reason, let status, let stored, let collapsed, let mine, let myDetail),
      .forwarded(_, _, let alsoStored, let alsoCollapsed, let theirs, let theirDetail)
    ):
      return .forwarded(
        reason, status: status, stored: stored && alsoStored, collapsed: collapsed && alsoCollapsed,
        timeToLive: [mine, theirs].compactMap(\.self).min(), detail: myDetail ?? theirDetail)
    case (.forwarded, _), (.hit, .local): return self
    case (_, .forwarded), (.local, .hit): return other
    case (.local(let mine), .local(let theirs)): return .local(mine ?? theirs)
    }
  }
}
