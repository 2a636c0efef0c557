import MessageBus

/// Cache of recent failures, so that repeated requests for a failing document do not reach the origin each time. Pure: time is an argument.
///
/// A failure is cached for ``Policy/initial`` after one request; the time doubles with each further request that fails, up to
/// ``Policy/max``. Failed connections cost the server nothing, and it may come up at any moment: ``Policy/unreachable``. "Not found"
/// answers, requests that were cancelled, rejected or ended by the caller's deadline, and rejected validators are not failures. Further failures of a cached key
/// come from requests that were in flight at the same time and count once.
struct FailureCache: Sendable {
  typealias Instant = ContinuousClock.Instant

  struct Policy: Sendable, Hashable {
    var initial = Duration.seconds(2)
    var max = Duration.seconds(60)
    var unreachable = Duration.seconds(1)
    /// Maximum number of keys, whose errors have at most 32 KiB each; the oldest are evicted first.
    var capacity = 512
  }

  private struct Failure {
    var error: OriginError
    var requests: Int
    var expiry: Instant
    /// Larger than those of earlier failures.
    let number: Int
  }

  private let policy: Policy
  private var failures: [String: Failure] = [:]
  private var lastNumber = 0

  init(_ policy: Policy) { self.policy = policy }

  var count: Int { failures.count }

  /// Caches the failure of a request for `key`. Takes time linear in ``Policy/capacity`` when a key must be evicted.
  mutating func record(_ error: OriginError, for key: String, now: Instant) {
    guard !error.isCached, !error.callerTimedOut, !error.concernsValidators,
      ![.notFound, .cancelled, .invalid, .overloaded, .failing].contains(error.code), self.error(for: key, now: now) == nil
    else { return }
    let earlier = failures[key].flatMap { now < $0.expiry + policy.max ? $0.requests : nil } ?? 0
    let requests = earlier + error.attempts
    let lifetime =
      error.code == .unreachable ? policy.unreachable : min(policy.max, policy.initial * (1 << min(max(requests - 1, 0), 20)))
    guard lifetime > .zero else { return }
    lastNumber += 1
    failures[key] = Failure(error: error, requests: requests, expiry: now + lifetime, number: lastNumber)
    if failures.count > policy.capacity, let oldest = failures.min(by: { $0.value.number < $1.value.number })?.key {
      failures[oldest] = nil
    }
  }

  /// Removes all failures.
  mutating func removeAll() { failures = [:] }

  /// Removes the failure of `key` after a success.
  mutating func remove(_ key: String) { failures[key] = nil }

  /// Returns the cached failure of `key` with its remaining lifetime, or `nil` if the origin may be contacted.
  func error(for key: String, now: Instant) -> OriginError? {
    guard let failure = failures[key], now < failure.expiry else { return nil }
    var error = failure.error
    error.isCached = true
    error.retryAfter = now.duration(to: failure.expiry)
    return error
  }
}
