import Client
import Contracts
public import MessageBus

extension Problem {
  /// The exit code of a command that ended with this problem: by its type where the type is ours, else by its status.
  public var exitCode: ExitCode {
    Self.codesByType.first { $0.type == type }?.code ?? Self.codesByStatus.first { $0.statuses.contains(status) }?.code ?? .failure
  }

  static let codesByType: [(type: String, code: ExitCode)] = [
    (Kind.badRequest, .usage),
    (Kind.notFound, .notFound),
    (Kind.ambiguous, .ambiguous),
    (Kind.noBus, .unavailable),
    (Kind.untrusted, .unavailable),
    (Kind.noWorker, .unavailable),
    (Kind.overloaded, .unavailable),
    (Kind.workerLost, .unavailable),
    (Kind.origin, .unavailable),
    (Kind.deadline, .deadline),
    (Kind.cancelled, .interrupted),
    (Kind.malformed, .failure),
    (Kind.otherAnswer, .failure),
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
