import Glibc
import TerminalText

/// The whole terminal: the alternate screen without a cursor, keys as they are pressed.
final class FullScreen: Sendable {
  private let saved: termios?

  /// Takes the screen. ``leave()`` gives it back.
  init() {
    var state = termios()
    saved = tcgetattr(STDIN_FILENO, &state) == 0 ? state : nil
    if saved != nil {
      // Keys come one by one and unseen. Ctrl-C stays a signal; its handler restores the terminal.
      state.c_lflag &= ~tcflag_t(ICANON | ECHO)
      tcsetattr(STDIN_FILENO, TCSANOW, &state)
    }
    Interruption.restore(saved)
    StandardOutput.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J", to: STDOUT_FILENO)
  }

  func leave() {
    StandardOutput.write("\u{1B}[?25h\u{1B}[?1049l", to: STDOUT_FILENO)
    if var state = saved { tcsetattr(STDIN_FILENO, TCSANOW, &state) }
    Interruption.restore(nil)
  }

  /// Draws every row in one write, which a terminal with synchronised output (mode 2026) shows at once.
  func draw(_ lines: [SafeText]) {
    var text: SafeText = "\u{1B}[?2026h"
    for (index, line) in lines.enumerated() { text += "\u{1B}[\(index + 1);1H\u{1B}[2K\(line)" }
    StandardOutput.write(text + "\u{1B}[?2026l", to: STDOUT_FILENO)
  }

  /// A key that was pressed; `nil` when there is none.
  func key() -> Unicode.Scalar? {
    guard saved != nil else { return nil }
    var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 0) == 1 else { return nil }
    var byte: UInt8 = 0
    return read(STDIN_FILENO, &byte, 1) == 1 ? Unicode.Scalar(byte) : nil
  }
}
