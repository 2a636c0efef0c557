/// How a language writes spans of time in short.
public struct ClockFormat: Sendable, Hashable {
  public var second, minute, hour, day: String
  /// Between a number and its unit.
  public var gap: String

  public init(second: String = "s", minute: String = "min", hour: String = "h", day: String = "d", gap: String = " ") {
    self.second = second
    self.minute = minute
    self.hour = hour
    self.day = day
    self.gap = gap
  }

  /// The symbols of the International System of Units: `s`, `min`, `h`, `d`.
  public static let international = ClockFormat()
}
