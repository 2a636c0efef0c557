import Contracts

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
    guard let delay = delay(response) else {
      if response.status < 400 { throttleCount = 0 }
      return
    }
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
    return response.status == 429 ? min(Self.maxDelay, Self.initialDelay * (1 << min(throttleCount, 20))) : nil
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
