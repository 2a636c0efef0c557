import Contracts
import MessageBus

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
    (self.maxRetries, self.initialDelay, self.maxDelay) = (maxRetries, initialDelay, maxDelay)
  }

  /// Returns the delay before a retry; `nil` to give up.
  ///
  /// - Parameters:
  ///   - attempt: the attempt that failed, counted from 1.
  ///   - timeLeft: time until the deadline of the whole request. A delay that reaches the deadline is not started.
  ///   - jitter: a random number, at least 0 and below 1. The delay is this fraction of its upper limit (full jitter), so that clients that
  ///     failed together do not retry together.
  func delay(after outcome: FetchMachine.Outcome, attempt: Int, timeLeft: Duration, jitter: @autoclosure () -> Double) -> Duration? {
    guard attempt <= maxRetries, Self.isTransient(outcome) else { return nil }
    let delay = initialDelay.doubled(attempt - 1, atMost: maxDelay) * jitter()
    return delay < timeLeft ? delay : nil
  }

  private static func isTransient(_ outcome: FetchMachine.Outcome) -> Bool {
    switch outcome {
    case .failure(let error): return [.unreachable, .connectionLost].contains(error.code)
    case .success(let response):
      guard response.status >= 400, response.remainingBackoff == nil else { return false }
      // RFC 9110 section 10.2.3 and RFC 6585 section 4: the origin sets the delay, which ``OriginBackoff`` applies. A 429 without a delay
      // is not retried.
      switch response.status {
      case 502, 504: return true
      case 503: return response.retryAfter ?? .zero == .zero
      case 429: return response.retryAfter == .zero
      default: return false
      }
    }
  }
}

extension Duration {
  /// Returns the duration, doubled `count` times.
  fileprivate func doubled(_ count: Int, atMost limit: Duration) -> Duration {
    // 2^20 times any duration used here exceeds its limit; the bound keeps the shift defined.
    min(limit, self * (1 << min(max(count, 0), 20)))
  }
}

/// Backoff requested by an origin. The response to one request applies to all requests to the origin. Pure: time is an argument.
///
/// | response | backoff |
/// |---|---|
/// | 429 or 503 with Retry-After | the requested delay, at most ``RetryAfter/maxDelay`` |
/// | 429 without Retry-After | ``initialDelay``, doubled for each further one, at most ``maxDelay`` |
/// | any other | unchanged |
struct OriginBackoff: Sendable {
  typealias Instant = ContinuousClock.Instant

  static let initialDelay = Duration.seconds(1)
  static let maxDelay = Duration.seconds(60)

  private var end: Instant?
  private var response: HTTPResponse?
  private var throttleCount = 0

  /// Records the origin's response to a request.
  mutating func record(_ response: HTTPResponse, now: Instant) {
    guard response.status >= 400 else { return throttleCount = 0 }
    guard let delay = delay(response) else { return }
    // Requests in flight at the same time are throttled together and count once.
    if response.retryAfter == nil, let end, now < end { return }
    if response.status == 429 { throttleCount += 1 }
    // Requests in flight at the same time may receive different delays: the longest applies.
    if let end, now + delay <= end { return }
    end = now + delay
    self.response = response
    // The body is kept only for the reason it may contain, which is short.
    if response.body.count > 65_536 { self.response?.body = [] }
  }

  /// Returns the response that requested the backoff, with the remaining time, or `nil` if the origin may be contacted.
  func response(now: Instant) -> HTTPResponse? {
    guard let end, now < end, var response else { return nil }
    response.remainingBackoff = now.duration(to: end)
    return response
  }

  private func delay(_ response: HTTPResponse) -> Duration? {
    guard response.status == 429 || response.status == 503 else { return nil }
    if let requested = response.retryAfter { return requested > .zero ? requested : nil }
    return response.status == 429 ? Self.initialDelay.doubled(throttleCount, atMost: Self.maxDelay) : nil
  }
}

/// The field Retry-After (RFC 9110 section 10.2.3): seconds, or an HTTP date.
enum RetryAfter {
  /// Upper limit for delays: after a day it is worth checking whether the delay was intended, and sums stay in range.
  static let maxDelay = Duration.seconds(86_400)

  /// Parses `field`. Returns `nil` if the value has neither format, and zero for a date in the past.
  ///
  /// - Parameter now: seconds since 1970.
  static func delay(_ field: String, now: Int64) -> Duration? {
    let text = field.split(separator: " ", omittingEmptySubsequences: true)
    if text.count == 1, let digits = text.first, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Int64(digits).map { min(.seconds($0), maxDelay) } ?? maxDelay
    }
    return HTTPDate(field, now: now).map { min(max(.zero, .seconds($0.seconds - now)), maxDelay) }
  }
}
