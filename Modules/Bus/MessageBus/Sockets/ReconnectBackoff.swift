/// Delays between attempts to connect: at first up to 20 ms, doubled up to 500 ms. A random part, up to a half, is left out, so that peers
/// that lost their broker at the same moment do not all return at the same moment.
///
/// The delays start anew after a connection that has lasted ``stableTime``. A message that always ends the connection, such as one that is
/// too large, would cause many attempts a second otherwise.
struct ReconnectBackoff {
  typealias Instant = ContinuousClock.Instant

  static let minDelay = Duration.milliseconds(20)
  static let maxDelay = Duration.milliseconds(500)
  static let stableTime = Duration.seconds(1)

  private var delay = minDelay
  /// When the current connection was established; `nil` if there is none.
  private var connectedAt: Instant?

  /// Handles a successful attempt.
  mutating func connected(now: Instant) { connectedAt = now }

  /// Whether the current connection has lasted ``stableTime``.
  func isStable(now: Instant) -> Bool { connectedAt.map { $0 + Self.stableTime <= now } ?? false }

  /// Handles a failed attempt or the end of a connection. Returns how long to wait before the next attempt.
  mutating func next(now: Instant) -> Duration {
    if isStable(now: now) { delay = Self.minDelay }
    connectedAt = nil
    defer { delay = min(delay * 2, Self.maxDelay) }
    return delay * Double.random(in: 0.5...1)
  }
}
