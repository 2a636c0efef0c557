import Glibc

/// A moment by the calendar, in milliseconds since 1970 (UTC). Freshness is reckoned in it because entries outlive
/// processes; whatever only waits uses `ContinuousClock`.
public struct WallTime: Sendable, Hashable, Comparable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  public init(seconds: Int64) { milliseconds = seconds * 1_000 }

  /// What the system's clock says. Costs some 30 ns.
  public static func now() -> WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Rounded down.
  public var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds - 999) / 1_000 }

  public static func < (left: WallTime, right: WallTime) -> Bool { left.milliseconds < right.milliseconds }

  /// Stays within range where the sum does not fit.
  public static func + (time: WallTime, span: Duration) -> WallTime {
    let (sum, overflows) = time.milliseconds.addingReportingOverflow(span.milliseconds)
    return WallTime(milliseconds: overflows ? (span < .zero ? .min : .max) : sum)
  }

  public static func - (time: WallTime, span: Duration) -> WallTime { time + (.zero - span) }
}

/// Says what time it is. Handed down, so that tests move time.
public typealias WallClock = @Sendable () -> WallTime

extension Duration {
  fileprivate var milliseconds: Int64 {
    let (whole, overflows) = components.seconds.multipliedReportingOverflow(by: 1_000)
    return overflows ? (components.seconds < 0 ? .min : .max) : whole + components.attoseconds / 1_000_000_000_000_000
  }
}
