import Platform

/// The restart policy of a supervised process, with exponential backoff. Pure.
///
/// | a process ended … | decision |
/// |---|---|
/// | with exit code 2 (invalid option, variable or file) | give up: a restart would read the same settings |
/// | for the ``maximumFailures``th time in a row without having been ready, by itself | give up: another start is unlikely to succeed |
/// | after running for ``stableUptime`` or longer, unless it hung while it started | restart after ``initialDelay`` |
/// | sooner, when it was ready, by a signal from outside, up to ``maximumKills`` times in a row | restart after ``initialDelay`` |
/// | sooner | restart after twice the previous delay, at most ``maximumDelay`` |
struct RestartPolicy: Sendable, Hashable {
  enum Decision: Sendable, Hashable {
    case restart(after: Duration)
    case giveUp(Reason)
  }

  /// Why a process is not restarted.
  enum Reason: Sendable, Hashable, CustomStringConvertible {
    case invalidSettings
    /// It has failed to start this many times in a row.
    case failedStarts(Int)

    var description: String {
      switch self {
      case .invalidSettings: "its settings are invalid"
      case .failedStarts(let count): "it ended \(count) times in a row before it was ready"
      }
    }
  }

  static let initialDelay = Duration.milliseconds(100)
  static let maximumDelay = Duration.seconds(10)
  /// The uptime after which the delay is reset.
  static let stableUptime = Duration.seconds(30)

  /// With the delays between them, failed starts are tried for at least 92 s: longer than an earlier fleet takes to finish its requests and
  /// to free its endpoints.
  static let maximumFailures = 15

  /// A process that is killed more often may be what makes memory short, for which the kernel kills it.
  static let maximumKills = 5

  private var nextDelay = RestartPolicy.initialDelay
  /// The number of starts in a row that failed.
  private var failures = 0
  /// The number of times in a row that a signal from outside ended the process when it was ready, but not stable.
  private var kills = 0

  init() {}

  /// Decides what follows the end of a process. `wasReady` is whether it could be used before it ended.
  mutating func decide(_ termination: ProcessTermination, uptime: Duration, wasReady: Bool) -> Decision {
    if termination == .ended(.exited(2)) { return .giveUp(.invalidSettings) }
    // A process that hung while it started has run for long without being of use.
    let isStable = uptime >= Self.stableUptime && !termination.isHungAtStart
    failures = wasReady || termination.isFromOutside || isStable ? 0 : failures + 1
    if failures >= Self.maximumFailures { return .giveUp(.failedStarts(failures)) }
    if isStable { nextDelay = Self.initialDelay }
    kills = wasReady && termination.isFromOutside && uptime < Self.stableUptime ? kills + 1 : 0
    if (1...Self.maximumKills).contains(kills) { return .restart(after: Self.initialDelay) }
    defer { nextDelay = min(nextDelay * 2, Self.maximumDelay) }
    return .restart(after: nextDelay)
  }
}
