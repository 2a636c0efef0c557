import Glibc
import Launch
import Presentation

/// The properties of standard output and standard error.
struct Terminal: Sendable {
  var output: Surface
  var errors: Surface
  /// Whether a person can be prompted, because standard input and standard error are terminals.
  var isInteractive = false
  /// The number of screen lines; `nil` if standard output is not a terminal.
  var rows: Int?
}

extension Terminal {
  /// Inspects the standard streams of this process.
  init(color: ColorChoice, environment: Environment) {
    let outputIsTerminal = isatty(STDOUT_FILENO) == 1
    let errorsAreTerminal = isatty(STDERR_FILENO) == 1
    let size = Self.size(of: outputIsTerminal ? STDOUT_FILENO : STDERR_FILENO)
    let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? size?.columns ?? 80
    func surface(_ isTerminal: Bool) -> Surface {
      Surface(
        isTerminal: isTerminal, columns: isTerminal ? columns : nil,
        usesColor: color.usesColor(isTerminal: isTerminal) { environment[$0] })
    }
    self.init(
      output: surface(outputIsTerminal), errors: surface(errorsAreTerminal),
      isInteractive: errorsAreTerminal && isatty(STDIN_FILENO) == 1, rows: outputIsTerminal ? size?.rows : nil)
  }

  /// Returns the size of the terminal behind a descriptor; `nil` if it is not a terminal or has no known size.
  static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
