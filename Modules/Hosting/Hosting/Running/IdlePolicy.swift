/// Decides when a broker that was started on demand stops: after ``limit`` without requests, while no other process subscribes to events. Pure.
struct IdlePolicy: Sendable {
  enum Decision: Sendable, Hashable {
    case stop
    case keepRunning(checkAgainAfter: Duration)
  }

  let limit: Duration

  /// Returns the decision for a broker that has been idle for `time`. `listeners` counts connections from other processes, not the services
  /// in the broker's own process.
  func decide(idleFor time: Duration, listeners: Int) -> Decision {
    if listeners > 0 { return .keepRunning(checkAgainAfter: max(limit / 10, .milliseconds(100))) }
    return time >= limit ? .stop : .keepRunning(checkAgainAfter: limit - time)
  }
}
