import Contracts
public import MessageBus
import Platform

/// A service that ``Launcher/spawn(_:_:log:)`` has started.
public struct StartedProgram: Sendable {
  let path: String
  let process: SpawnedProcess
  /// The log of the service, which also contains the error with which it ends.
  let log: String
  /// The size of the log in bytes when the service was started.
  let logSize: Int

  /// The process ID.
  public var id: Int32 { process.id }

  /// `holocron-node`
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// What the service keeps in memory because it cannot use a file, and why.
  var warnings: [String] { ServiceLog(path: log, program: name).warnings(after: logSize) }

  /// Returns the problem if the service has ended, with its last error as the cause; `nil` while it is running. After a problem was returned,
  /// the process ID is invalid.
  public func problemIfEnded() -> Problem? {
    guard let ending = process.endingIfAny() else { return nil }
    guard ending != .exited(0) else {
      return Problem(503, "\(name) ended", detail: "it was stopped, for example by holocron down (log: \(log))")
    }
    let title = "\(name) exited at once"
    guard let cause = ServiceLog(path: log, program: name).lastError(after: logSize) else {
      return Problem(503, title, detail: "see the log: \(log); holocron doctor checks disks and settings")
    }
    // Services end with 2 if a setting is invalid, and their message names it.
    guard ending == .exited(2) else { return Problem(503, title, detail: "\(cause) (log: \(log))") }
    return Problem(400, title, detail: "\(name) does not start: \(cause)", type: ProblemType.badRequest)
  }
}
