import Client
import Contracts
public import MessageBus

/// Exit code of a command. The meaning of each number is stable, so scripts can rely on it.
public struct ExitCode: Sendable, Hashable {
  public let number: Int32
  /// One-line description for `holocron help exit-codes`.
  public let meaning: String

  public static let success = ExitCode(number: 0, meaning: "success")
  public static let failure = ExitCode(number: 1, meaning: "failure not covered by another code")
  public static let usage = ExitCode(number: 2, meaning: "invalid command line or request; nothing was done")
  public static let notFound = ExitCode(number: 3, meaning: "no such record, page or name")
  public static let ambiguous = ExitCode(number: 4, meaning: "the name matches several records; they are listed")
  public static let unavailable = ExitCode(number: 5, meaning: "no answer available: no bus, no worker, or the origin is down")
  public static let deadline = ExitCode(number: 6, meaning: "timed out before the answer was complete")
  public static let thresholdCrossed = ExitCode(number: 7, meaning: "a limit of a load test or of a comparison was crossed")
  public static let interrupted = ExitCode(number: 130, meaning: "interrupted (Ctrl-C)")
  /// The kernel's, of a process that SIGTERM ends.
  static let terminated = ExitCode(number: 143, meaning: "terminated (SIGTERM)")

  /// All exit codes in ascending order.
  public static let all = [success, failure, usage, notFound, ambiguous, unavailable, deadline, thresholdCrossed, interrupted, terminated]
}

extension Problem {
  /// Exit code of a command that fails with this problem: by some of Holocron's own types, otherwise by status.
  public var exitCode: ExitCode {
    switch (type, status) {
    case (ProblemType.badRequest, _): .usage
    case (ProblemType.ambiguous, _): .ambiguous
    // Whatever the origin's failure is.
    case (ProblemType.origin, _), (ProblemType.unauthorized, _): .unavailable
    case (ProblemType.malformed, _), (ProblemType.mismatchedResponse, _): .failure
    case (_, 404), (_, 410): .notFound
    case (_, 408), (_, 504): .deadline
    case (_, 429), (_, 502...503): .unavailable
    case (_, 499): .interrupted
    case (_, 400...498): .usage
    default: .failure
    }
  }
}
