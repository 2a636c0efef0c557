import Platform

/// The outcome of one run of a child process.
enum ProcessTermination: Sendable, Hashable, CustomStringConvertible {
  case ended(ProcessEnding)
  /// The process could not be started, for the given reason.
  case notStarted(String)

  /// Whether a signal that a process does not send to itself has ended it, such as SIGKILL from a person or from the kernel when memory is
  /// short.
  var isFromOutside: Bool {
    guard case .ended(.signaled(let signal)) = self else { return false }
    return [.kill, .terminate, .interrupt, .hangUp].contains(signal)
  }

  var description: String {
    switch self {
    case .ended(.exited(let code)): "exit code \(code)"
    case .ended(.signaled(let signal)): "signal \(signal.rawValue)"
    case .notStarted(let reason): "could not be started: \(reason)"
    }
  }
}
