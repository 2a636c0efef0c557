/// Decides when a broker that was started on demand stops: after ``limit`` without requests, while no other process subscribes to events. Pure.
public struct IdlePolicy: Sendable {
  public enum Decision: Sendable, Hashable {
    case stop
    case keepRunning(checkAgainAfter: Duration)
  }

  public let limit: Duration

  public init(limit: Duration) { self.limit = limit }

  /// Returns the decision for a broker that has been idle for `time`. `listeners` counts connections from other processes, not the services
  /// in the broker's own process.
  public func decide(idleFor time: Duration, listeners: Int) -> Decision {
    if listeners > 0 { return .keepRunning(checkAgainAfter: max(limit / 10, .milliseconds(100))) }
    return time >= limit ? .stop : .keepRunning(checkAgainAfter: limit - time)
  }
}
