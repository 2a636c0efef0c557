import Client
import Contracts
public import MessageBus

extension Problem {
  /// Exit code of a command that fails with this problem: by problem type for Holocron's own types, otherwise by status.
  public var exitCode: ExitCode {
    Self.codesByType.first { $0.type == type }?.code ?? Self.codesByStatus.first { $0.statuses.contains(status) }?.code ?? .failure
  }

  static let codesByType: [(type: String, code: ExitCode)] = [
    (ProblemType.badRequest, .usage),
    (ProblemType.notFound, .notFound),
    (ProblemType.ambiguous, .ambiguous),
    (ProblemType.noBus, .unavailable),
    (ProblemType.connectionLost, .unavailable),
    (ProblemType.untrusted, .unavailable),
    (ProblemType.noWorker, .unavailable),
    (ProblemType.overloaded, .unavailable),
    (ProblemType.workerLost, .unavailable),
    (ProblemType.origin, .unavailable),
    (ProblemType.deadline, .deadline),
    (ProblemType.cancelled, .interrupted),
    (ProblemType.malformed, .failure),
    (ProblemType.mismatchedResponse, .failure),
  ]

  static let codesByStatus: [(statuses: ClosedRange<Int>, code: ExitCode)] = [
    (404...404, .notFound),
    (408...408, .deadline),
    (410...410, .notFound),
    (429...429, .unavailable),
    (499...499, .interrupted),
    (400...499, .usage),
    (502...503, .unavailable),
    (504...504, .deadline),
  ]
}
