/// When a change may be drawn: at once after a rest, and never more than 60 times in a second. Pure; times count from any start.
///
/// A few frames may follow one another without a pause, since answers that come right after a key or after the start are what a person waits
/// for; each frame uses up one of a few permits, which come back one by one.
struct FramePacing: Sendable {
  static let most = 60
  static let burst = 4
  /// So that a burst and all that comes back within a second are no more than ``most``.
  static let recovery = Duration.seconds(1) / (most - burst)

  /// When all permits are back.
  private var rested = Duration.zero

  /// How long a frame must wait at `now`; zero when it may be drawn.
  func delay(at now: Duration) -> Duration { max(.zero, rested - Self.recovery * (Self.burst - 1) - now) }

  mutating func drew(at now: Duration) { rested = max(rested, now) + Self.recovery }
}
