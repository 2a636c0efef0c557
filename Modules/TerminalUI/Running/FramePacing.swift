/// When a change may be drawn: at once after a rest, else at most 60 times a second. Pure; times count from any start.
struct FramePacing: Sendable {
  static let shortest = Duration.nanoseconds(16_666_667)

  private var last: Duration?
  private var count = 0

  /// How long a frame must wait at `now`; zero when it may be drawn.
  func delay(at now: Duration) -> Duration {
    // What comes right after the first frame is what the person waits for.
    guard let last, count > 1 else { return .zero }
    return max(.zero, last + Self.shortest - now)
  }

  mutating func drew(at now: Duration) {
    last = now
    count += 1
  }
}
