import Localization
import Presentation
import TerminalText

extension LogModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    guard rect.rows > 0 else { return }
    let body = rect.droppingRows(1)
    let last = drawLines(on: &canvas, in: body, context)
    drawTitle(on: &canvas, in: rect, position: Canvas.position(last, of: matching.count, context), isActive: isActive, context)
    if matching.isEmpty { drawNothing(on: &canvas, in: body, context) }
  }

  /// Draws as many lines as fit and returns the number of the last one, counted from 1.
  private func drawLines(on canvas: inout Canvas, in body: Rect, _ context: RenderContext) -> Int {
    let width = Self.textColumns(body)
    var row = body.row
    let end = body.row + body.rows
    var number = top ?? lastTop(matching, context.layout)
    for line in matching.dropFirst(number) where row < end {
      for text in LogLine.rows(of: line, highlighting: words, columns: width, limit: end - row) {
        canvas.put(text, column: body.column + 1, row: row, width: width)
        row += 1
      }
      number += 1
    }
    return number
  }

  /// Draws the title, the filter, and at the end whether the page follows the log, and the last line on the screen.
  private func drawTitle(on canvas: inout Canvas, in rect: Rect, position: String, isActive: Bool, _ context: RenderContext) {
    let title = context.language.say(.log(of: process.printable))
    let state = isFollowing ? StyledText("● ", .good) + StyledText(context.language.say(.following), .muted) : StyledText()
    var column = rect.column + 1
    var end = rect.column + rect.columns - 1
    let fixed = title.columns + 2 + (state.columns == 0 ? 0 : state.columns + 2) + (filter == nil ? 0 : ListTitle.leastFilterWidth)
    canvas.putAtEnd(StyledText(position, .muted), after: column + fixed, before: &end, row: rect.row)
    end -= state.columns
    canvas.put(state, column: end, row: rect.row, width: state.columns)
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
