import Glibc

/// A time in UTC by the Gregorian calendar.
public struct CalendarTime: Sendable, Hashable {
  public let year: Int
  /// 1 to 12
  public let month: Int
  /// 1 to 31
  public let day: Int
  public let hour, minute, second: Int

  /// - Parameter seconds: a POSIX time, seconds since 1970 without leap seconds.
  public init(secondsSince1970 seconds: Int) {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    (year, month, day) = (Int(parts.tm_year) + 1_900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
  }
}
