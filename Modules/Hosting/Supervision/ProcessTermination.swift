/// The way a process ended.
enum ProcessTermination: Sendable, Hashable, CustomStringConvertible {
  case exited(Int32)
  case signaled(Int32)
  /// The process could not be started, for the given reason.
  case notStarted(String)

  var description: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .signaled(let signal): "signal \(signal)"
    case .notStarted(let reason): "could not be started: \(reason)"
    }
  }
}
