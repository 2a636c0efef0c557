import Localization
import Presentation
import TerminalText

extension LogModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    guard rect.rows > 0 else { return }
    drawTitle(on: &canvas, in: rect, isActive: isActive, context)
    let body = rect.droppingRows(1)
    let matching = matching
    guard !matching.isEmpty else { return drawNothing(on: &canvas, in: body, context) }
    let width = Self.textColumns(body)
    var row = body.row
    let end = body.row + body.rows
    for line in matching.dropFirst(top ?? lastTop(matching, context.layout)) where row < end {
      for text in LogLine.rows(of: line, highlighting: words, columns: width, limit: end - row) {
        canvas.put(text, column: body.column + 1, row: row, width: width)
        row += 1
      }
    }
  }

  /// Draws the title, the filter, and at the end whether the page follows the log.
  private func drawTitle(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let state = isFollowing ? StyledText("● ", .good) + StyledText(context.language.say(.following), .muted) : StyledText()
    let end = rect.column + rect.columns - 1 - state.columns
    canvas.put(state, column: end, row: rect.row, width: state.columns)
    let title = context.language.say(.log(of: process.printable))
    var column = rect.column + 1
    column += canvas.put(title, .title, column: column, row: rect.row, width: max(0, end - column - 1)) + 2
    guard let filter, column + 4 < end else { return }
    column += canvas.put("/", .key, column: column, row: rect.row, width: 1) + 1
    canvas.put(
      filter, prompt: context.language.say(.pickerPrompt), column: column, row: rect.row, width: end - column - 1,
      isActive: isActive && isTyping)
  }

  private func drawNothing(on canvas: inout Canvas, in rect: Rect, _ context: RenderContext) {
    let text =
      lines == nil
      ? context.language.say(RecordPhrase.loading)
      : lines?.isEmpty == true ? context.language.say(.noLog) : context.language.say(.noMatchingLines(filter?.text.printable ?? ""))
    Placeholder.draw(
      [StyledText(text, .muted)], on: &canvas, in: Rect(column: rect.column + 1, row: rect.row, columns: rect.columns - 2, rows: rect.rows))
  }
}
