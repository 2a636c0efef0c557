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
