import CNCurses
import Glibc

/// Restores the terminal when the process crashes. Otherwise the crash message would appear on the alternate screen, in raw mode and
/// without a cursor.
enum TerminalReset {
  private static let crashes = [SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGTRAP]

  private struct Original {
    var state = termios()
    /// The sequences that undo all modes. Never freed.
    var bytes: UnsafeRawBufferPointer?
    var isArmed: sig_atomic_t = 0
  }

  // Written by the thread that owns the terminal while `isArmed` is 0, and read by a signal handler of the same process, which therefore
  // sees all of it or nothing.
  private nonisolated(unsafe) static var original = Original()

  /// Saves the terminal attributes. Call it before curses changes them.
  static func remember() { tcgetattr(STDIN_FILENO, &original.state) }

  /// Restores the terminal on a crash from now on. Call it after curses has loaded the terminal description.
  static func arm() {
    if original.bytes == nil {
      prepare()
      install()
    }
    original.isArmed = 1
  }

  static func disarm() { original.isArmed = 0 }

  /// Resets the modes that this program sets, then those that terminfo names.
  private static func prepare() {
    var text = "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l"
    for name in ["rmkx", "sgr0", "cnorm", "rmcup"] {
      if let capability = curses_capability(name) { text += withoutPadding(String(cString: capability)) }
    }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    memory.copyBytes(from: text.utf8)
    original.bytes = UnsafeRawBufferPointer(memory)
  }

  /// Removes terminfo padding, such as `$<5>`.
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
    // The handler needs its own stack in case of a stack overflow.
    let size = 64 * 1_024
    var stack = stack_t(ss_sp: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
    sigaltstack(&stack, nil)
    for number in crashes {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        TerminalReset.restore()
        // SA_RESETHAND has restored the default action, and SA_NODEFER leaves the signal unblocked.
        raise(number)
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER | SA_ONSTACK
      sigaction(number, &action, nil)
    }
  }

  /// Restores the terminal. Uses only async-signal-safe calls (signal-safety(7)).
  private static func restore() {
    guard original.isArmed != 0 else { return }
    original.isArmed = 0
    if let bytes = original.bytes { write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
    tcsetattr(STDIN_FILENO, TCSANOW, &original.state)
  }
}
