import Platform
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
  /// The values of `COLUMNS` that are used; output is padded to this width.
  private static let validColumns = 1...10_000

  /// Inspects the standard streams of this process.
  init(color: ColorChoice, environment: Environment) {
    let outputIsTerminal = StandardStream.output.isTerminal
    let errorsAreTerminal = StandardStream.error.isTerminal
    let size = (outputIsTerminal ? StandardStream.output : .error).terminalSize
    let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { Self.validColumns.contains($0) ? $0 : nil } ?? size?.columns ?? 80
    func surface(_ isTerminal: Bool) -> Surface {
      Surface(
        isTerminal: isTerminal, columns: isTerminal ? columns : nil,
        usesColor: color.usesColor(isTerminal: isTerminal) { environment[$0] })
    }
    self.init(
      output: surface(outputIsTerminal), errors: surface(errorsAreTerminal),
      isInteractive: errorsAreTerminal && StandardStream.input.isTerminal, rows: outputIsTerminal ? size?.rows : nil)
  }
}
