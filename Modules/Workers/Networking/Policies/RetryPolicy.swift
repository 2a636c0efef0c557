/// When a GET that failed is worth sending again while its caller waits, and after how long. A pure calculation: time left and chance come in as arguments.
public struct RetryPolicy: Sendable, Hashable {
  /// How often a request may be repeated. 0 never repeats.
  public var retries: Int
  /// The wait before the first repetition is a random part of this; it doubles with each further one.
  public var firstWait: Duration
  /// No wait is longer.
  public var longestWait: Duration

  public init(retries: Int = 2, firstWait: Duration = .milliseconds(100), longestWait: Duration = .seconds(2)) {
    self.retries = retries
    self.firstWait = firstWait
    self.longestWait = longestWait
  }

  /// How one attempt failed, as far as repeating goes.
  public enum Failure: Sendable, Hashable {
    /// No connection, or one that broke before the answer was whole.
    case connection
    /// The origin answered with this status; `retryAfter` is what its Retry-After field asks for.
    case status(Int, retryAfter: Duration?)
    /// Asking again would end the same way.
    case lasting
  }

  public enum Decision: Sendable, Hashable {
    case giveUp
    case again(after: Duration)
  }

  /// - Parameters:
  ///   - attempt: the attempt that failed, counted from 1.
  ///   - left: until the deadline of the whole request. A wait that reaches it is not begun.
  ///   - chance: a random number, at least 0 and below 1 (full jitter: waits spread over the whole range, so that clients that
  ///     failed together do not come back together).
  public func decision(after failure: Failure, attempt: Int, left: Duration, chance: Double) -> Decision {
    guard attempt <= retries, let wait = wait(after: failure, attempt: attempt, chance: chance), wait < left else { return .giveUp }
    return .again(after: wait)
  }

  private func wait(after failure: Failure, attempt: Int, chance: Double) -> Duration? {
    switch failure {
    case .lasting: nil
    case .connection, .status(502, _), .status(504, _), .status(503, nil), .status(503, .zero?), .status(429, .zero?):
      ceiling(attempt) * chance
    // RFC 9110 section 10.2.3 and RFC 6585 section 4: the origin says when, and ``OriginPause`` sees to it. Without a word from it, a
    // throttled client stays away.
    case .status: nil
    }
  }

  private func ceiling(_ attempt: Int) -> Duration {
    // 2^20 times the first wait is beyond any longest wait worth setting; the bound keeps the shift defined.
    min(longestWait, firstWait * (1 << min(attempt - 1, 20)))
  }
}
