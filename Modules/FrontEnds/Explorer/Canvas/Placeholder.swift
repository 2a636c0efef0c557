import Localization
import MessageBus
import Presentation

/// The text of a pane that has no content: loading, empty or failed. Drawn near the top of the pane.
enum Placeholder {
  static func draw(_ lines: [StyledText], on canvas: inout Canvas, in rect: Rect) {
    let wrapped = lines.flatMap { $0.wrapped(to: max(1, min(60, rect.columns))) }
    let top = rect.rows > wrapped.count + 4 ? 1 : 0
    for (index, line) in wrapped.prefix(max(0, rect.rows - top)).enumerated() {
      canvas.put(line, column: rect.column, row: rect.row + top + index, width: rect.columns)
    }
  }

  static func loading(_ context: RenderContext) -> [StyledText] { [StyledText(context.language.say(RecordPhrase.loading), .muted)] }

  /// Returns the error message, what to run, and the key to retry.
  static func failure(_ problem: Problem, _ context: RenderContext) -> [StyledText] {
    [StyledText(context.language.say(.notLoaded(problem.reason(in: context.language))), .bad), StyledText()]
      + BusHealth.remedies(problem, context) + [retry(context)]
  }

  static func retry(_ context: RenderContext) -> StyledText {
    let keys = [Action.reload, .open].compactMap(context.pageHint(for:))
    return StyledText(keys.first.map { context.language.say(.retry(key: $0)) } ?? "", .muted)
  }
}
