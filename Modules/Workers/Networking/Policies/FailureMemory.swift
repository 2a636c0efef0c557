import DequeModule

/// What failed a moment ago, so that asking again and again does not reach the origin each time. Pure: time comes in as an argument.
///
/// A key's failure is remembered the longer the more requests it cost: ``Policy/first`` after one, doubled with each further one, at most
/// ``Policy/longest``. A server that nobody could connect to was not troubled and may be up any moment: ``Policy/unreachable``.
/// Answers that say no, and requests that were given up, are no failures. While a failure is remembered, others of its key are those of requests that
/// were on their way together, and count as one.
struct FailureMemory: Sendable {
  typealias Instant = ContinuousClock.Instant

  struct Policy: Sendable, Hashable {
    var first = Duration.seconds(2)
    var longest = Duration.seconds(60)
    var unreachable = Duration.seconds(1)
    /// Keys remembered; the oldest are forgotten first.
    var keys = 4_096

    /// Remembers nothing.
    static let none = Policy(first: .zero, longest: .zero, unreachable: .zero)
  }

  private struct Failure {
    var error: OriginError
    var requests: Int
    var end: Instant
    let number: UInt64
  }

  private let policy: Policy
  private var failures: [String: Failure] = [:]
  /// By age; those that were forgotten meanwhile have another number in ``failures``, or none.
  private var ages: Deque<(key: String, number: UInt64)> = []
  private var numbers: UInt64 = 0

  init(_ policy: Policy) { self.policy = policy }

  var count: Int { failures.count }

  mutating func note(_ error: OriginError, for key: String, now: Instant) {
    guard !error.isRemembered, !error.hasOnlyWaited, ![.notFound, .cancelled, .invalid, .overloaded].contains(error.code) else { return }
    guard remembered(key, now: now) == nil else { return }
    let earlier = failures[key].flatMap { now < $0.end + policy.longest ? $0.requests : nil } ?? 0
    let requests = earlier + error.requests
    let time =
      error.code == .unreachable ? policy.unreachable : min(policy.longest, policy.first * (1 << min(max(requests - 1, 0), 20)))
    guard time > .zero else { return }
    numbers += 1
    failures[key] = Failure(error: error, requests: requests, end: now + time, number: numbers)
    ages.append((key, numbers))
    prune()
  }

  mutating func succeeded(_ key: String) { failures[key] = nil }

  /// What to tell who asks for `key` now. `nil` when the origin may be asked.
  func remembered(_ key: String, now: Instant) -> OriginError? {
    guard let failure = failures[key], now < failure.end else { return nil }
    var error = failure.error
    error.isRemembered = true
    error.retryAfter = now.duration(to: failure.end)
    return error
  }

  /// Each note adds one age, so a few are looked at each time.
  private mutating func prune() {
    while failures.count > policy.keys || ages.count > 2 * policy.keys, let oldest = ages.popFirst() {
      if failures[oldest.key]?.number == oldest.number { failures[oldest.key] = nil }
    }
  }
}
