/// A time since the explorer started. Code that depends on the time takes it as an argument.
public struct Moment: Sendable, Hashable, Comparable {
  public let sinceStart: Duration

  public init(_ sinceStart: Duration) { self.sinceStart = sinceStart }

  public static let zero = Moment(.zero)

  public static func - (later: Moment, earlier: Moment) -> Duration { later.sinceStart - earlier.sinceStart }
  public static func < (left: Moment, right: Moment) -> Bool { left.sinceStart < right.sinceStart }
}
