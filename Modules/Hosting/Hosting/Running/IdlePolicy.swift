/// When a broker that was started on demand is needed no more: nobody asked for anything for ``limit``, and no other process listens to events. Pure.
public struct IdlePolicy: Sendable {
  public enum Decision: Sendable, Hashable {
    case leave
    case stay(lookAgainAfter: Duration)
  }

  public let limit: Duration

  public init(limit: Duration) { self.limit = limit }

  /// `listeners` are connections from outside; services of the same process listen as long as they live and do not count.
  public func decide(idleFor time: Duration, listeners: Int) -> Decision {
    if listeners > 0 { return .stay(lookAgainAfter: max(limit / 10, .milliseconds(100))) }
    return time >= limit ? .leave : .stay(lookAgainAfter: limit - time)
  }
}
