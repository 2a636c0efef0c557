/// Abbreviated time units of a language.
public struct DurationFormat: Sendable, Hashable {
  public var second, minute, hour, day: String
  /// Separator between a number and its unit.
  public var gap: String

  public init(second: String = "s", minute: String = "min", hour: String = "h", day: String = "d", gap: String = " ") {
    self.second = second
    self.minute = minute
    self.hour = hour
    self.day = day
    self.gap = gap
  }

  /// International symbols: `s`, `min`, `h`, `d`.
  public static let international = DurationFormat()
}
