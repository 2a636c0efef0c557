import Presentation
import TerminalText

/// One line on standard error that is drawn over itself while something takes long; nothing where no terminal shows it.
struct ProgressDisplay: Sendable {
  private let isShown: Bool
  private let columns: Int
  private let output: Output

  init(_ context: Context) {
    isShown = context.terminal.errors.isTerminal && !context.isQuiet
    columns = context.terminal.errors.columns ?? 80
    output = context.output
  }

  func show(_ text: String) {
    if isShown { output.write("\r\u{1B}[2K\(text.fitted(to: columns - 1))", .note) }
  }

  func show(_ line: ProgressLine) { show(line.text(columns: columns - 1)) }

  func clear() {
    if isShown { output.write("\r\u{1B}[2K", .note) }
  }
}
