import DequeModule
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
    /// Maximum number of keys; the oldest are evicted first.
    var capacity = 4_096
    /// Maximum size of all keys and failures together, in bytes; the oldest are evicted first.
    var bytes = 4 << 20
  }

  private struct Failure {
    var error: OriginError
    var requests: Int
    var expiry: Instant
    let id: UInt64
  }

  private let policy: Policy
  private var failures: [String: Failure] = [:]
  /// Keys in order of insertion. The ID of an evicted or replaced failure differs from the one in ``failures``.
  private var insertions: Deque<(key: String, id: UInt64, bytes: Int)> = []
  /// The sum of the sizes of all insertions, which is at least that of all failures.
  private(set) var bytes = 0
  private var lastID: UInt64 = 0

  init(_ policy: Policy) { self.policy = policy }

  var count: Int { failures.count }

  /// Caches the failure of a request for `key`.
  mutating func record(_ error: OriginError, for key: String, now: Instant) {
    guard !error.isCached, !error.callerTimedOut, !error.concernsValidators,
      ![.notFound, .cancelled, .invalid, .overloaded, .failing].contains(error.code)
    else {
      return
    }
    guard self.error(for: key, now: now) == nil else { return }
    let earlier = failures[key].flatMap { now < $0.expiry + policy.max ? $0.requests : nil } ?? 0
    let requests = earlier + error.attempts
    let lifetime =
      error.code == .unreachable ? policy.unreachable : min(policy.max, policy.initial * (1 << min(max(requests - 1, 0), 20)))
    guard lifetime > .zero else { return }
    lastID += 1
    failures[key] = Failure(error: error, requests: requests, expiry: now + lifetime, id: lastID)
    let size = key.utf8.count + error.message.utf8.count + error.fields.text.utf8.count + 256
    insertions.append((key, lastID, size))
    bytes += size
    evict()
  }

  /// Removes all failures.
  mutating func removeAll() {
    failures = [:]
    insertions = []
    bytes = 0
  }

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

  /// Each call of ``record(_:for:now:)`` adds one insertion, so eviction takes constant time on average.
  private mutating func evict() {
    while failures.count > policy.capacity || insertions.count > 2 * policy.capacity || bytes > policy.bytes,
      let oldest = insertions.popFirst()
    {
      bytes -= oldest.bytes
      if failures[oldest.key]?.id == oldest.id { failures[oldest.key] = nil }
    }
  }
}
