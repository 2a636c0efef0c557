import Glibc

/// Handles SIGINT, SIGTERM and SIGHUP: restores the terminal and ends the process at once, with exit code 130 for Ctrl-C.
enum SignalHandler {
  // Written by the main thread before it enters full screen and after it leaves, and read by the signal handler. A signal in between sees
  // the old or the new value, and restoring a terminal that does not need it does no harm.
  private nonisolated(unsafe) static var saved: termios?

  static func install() {
    // Initialise the property here and not in the handler, because the first use of a static property takes a lock.
    saved = nil
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        SignalHandler.restoreTerminal()
        _exit(128 + number)
      }
    }
  }

  /// Sets the terminal state that a signal restores; `nil` to restore nothing.
  static func restore(_ state: termios?) { saved = state }

  /// Restores the terminal with async-signal-safe calls only (signal-safety(7)).
  private static func restoreTerminal() {
    guard var state = saved else { return }
    let sequence: StaticString = "\u{1B}[?25h\u{1B}[?1049l"
    write(STDOUT_FILENO, sequence.utf8Start, sequence.utf8CodeUnitCount)
    tcsetattr(STDIN_FILENO, TCSANOW, &state)
  }
}
