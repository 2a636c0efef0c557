/// How a command ended, for scripts. The numbers are a promise: they never change their meaning.
public struct ExitCode: Sendable, Hashable {
  public let number: Int32
  /// One line for `holocron help exit-codes`.
  public let meaning: String

  public static let success = ExitCode(number: 0, meaning: "all went well")
  public static let failure = ExitCode(number: 1, meaning: "something failed that no other code names")
  public static let usage = ExitCode(number: 2, meaning: "the command line or a request is wrong; nothing was done")
  public static let notFound = ExitCode(number: 3, meaning: "there is no such record, page or name")
  public static let ambiguous = ExitCode(number: 4, meaning: "the name fits several records; they are listed")
  public static let unavailable = ExitCode(
    number: 5, meaning: "nothing is attached that could answer: no bus, no worker, or the origin is down")
  public static let deadline = ExitCode(number: 6, meaning: "the time limit passed before the answer was complete")
  public static let threshold = ExitCode(number: 7, meaning: "a load test crossed a threshold")
  public static let interrupted = ExitCode(number: 130, meaning: "interrupted (Ctrl-C)")

  /// Every code, ascending.
  public static let all = [success, failure, usage, notFound, ambiguous, unavailable, deadline, threshold, interrupted]
}
