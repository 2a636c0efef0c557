/// When a broker that was started on demand is needed no more: nobody asked for anything for ``limit``, and nobody outside listens to events. Pure.
///
/// Services inside the process listen too, for as long as they live; the fewest subscriptions ever seen are theirs.
public struct IdlePolicy: Sendable {
  public enum Decision: Sendable, Hashable {
    case leave
    case stay(lookAgainAfter: Duration)
  }

  /// How long services inside may take to subscribe.
  public static let settling = Duration.seconds(1)

  public let limit: Duration
  private var fewest: Int?

  public init(limit: Duration) { self.limit = limit }

  public mutating func decide(idleFor time: Duration, subscriptions: Int) -> Decision {
    let own = min(fewest ?? subscriptions, subscriptions)
    fewest = own
    if subscriptions > own { return .stay(lookAgainAfter: max(limit / 10, .milliseconds(100))) }
    return time >= limit ? .leave : .stay(lookAgainAfter: limit - time)
  }
}
