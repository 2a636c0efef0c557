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

  /// The outcome of one attempt.
  enum Failure: Sendable, Hashable {
    /// The connection could not be established, or was lost before the response was complete.
    case connection
    /// The origin answered with this status; `retryAfter` is the delay requested by Retry-After.
    case status(Int, retryAfter: Duration?)
    /// A retry would fail the same way.
    case permanent
  }

  enum Decision: Sendable, Hashable {
    case giveUp
    case retry(after: Duration)
  }

  /// - Parameters:
  ///   - attempt: the attempt that failed, counted from 1.
  ///   - timeLeft: time until the deadline of the whole request. A delay that reaches the deadline is not started.
  ///   - jitter: a random number, at least 0 and below 1. The delay is this fraction of its upper limit (full jitter), so that clients that
  ///     failed together do not retry together.
  func decision(after failure: Failure, attempt: Int, timeLeft: Duration, jitter: Double) -> Decision {
    guard attempt <= maxRetries, let delay = delay(after: failure, attempt: attempt, jitter: jitter), delay < timeLeft else {
      return .giveUp
    }
    return .retry(after: delay)
  }

  private func delay(after failure: Failure, attempt: Int, jitter: Double) -> Duration? {
    switch failure {
    case .permanent: nil
    case .connection, .status(502, _), .status(504, _), .status(503, nil), .status(503, .zero?), .status(429, .zero?):
      ceiling(attempt) * jitter
    // RFC 9110 section 10.2.3 and RFC 6585 section 4: the origin sets the delay, which ``OriginBackoff`` applies. A 429 without a delay
    // is not retried.
    case .status: nil
    }
  }

  private func ceiling(_ attempt: Int) -> Duration {
    // 2^20 times the initial delay exceeds any sensible maximum; the bound keeps the shift defined.
    min(maxDelay, initialDelay * (1 << min(attempt - 1, 20)))
  }
}
