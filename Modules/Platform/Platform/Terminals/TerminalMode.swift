import Glibc

/// The mode of the terminal on standard input: line editing, echo and so on (termios(3)).
public struct TerminalMode: Sendable {
  private var state: termios

  /// Reads the current mode; `nil` if standard input is not a terminal.
  public static var current: TerminalMode? { TerminalMode(of: STDIN_FILENO) }

  init?(of descriptor: Int32) {
    var state = termios()
    guard tcgetattr(descriptor, &state) == 0 else { return nil }
    self.state = state
  }

  /// Whether the terminal edits lines and echoes input, as a shell leaves it.
  public var hasLineEditing: Bool { state.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON) }

  /// This mode without line editing and echo: each key is readable at once. Ctrl-C still sends a signal.
  public var withoutLineEditing: TerminalMode {
    var mode = self
    mode.state.c_lflag &= ~tcflag_t(ICANON | ECHO)
    return mode
  }

  /// Sets this mode on standard input. Async-signal-safe (signal-safety(7)).
  public func apply() {
    var state = state
    tcsetattr(STDIN_FILENO, TCSANOW, &state)
  }
}
