/// Delays between attempts to connect: at first up to 20 ms, doubled up to 500 ms. A random part, up to a half, is left out, so that peers
/// that lost their broker at the same moment do not all return at the same moment.
struct ReconnectBackoff {
  static let minDelay = Duration.milliseconds(20)
  static let maxDelay = Duration.milliseconds(500)

  private var delay = minDelay

  /// Returns how long to wait before the next attempt.
  mutating func next() -> Duration {
    defer { delay = min(delay * 2, Self.maxDelay) }
    return delay * Double.random(in: 0.5...1)
  }

  /// Starts anew after a successful attempt.
  mutating func reset() { delay = Self.minDelay }
}
