import Presentation
import TerminalText

/// A progress line on standard error that is redrawn in place. Shows nothing if standard error is not a terminal or the command is quiet.
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
    if isShown { output.write("\r\u{1B}[2K\(text.truncated(to: columns - 1))", .note) }
  }

  func show(_ line: ProgressLine) { show(line.text(columns: columns - 1)) }

  func clear() {
    if isShown { output.write("\r\u{1B}[2K", .note) }
  }
}
