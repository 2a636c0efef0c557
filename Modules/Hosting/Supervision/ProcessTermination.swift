import Hosting
import Platform
import Text

/// The outcome of one run of a child process.
enum ProcessTermination: Sendable, Hashable, CustomStringConvertible {
  case ended(ProcessEnding)
  /// The process could not be started, for the given reason.
  case notStarted(String)
  /// It gave no sign of life for this long, and its supervisor has ended it.
  case hung(Duration)
  /// The same, before it was ready.
  case hungAtStart(Duration)

  var isSignal: Bool { if case .ended(.signaled) = self { true } else { false } }

  var isHungAtStart: Bool { if case .hungAtStart = self { true } else { false } }

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
    case .hung(let time): "no sign of life for \(DurationText.format(time))"
    case .hungAtStart(let time): "no sign of life for \(DurationText.format(time)) while it started"
    case .notStarted(let reason): "could not be started: \(reason)"
    }
  }
}
