/// Limits the retries of all requests to an origin together, so that retries never multiply the load of an origin that fails. Pure: time is
/// an argument.
///
/// In each window, ``window`` seconds by default, at most ``share`` of the requests are retries, and at least ``minimum`` retries are allowed, so that
/// an origin that is rarely asked is retried, too. Redirects and requests without validators after a rejection are no retries.
struct RetryBudget: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// Seconds that requests and retries count by default.
  static let window = 10
  /// Retries divided by requests without retries.
  static let share = 0.2
  /// Retries that are always allowed in a window.
  static let minimum = 3

  private var requests: SlidingCount
  private var retries: SlidingCount

  private let seconds: Int

  init(window seconds: Int = RetryBudget.window, start: Instant = .now) {
    self.seconds = seconds
    requests = SlidingCount(seconds: seconds, start: start)
    retries = SlidingCount(seconds: seconds, start: start)
  }

  /// Records the first attempt of a request.
  mutating func recordRequest(now: Instant) { requests.add(now: now) }

  /// Takes a retry from the budget. Returns `false` if nothing is left.
  mutating func takeRetry(now: Instant) -> Bool {
    guard remaining(now: now) > 0 else { return false }
    retries.add(now: now)
    return true
  }

  /// The number of retries that are left now.
  mutating func remaining(now: Instant) -> Int {
    max(0, max(Self.minimum, Int(Double(requests.sum(now: now)) * Self.share)) - retries.sum(now: now))
  }

  /// Attempts a second, retries included, averaged over the window.
  mutating func rate(now: Instant) -> Double {
    Double(requests.sum(now: now) + retries.sum(now: now)) / Double(seconds)
  }
}
