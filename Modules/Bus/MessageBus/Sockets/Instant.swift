/// A time of the continuous clock. `ContinuousClock.Instant` is resilient: in optionals, arrays and objects it is copied through its metadata,
/// which took a twentieth of the broker's instructions for a message.
public struct Instant: Comparable, Hashable, Sendable {
  private static let origin = ContinuousClock.now
  private var sinceOrigin: Duration

  public static var now: Instant { Instant(sinceOrigin: origin.duration(to: .now)) }

  public func duration(to other: Instant) -> Duration { other.sinceOrigin - sinceOrigin }

  public static func < (left: Instant, right: Instant) -> Bool { left.sinceOrigin < right.sinceOrigin }
  public static func + (instant: Instant, duration: Duration) -> Instant { Instant(sinceOrigin: instant.sinceOrigin + duration) }
  public static func += (instant: inout Instant, duration: Duration) { instant.sinceOrigin += duration }
  static func - (instant: Instant, duration: Duration) -> Instant { Instant(sinceOrigin: instant.sinceOrigin - duration) }
  static func - (left: Instant, right: Instant) -> Duration { left.sinceOrigin - right.sinceOrigin }
}
