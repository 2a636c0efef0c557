import Console
import Glibc
import TerminalText

/// The terminal in full-screen mode: alternate screen, hidden cursor, unbuffered keys.
final class FullScreen: Sendable {
  private let saved: termios?

  /// Enters full-screen mode. ``leave()`` restores the terminal.
  init() {
    var state = termios()
    saved = tcgetattr(STDIN_FILENO, &state) == 0 ? state : nil
    if saved != nil {
      // Disables line buffering and echo. Ctrl-C still sends a signal, whose handler restores the terminal.
      state.c_lflag &= ~tcflag_t(ICANON | ECHO)
      tcsetattr(STDIN_FILENO, TCSANOW, &state)
    }
    SignalHandler.restore(saved)
    StandardOutput.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J", to: STDOUT_FILENO)
  }

  func leave() {
    StandardOutput.write("\u{1B}[?25h\u{1B}[?1049l", to: STDOUT_FILENO)
    if var state = saved { tcsetattr(STDIN_FILENO, TCSANOW, &state) }
    SignalHandler.restore(nil)
  }

  /// Draws all rows in one write. A terminal with synchronised output (mode 2026) shows them at once.
  func draw(_ lines: [SafeText]) {
    var text: SafeText = "\u{1B}[?2026h"
    for (index, line) in lines.enumerated() { text += "\u{1B}[\(index + 1);1H\u{1B}[2K\(line)" }
    StandardOutput.write(text + "\u{1B}[?2026l", to: STDOUT_FILENO)
  }

  /// Returns the next pressed key without waiting; `nil` if there is none.
  func key() -> Unicode.Scalar? {
    guard saved != nil else { return nil }
    var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 0) == 1 else { return nil }
    var byte: UInt8 = 0
    return read(STDIN_FILENO, &byte, 1) == 1 ? Unicode.Scalar(byte) : nil
  }
}
