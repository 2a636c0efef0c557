import Platform

/// The restart policy of a supervised process, with exponential backoff. Pure.
///
/// | a process ended … | decision |
/// |---|---|
/// | with exit code 2 (invalid option, variable or file) | give up: a restart would read the same settings |
/// | after running for ``stableUptime`` or longer | restart after ``initialDelay`` |
/// | sooner | restart after twice the previous delay, at most ``maximumDelay`` |
struct RestartPolicy: Sendable, Hashable {
  enum Decision: Sendable, Hashable {
    case restart(after: Duration)
    case giveUp
  }

  static let initialDelay = Duration.milliseconds(100)
  static let maximumDelay = Duration.seconds(10)
  /// The uptime after which the delay is reset.
  static let stableUptime = Duration.seconds(30)

  private var nextDelay = RestartPolicy.initialDelay

  init() {}

  mutating func decide(_ termination: ProcessTermination, uptime: Duration) -> Decision {
    if termination == .ended(.exited(2)) { return .giveUp }
    if uptime >= Self.stableUptime { nextDelay = Self.initialDelay }
    defer { nextDelay = min(nextDelay * 2, Self.maximumDelay) }
    return .restart(after: nextDelay)
  }
}
