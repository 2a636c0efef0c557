// Imported only to link its constructor, which opens missing standard streams.
import CStandardStreams
import Glibc

/// A standard stream of this process. Writes are unbuffered.
public enum StandardStream: Int32, Sendable {
  case input, output, error

  /// The file descriptor: 0, 1 or 2.
  public var descriptor: Int32 { rawValue }

  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The size of the terminal behind this stream; `nil` if it is not a terminal or has no known size.
  public var terminalSize: TerminalSize? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Writes all bytes, usually in one call, so that lines from several threads do not mix. Returns the error, or `nil` on success.
  @discardableResult public func write(_ bytes: UnsafeRawBufferPointer) -> ErrorNumber? { Descriptor.write(bytes, to: rawValue) }

  /// Writes `text`. Returns the error, or `nil` on success.
  @discardableResult public func write(_ text: String) -> ErrorNumber? {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes `line` and a line feed. Errors are ignored.
  public func write(line: String) { write(line + "\n") }

  /// Reads up to `count` bytes, waiting for the first; empty at end of file. Throws if the stream is closed or its terminal is gone.
  public func read(upTo count: Int) throws(SystemError) -> [UInt8] { try Descriptor.read(upTo: count, from: rawValue, waits: true) }

  /// Lets the stream lead to another file.
  public func redirect(to file: Descriptor) { dup2(file.number, rawValue) }

  /// Returns a descriptor of the same file, for ``redirect(to:)`` later; `nil` if no descriptors are left.
  public func duplicate() -> Descriptor? {
    let number = fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
    return number >= 0 ? Descriptor(owning: number) : nil
  }

  /// Returns whether the stream leads to `file`.
  public func isSameFile(as file: Descriptor) -> Bool { FileIdentity(of: rawValue) == FileIdentity(of: file) }
}

/// The size of a terminal in character cells.
public struct TerminalSize: Sendable, Hashable {
  public let columns, rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// The mode of the terminal on standard input: line editing, echo and so on (termios(3)).
public struct TerminalMode: Sendable {
  private var state: termios

  /// Reads the current mode; `nil` if standard input is not a terminal.
  public static var current: TerminalMode? { TerminalMode(of: STDIN_FILENO) }

  init?(of descriptor: Int32) {
    var state = termios()
    guard tcgetattr(descriptor, &state) == 0 else { return nil }
    self.state = state
  }

  /// Whether the terminal edits lines and echoes input, as a shell leaves it.
  public var hasLineEditing: Bool { state.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON) }

  /// This mode without line editing and echo: each key is readable at once. Ctrl-C still sends a signal.
  public var withoutLineEditing: TerminalMode {
    var mode = self
    mode.state.c_lflag &= ~tcflag_t(ICANON | ECHO)
    return mode
  }

  /// Sets this mode on standard input. Async-signal-safe (signal-safety(7)).
  public func apply() {
    var state = state
    tcsetattr(STDIN_FILENO, TCSANOW, &state)
  }
}
