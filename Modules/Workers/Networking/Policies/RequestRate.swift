/// A maximum rate of requests: a token bucket. Pure: time is an argument.
///
/// Tokens arrive at the rate of requests. A tenth of a second's tokens, at least one, may be saved up for a burst. A request takes its token
/// at once and is sent when the token has arrived.
struct RequestRate: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// Requests a second; `nil` for no limit.
  let perSecond: Double?
  private let burst: Double
  /// The instant when the bucket was or will be empty.
  private var emptyAt: Instant?

  init(_ perSecond: Double?) {
    self.perSecond = perSecond.flatMap { $0 > 0 ? $0 : nil }
    burst = max(1, (perSecond ?? 0) / 10)
  }

  /// Takes a token, and returns the delay after which the request may be sent. Returns `nil` without taking a token if the delay reaches
  /// `timeLeft`.
  mutating func take(within timeLeft: Duration, now: Instant) -> Duration? {
    guard let perSecond else { return .zero }
    let interval = Duration.seconds(1) / perSecond
    let earliest = now - interval * burst
    let start = max(emptyAt ?? earliest, earliest)
    let delay = max(.zero, now.duration(to: start + interval))
    guard delay == .zero || delay < timeLeft else { return nil }
    emptyAt = start + interval
    return delay
  }
}
