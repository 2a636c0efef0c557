import Explorer
import Glibc
public import Presentation

/// The size of the terminal on standard output.
public enum TerminalSize {
  /// The size reported by the terminal; 80×24 if it is unknown.
  public static var current: Viewport { read() ?? Viewport(columns: 80, rows: 24) }

  static func read() -> Viewport? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return Viewport(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
