import CNCurses
import Platform

/// Restores the terminal when the process crashes. Otherwise the crash message would appear on the alternate screen, in raw mode and
/// without a cursor.
enum TerminalReset {
  // Only the thread that owns the terminal uses it.
  private nonisolated(unsafe) static var isPrepared = false

  /// Restores the terminal on a crash from now on: `mode` is the mode before curses changed it. Call it after curses has loaded the terminal
  /// description.
  static func arm(_ mode: TerminalMode?) {
    guard !isPrepared else { return TerminalRestoration.rearm() }
    isPrepared = true
    TerminalRestoration.prepare()
    TerminalRestoration.arm(mode, sequence: sequence)
    Signal.handleCrashes { number in
      TerminalRestoration.restore()
      CrashMark.write(number)
      Signal(rawValue: number).raise()
    }
  }

  static func disarm() { TerminalRestoration.disarm() }

  /// Resets the modes that this program sets, then those that terminfo names.
  private static var sequence: String {
    var text = "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l"
    for name in ["rmkx", "sgr0", "cnorm", "rmcup"] {
      if let capability = curses_capability(name) { text += withoutPadding(String(cString: capability)) }
    }
    return text
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
}
