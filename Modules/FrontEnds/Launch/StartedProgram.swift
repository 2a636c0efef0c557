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

  /// A service keeps its log below 1 MiB.
  private static let maxLogSize = 1 << 21

  /// `holocron-node`
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Returns the problem if the service has ended, with the last line that it wrote as the cause; `nil` while it is running. After a problem
  /// was returned, the process ID is invalid.
  public func problemIfEnded() -> Problem? {
    guard let ending = process.endingIfAny() else { return nil }
    let title = "\(name) exited at once"
    guard let cause = lastLine else { return Problem(503, title, detail: "see the log: \(log)") }
    // Services end with 2 if a setting is invalid, and their message names it.
    guard ending == .exited(2) else { return Problem(503, title, detail: "\(cause) (log: \(log))") }
    return Problem(400, title, detail: "\(name) does not start: \(cause)", type: ProblemType.badRequest)
  }

  /// The last line written since the start, without the name of the program; `nil` if there is none.
  private var lastLine: String? {
    guard let bytes = try? RegularFile.read(log, upTo: Self.maxLogSize) else { return nil }
    // A smaller file is a new one: the old log was full.
    let written = bytes.count >= logSize ? bytes[logSize...] : bytes[...]
    guard let line = written.split(separator: UInt8(ascii: "\n")).last else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    let prefix = "\(name): "
    return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
  }
}
