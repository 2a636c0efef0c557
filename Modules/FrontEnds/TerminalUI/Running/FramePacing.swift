/// Limits frames to 60 per second, without delaying the first ones after a pause. Pure: times count from any start.
///
/// A token bucket: each frame takes a token, and tokens are refilled one by one. A burst of a few frames needs no pause, so the response to
/// a key press is drawn at once.
struct FramePacing: Sendable {
  static let maxFramesPerSecond = 60
  static let burst = 4
  /// Refill time of one token. A burst and the tokens refilled within a second never exceed ``maxFramesPerSecond``.
  static let refillTime = Duration.seconds(1) / (maxFramesPerSecond - burst)

  /// When all tokens are refilled.
  private var refilledAt = Duration.zero

  /// Returns how long to wait before the next frame; zero if it may be drawn at `now`.
  func delay(at now: Duration) -> Duration { max(.zero, refilledAt - Self.refillTime * (Self.burst - 1) - now) }

  mutating func frameDrawn(at now: Duration) { refilledAt = max(refilledAt, now) + Self.refillTime }
}
