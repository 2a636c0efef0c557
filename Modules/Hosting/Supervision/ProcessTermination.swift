import Platform

/// The outcome of one run of a child process.
enum ProcessTermination: Sendable, Hashable, CustomStringConvertible {
  case ended(ProcessEnding)
  /// The process could not be started, for the given reason.
  case notStarted(String)

  var description: String {
    switch self {
    case .ended(.exited(let code)): "exit code \(code)"
    case .ended(.signaled(let signal)): "signal \(signal.rawValue)"
    case .notStarted(let reason): "could not be started: \(reason)"
    }
  }
}
