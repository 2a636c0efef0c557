import Glibc

/// The time of the system clock, which may jump when the clock is set. For timeouts, use `ContinuousClock`.
public enum SystemTime {
  /// Milliseconds since 1970 (UTC), rounded down. Costs about 30 ns.
  public static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Seconds since 1970 (UTC), rounded down.
  public static var seconds: Int { Int(milliseconds / 1_000) }

  /// Microseconds since the machine started, which does not jump and is the same in all processes. Costs about 30 ns.
  public static var microsecondsSinceBoot: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}

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

  /// The time as RFC 3339 writes it: `2026-11-22T09:05:00Z`.
  public var text: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute)):\(two(second))Z"
  }

  /// Returns a time in milliseconds since 1970 as RFC 3339 writes it: `2026-11-22T09:05:00.000Z`.
  public static func text(millisecondsSince1970 time: Int64) -> String {
    let (seconds, fraction) = max(0, time).quotientAndRemainder(dividingBy: 1_000)
    return "\(CalendarTime(secondsSince1970: Int(seconds)).text.dropLast()).\(String(1_000 + fraction).dropFirst())Z"
  }
}
