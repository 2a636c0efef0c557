import Glibc
import Launch
import Presentation

/// What standard output and standard error lead to.
struct Terminal: Sendable {
  var output: Surface
  var errors: Surface
  /// Someone can be asked: standard input and standard error are a terminal.
  var canAsk: Bool
  /// The lines of the screen; `nil` where there is none.
  var rows: Int?

  init(output: Surface, errors: Surface, canAsk: Bool = false, rows: Int? = nil) {
    self.output = output
    self.errors = errors
    self.canAsk = canAsk
    self.rows = rows
  }

  /// Looks at the streams of this process.
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
    output = surface(outputIsTerminal)
    errors = surface(errorsAreTerminal)
    canAsk = errorsAreTerminal && isatty(STDIN_FILENO) == 1
    rows = outputIsTerminal ? size?.rows : nil
  }

  /// The size of the terminal behind a descriptor; `nil` when there is none, or when it does not know.
  static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
