/// The `cache-status` field of an answer (RFC 9211), in which this cache is named `holocron`.
struct CacheStatus: Sendable, Hashable {
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

  /// Whether the answer was made without forwarding a request, from a stored entry.
  private(set) var isHit = false
  /// Why a request was forwarded to the fetch service; `nil` if none was.
  private(set) var forward: Reason?
  /// The status of the fetch service's reply; `nil` if there was none.
  private var forwardStatus: Int?
  private var isStored = false
  /// Whether the request joined the fetch of another one.
  private var isCollapsed = false
  /// The remaining lifetime in seconds of the stored entry that was served.
  private(set) var timeToLive: Int64?
  /// Why a stored entry was served or the answer was made here; `nil` for fresh hits and replies of the fetch service.
  private(set) var detail: Detail?

  /// A hit: nothing was forwarded for the answer.
  static func hit(timeToLive: Int64, detail: Detail? = nil) -> CacheStatus {
    CacheStatus(isHit: true, timeToLive: timeToLive, detail: detail)
  }

  /// An answer of the fetch service, before it is known why it was requested (``forwarded(_:collapsed:)``).
  static func fetched(status: Int? = nil, stored: Bool = false, collapsed: Bool = false) -> CacheStatus {
    CacheStatus(forwardStatus: status, isStored: stored, isCollapsed: collapsed)
  }

  /// Returns the status of an answer for which a request was forwarded.
  func forwarded(_ reason: Reason, collapsed: Bool = false) -> CacheStatus {
    var status = self
    (status.forward, status.isCollapsed) = (reason, isCollapsed || collapsed)
    return status
  }

  /// An answer that the cache made itself: neither did a stored entry answer the request, nor was it forwarded (RFC 9211 section 2).
  static func local(_ detail: Detail? = nil) -> CacheStatus { CacheStatus(detail: detail) }

  /// Returns the status for a stored entry that was served after the request failed with this status. An entry served after the request was
  /// forwarded in vain is not a hit (RFC 9211 section 2.1).
  func serving(timeToLive: Int64, detail: Detail) -> CacheStatus {
    var status = self
    (status.isHit, status.timeToLive, status.detail) = (forward == nil, timeToLive, detail)
    return status
  }

  /// Returns the field of an answer for `key`; `nil` for an answer made from several entries or from none.
  func field(for key: CacheKey?) -> String {
    var line = "holocron"
    if isHit { line += "; hit" }
    if let forward { line += "; fwd=\(forward.rawValue)" }
    if let forwardStatus { line += "; fwd-status=\(forwardStatus)" }
    if isStored { line += "; stored" }
    if isCollapsed { line += "; collapsed" }
    if let timeToLive { line += "; ttl=\(timeToLive)" }
    if let detail { line += "; detail=\(detail.rawValue)" }
    // A target is percent-encoded, so nothing in it needs an escape in a string of RFC 8941.
    if let key { line += "; key=\"\(key)\"" }
    return line
  }

  /// Returns the status of an answer made from both: forwarded if one of them is, otherwise a hit if one of them is; with the shorter time to live.
  func combined(with other: CacheStatus) -> CacheStatus {
    guard (forward == nil) == (other.forward == nil) else { return forward == nil ? other : self }
    guard isHit == other.isHit else { return isHit ? self : other }
    var status = (timeToLive ?? .max) <= (other.timeToLive ?? .max) || forward != nil ? self : other
    status.detail = status.detail ?? detail ?? other.detail
    status.timeToLive = [timeToLive, other.timeToLive].compactMap(\.self).min()
    status.isStored = isStored && other.isStored
    status.isCollapsed = isCollapsed && other.isCollapsed
    return status
  }
}
