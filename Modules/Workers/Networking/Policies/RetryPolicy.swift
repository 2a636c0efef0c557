/// Decides whether to retry a failed GET while its caller waits, and after which delay: exponential backoff with full jitter. Pure:
/// remaining time and jitter are arguments.
public struct RetryPolicy: Sendable, Hashable {
  /// Maximum number of retries; 0 never retries.
  public var maxRetries: Int
  /// Upper limit of the delay before the first retry; doubles with each further retry.
  public var initialDelay: Duration
  /// Upper limit of all delays.
  public var maxDelay: Duration

  public init(maxRetries: Int = 2, initialDelay: Duration = .milliseconds(100), maxDelay: Duration = .seconds(2)) {
    self.maxRetries = maxRetries
    self.initialDelay = initialDelay
    self.maxDelay = maxDelay
  }

  /// Returns the delay before a retry; `nil` to give up.
  ///
  /// - Parameters:
  ///   - attempt: the attempt that failed, counted from 1.
  ///   - timeLeft: time until the deadline of the whole request. A delay that reaches the deadline is not started.
  ///   - jitter: a random number, at least 0 and below 1. The delay is this fraction of its upper limit (full jitter), so that clients that
  ///     failed together do not retry together.
  func delay(after outcome: FetchMachine.Outcome, attempt: Int, timeLeft: Duration, jitter: Double) -> Duration? {
    guard attempt <= maxRetries, Self.isTransient(outcome) else { return nil }
    // 2^20 times the initial delay exceeds any sensible maximum; the bound keeps the shift defined.
    let delay = min(maxDelay, initialDelay * (1 << min(attempt - 1, 20))) * jitter
    return delay < timeLeft ? delay : nil
  }

  private static func isTransient(_ outcome: FetchMachine.Outcome) -> Bool {
    switch outcome {
    case .failure(let error): return [.unreachable, .connectionLost].contains(error.code)
    case .success(let response):
      guard response.remainingBackoff == nil else { return false }
      // RFC 9110 section 10.2.3 and RFC 6585 section 4: the origin sets the delay, which ``OriginBackoff`` applies. A 429 without a delay
      // is not retried.
      let requested = response.retryAfter
      switch response.status {
      case 502, 504: return true
      case 503: return requested == nil || requested == .zero
      case 429: return requested == .zero
      default: return false
      }
    }
  }
}

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

/// The number of events in the last seconds: one slot a second, so a window of `n` seconds covers between `n - 1` and `n` seconds. Pure: time
/// is an argument. Every operation takes constant time for a window of fixed length.
struct SlidingCount: Sendable {
  typealias Instant = ContinuousClock.Instant

  private var slots: [Int]
  /// The second of the newest slot, counted from ``start``.
  private var newest = 0
  private let start: Instant
  private(set) var sum = 0

  /// - Parameter seconds: the length of the window, at least 1.
  init(seconds: Int, start: Instant) {
    slots = Array(repeating: 0, count: max(1, seconds))
    self.start = start
  }

  /// Counts `count` events that happen now.
  mutating func add(_ count: Int = 1, now: Instant) {
    advance(to: now)
    slots[newest % slots.count] += count
    sum += count
  }

  /// Returns the number of events in the window that ends now.
  mutating func sum(now: Instant) -> Int {
    advance(to: now)
    return sum
  }

  /// Forgets all events.
  mutating func reset() {
    for index in slots.indices { slots[index] = 0 }
    sum = 0
  }

  private mutating func advance(to now: Instant) {
    let second = Int(start.duration(to: now).components.seconds)
    guard second > newest else { return }
    if second - newest >= slots.count {
      reset()
    } else {
      for passed in newest + 1...second {
        sum -= slots[passed % slots.count]
        slots[passed % slots.count] = 0
      }
    }
    newest = second
  }
}
