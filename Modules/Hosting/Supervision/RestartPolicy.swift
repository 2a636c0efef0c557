/// When a process that ended is started again. Pure: told how processes end and for how long they ran, it says what to do.
///
/// | it ended … | then |
/// |---|---|
/// | with exit code 2 (a wrong flag, variable or file) | give up: the next start would read the same |
/// | after running for ``steadyTime`` or longer | start again after ``firstDelay`` |
/// | sooner | start again after twice the delay before, at most ``longestDelay`` |
public struct RestartPolicy: Sendable, Hashable {
  public enum Decision: Sendable, Hashable {
    case restart(after: Duration)
    case giveUp
  }

  public static let firstDelay = Duration.milliseconds(100)
  public static let longestDelay = Duration.seconds(10)
  /// A process that ran this long was well: what came before is forgotten.
  public static let steadyTime = Duration.seconds(30)

  private var nextDelay = RestartPolicy.firstDelay

  public init() {}

  public mutating func decide(_ ending: ProcessEnding, ranFor time: Duration) -> Decision {
    if ending == .exited(2) { return .giveUp }
    if time >= Self.steadyTime { nextDelay = Self.firstDelay }
    defer { nextDelay = min(nextDelay * 2, Self.longestDelay) }
    return .restart(after: nextDelay)
  }
}
