import Platform

/// A wall-clock time in milliseconds since 1970 (UTC). Used for freshness, because entries outlive processes; timeouts use
/// `ContinuousClock`.
public struct WallTime: Sendable, Hashable, Comparable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  public init(seconds: Int64) { milliseconds = seconds * 1_000 }

  /// Returns the time of the system clock. Costs about 30 ns.
  public static func now() -> WallTime { WallTime(milliseconds: SystemTime.milliseconds) }

  /// Whole seconds, rounded down.
  public var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds - 999) / 1_000 }

  public static func < (left: WallTime, right: WallTime) -> Bool { left.milliseconds < right.milliseconds }

  /// Saturates on overflow.
  public static func + (time: WallTime, span: Duration) -> WallTime {
    let (sum, overflows) = time.milliseconds.addingReportingOverflow(span.milliseconds)
    return WallTime(milliseconds: overflows ? (span < .zero ? .min : .max) : sum)
  }

  public static func - (time: WallTime, span: Duration) -> WallTime { time + (.zero - span) }
}

/// Returns the current time. Passed as an argument, so that tests control time.
public typealias WallClock = @Sendable () -> WallTime

extension Duration {
  fileprivate var milliseconds: Int64 {
    let (whole, overflows) = components.seconds.multipliedReportingOverflow(by: 1_000)
    return overflows ? (components.seconds < 0 ? .min : .max) : whole + components.attoseconds / 1_000_000_000_000_000
  }
}
