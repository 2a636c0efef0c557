import CNCurses
import Glibc

/// Gives the terminal back when the process crashes: a terminal without a cursor, in raw mode, on the wrong screen is no place to read why.
enum TerminalReset {
  private static let crashes = [SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGTRAP]

  private struct Original {
    var state = termios()
    /// What undoes everything that was set. Never freed.
    var bytes: UnsafeRawBufferPointer?
    var isArmed: sig_atomic_t = 0
  }

  // Written by the thread that owns the terminal while `isArmed` is 0, read by a signal handler of the same process: it finds all or nothing.
  private nonisolated(unsafe) static var original = Original()

  /// Keeps how the terminal is set. Before curses changes it.
  static func remember() { tcgetattr(STDIN_FILENO, &original.state) }

  /// From now on a crash gives the terminal back. After curses has read what the terminal can.
  static func arm() {
    if original.bytes == nil {
      prepare()
      install()
    }
    original.isArmed = 1
  }

  static func disarm() { original.isArmed = 0 }

  /// Our own modes first, then what terminfo names.
  private static func prepare() {
    var text = "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l"
    for name in ["rmkx", "sgr0", "cnorm", "rmcup"] {
      if let capability = curses_capability(name) { text += withoutPadding(String(cString: capability)) }
    }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    memory.copyBytes(from: text.utf8)
    original.bytes = UnsafeRawBufferPointer(memory)
  }

  /// terminfo writes pauses for old terminals into its texts: `$<5>`.
  static func withoutPadding(_ text: String) -> String {
    var kept = ""
    var rest = Substring(text)
    while let start = rest.firstRange(of: "$<"), let end = rest[start.upperBound...].firstIndex(of: ">") {
      kept += rest[..<start.lowerBound]
      rest = rest[rest.index(after: end)...]
    }
    return kept + rest
  }

  private static func install() {
    // A stack of its own: the crash may be that the stack is full.
    let size = 64 * 1_024
    var stack = stack_t(ss_sp: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
    sigaltstack(&stack, nil)
    for number in crashes {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        TerminalReset.restore()
        // SA_RESETHAND has put the default in place; the signal is not held back while it is handled.
        raise(number)
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER | SA_ONSTACK
      sigaction(number, &action, nil)
    }
  }

  /// Only calls that are safe in a signal handler (signal-safety(7)).
  private static func restore() {
    guard original.isArmed != 0 else { return }
    original.isArmed = 0
    if let bytes = original.bytes { write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
    tcsetattr(STDIN_FILENO, TCSANOW, &original.state)
  }
}
