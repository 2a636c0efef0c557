import Glibc

/// What Ctrl-C does: the process ends at once with exit code 130, and leaves the terminal as it found it.
enum Interruption {
  // Written by the main flow before a full screen is taken and after it is given back, read by the signal handler of the same process:
  // a signal in between finds the old or the new value, and restoring a terminal that needs none does no harm.
  private nonisolated(unsafe) static var saved: termios?

  static func install() {
    // Made here, not in the handler: the first use of a static property takes a lock.
    saved = nil
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        Interruption.restoreTerminal()
        _exit(128 + number)
      }
    }
  }

  /// From now on an interruption restores `state`; `nil` when there is nothing to restore.
  static func restore(_ state: termios?) { saved = state }

  /// Only calls that are safe in a signal handler (signal-safety(7)).
  private static func restoreTerminal() {
    guard var state = saved else { return }
    let sequence: StaticString = "\u{1B}[?25h\u{1B}[?1049l"
    write(STDOUT_FILENO, sequence.utf8Start, sequence.utf8CodeUnitCount)
    tcsetattr(STDIN_FILENO, TCSANOW, &state)
  }
}
