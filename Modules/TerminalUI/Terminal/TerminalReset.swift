import CNCurses
import Glibc

/// Gives the terminal back when the process crashes: a terminal without a cursor, in raw mode, on the wrong screen is no place to read why.
enum TerminalReset {
  private static let crashes = [SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGTRAP]

  // Written by the thread that owns the terminal before the handlers are in place or while `isArmed` is 0, and read by a handler of the
  // same process: it finds all of it or nothing. The memory is never freed.
  private nonisolated(unsafe) static var state = termios()
  private nonisolated(unsafe) static var bytes: UnsafeMutableRawPointer?
  private nonisolated(unsafe) static var count = 0
  private nonisolated(unsafe) static var isArmed: sig_atomic_t = 0
  private nonisolated(unsafe) static var isInstalled = false

  /// Keeps how the terminal is set. Before curses changes it.
  static func remember() { tcgetattr(STDIN_FILENO, &state) }

  /// From now on a crash gives the terminal back. After curses has read what the terminal can.
  static func arm() {
    if bytes == nil { prepare() }
    if !isInstalled { install() }
    isArmed = 1
  }

  static func disarm() { isArmed = 0 }

  /// What undoes everything that was set: our own modes, then what terminfo names.
  private static func prepare() {
    var text = "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l"
    for name in ["rmkx", "sgr0", "cnorm", "rmcup"] {
      if let capability = curses_capability(name) { text += withoutPadding(String(cString: capability)) }
    }
    let utf8 = Array(text.utf8)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: utf8.count, alignment: 1)
    memory.copyMemory(from: utf8, byteCount: utf8.count)
    bytes = memory
    count = utf8.count
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
    isInstalled = true
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
    guard isArmed != 0 else { return }
    isArmed = 0
    if let bytes { write(STDOUT_FILENO, bytes, count) }
    tcsetattr(STDIN_FILENO, TCSANOW, &state)
  }
}
