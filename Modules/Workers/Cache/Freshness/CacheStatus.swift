/// The `cache-status` field of an answer (RFC 9211), in which this cache is named `holocron`.
struct CacheStatus: Sendable, Hashable {
  typealias Reason = CacheDecision.Reason

  /// A request forwarded to the fetch service.
  struct Forward: Sendable, Hashable {
    let reason: Reason
    /// The status of the fetch service's reply; `nil` if there was none.
    var status: Int?
    var isStored: Bool
    /// Whether the request joined the fetch of another one.
    var isCollapsed: Bool
  }

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

  private(set) var isHit = false
  private(set) var forward: Forward?
  /// The remaining lifetime in seconds of the stored entry that was served.
  private(set) var timeToLive: Int64?
  /// Why a stored entry was served or the answer was made here; `nil` for fresh hits and replies of the fetch service.
  private(set) var detail: Detail?

  /// A hit: nothing was forwarded for the answer.
  static func hit(timeToLive: Int64, detail: Detail? = nil) -> CacheStatus {
    CacheStatus(isHit: true, timeToLive: timeToLive, detail: detail)
  }

  /// An answer for which a request was forwarded. `timeToLive` and `detail` belong to the stored entry that was served instead of the reply.
  static func forwarded(
    _ reason: Reason, status: Int?, stored: Bool, collapsed: Bool, timeToLive: Int64? = nil, detail: Detail? = nil
  ) -> CacheStatus {
    CacheStatus(
      forward: Forward(reason: reason, status: status, isStored: stored, isCollapsed: collapsed), timeToLive: timeToLive, detail: detail)
  }

  /// An answer that the cache made itself: neither did a stored entry answer the request, nor was it forwarded (RFC 9211 section 2).
  static func local(_ detail: Detail? = nil) -> CacheStatus { CacheStatus(detail: detail) }

  /// Returns the status for a stored entry that was served after the request failed with this status. An entry served after the request was
  /// forwarded in vain is not a hit (RFC 9211 section 2.1).
  func serving(timeToLive: Int64, detail: Detail) -> CacheStatus {
    CacheStatus(isHit: forward == nil, forward: forward, timeToLive: timeToLive, detail: detail)
  }

  /// Returns the field of an answer for `key`; `nil` for an answer made from several entries or from none.
  func field(for key: CacheKey?) -> String {
    var line = "holocron"
    if isHit { line += "; hit" }
    if let forward {
      line += "; fwd=\(forward.reason.rawValue)"
      if let status = forward.status { line += "; fwd-status=\(status)" }
      if forward.isStored { line += "; stored" }
      if forward.isCollapsed { line += "; collapsed" }
    }
    if let timeToLive { line += "; ttl=\(timeToLive)" }
    if let detail { line += "; detail=\(detail.rawValue)" }
    // A target is percent-encoded, so nothing in it needs an escape in a string of RFC 8941.
    if let key { line += "; key=\"\(key)\"" }
    return line
  }

  /// Returns the status of an answer made from both: forwarded if one of them is; for two hits, the shorter time to live.
  func combined(with other: CacheStatus) -> CacheStatus {
    guard let forward, let otherForward = other.forward else {
      if forward != nil || other.forward != nil { return forward != nil ? self : other }
      guard isHit == other.isHit else { return isHit ? self : other }
      let (first, second) = (timeToLive ?? 0) <= (other.timeToLive ?? 0) ? (self, other) : (other, self)
      return CacheStatus(isHit: isHit, timeToLive: first.timeToLive, detail: first.detail ?? second.detail)
    }
    return .forwarded(
      forward.reason, status: forward.status, stored: forward.isStored && otherForward.isStored,
      collapsed: forward.isCollapsed && otherForward.isCollapsed, timeToLive: [timeToLive, other.timeToLive].compactMap(\.self).min(),
      detail: detail ?? other.detail)
  }
}
