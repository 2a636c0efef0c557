import Explorer
import Glibc
public import Presentation

/// How large the terminal is that standard output leads to.
public enum TerminalSize {
  /// What it says of itself; 80×24 where it does not know.
  public static var current: Viewport { read() ?? Viewport(columns: 80, rows: 24) }

  static func read() -> Viewport? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return Viewport(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
