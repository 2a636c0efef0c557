import Contracts
import Localization
import Presentation
import TerminalText

/// The title row of the search page: `Search  sky     22 results  3/22`. Where the title leaves too little room for the prompt of the field,
/// a slash stands for it.
struct SearchTitle {
  /// Width of the field that the number of results leaves.
  private static let leastFieldWidth = 12

  private let model: SearchModel
  private let context: RenderContext

  init(_ model: SearchModel, _ context: RenderContext) {
    self.model = model
    self.context = context
  }

  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool) {
    guard rect.rows > 0 else { return }
    canvas.mark(rect, as: .action(.search))
    var end = rect.column + rect.columns - 1
    let column = rect.column + 1 + canvas.put(title, column: rect.column + 1, row: rect.row, width: rect.columns - 2)
    canvas.putAtEnd(StyledText(state(within: end - column), .muted), after: column, before: &end, row: rect.row)
    canvas.put(
      model.field, prompt: prompt, column: column, row: rect.row, width: end - column, isActive: isActive && model.isTyping,
      isSelected: model.replacesText)
  }

  /// Draws the title across the whole screen while the user types more than fits into the pane.
  func drawAcross(on canvas: inout Canvas) {
    let (pane, body) = (context.layout.list, context.layout.body)
    let room = pane.columns - 2 - title.columns
    let state = state(within: room)
    let text = model.field.text.isEmpty ? prompt : model.field.text.printable + " "
    guard model.isTyping, text.columns > room - (state.isEmpty ? 0 : state.columns + Canvas.titleGap) else { return }
    let rect = Rect(column: body.column, row: body.row, columns: body.columns, rows: min(1, body.rows))
    canvas.fill(rect, canvas.theme.style(.text))
    draw(on: &canvas, in: rect, isActive: true)
  }

  private var prompt: String { context.language.say(.searchPrompt) }

  /// The title and the space behind it, which depend on the width of the pane only, so that the text never moves.
  private var title: StyledText {
    let word = context.language.say(ChromePhrase.search) + "  "
    return word.columns + prompt.columns <= context.layout.list.columns - 2 ? StyledText(word, .title) : StyledText("/ ", .key)
  }

  /// Returns the number of results and the position, or one of them, or nothing, whichever leaves room for the field.
  private func state(within columns: Int) -> String {
    let (count, position) = (count, position)
    let both = [count, position].filter { !$0.isEmpty }.joined(separator: "  ")
    if both.columns + Canvas.titleGap + ListTitle.leastFilterWidth <= columns { return both }
    // The position has the number of rows, which is that of the results unless there are more than are shown.
    let one = position.isEmpty ? count : position
    return one.columns + Canvas.titleGap + Self.leastFieldWidth <= columns ? one : ""
  }

  /// Whether a search takes so long that this is said in place of the number of results.
  private var isSlow: Bool { model.isBusy && !model.rows.isEmpty && context.explorer.monitor.showsPendingIndicator }

  /// The number of matches. The previous number stays until the new one arrives, to avoid flicker while typing, unless the search is slow.
  private var count: String {
    if isSlow { return context.language.say(.searching) }
    guard case .answer(let answer) = model.content else { return "" }
    let shown = answer.matches.count
    return context.language.say(answer.count > shown ? .best(shown, of: answer.count) : .found(answer.count))
  }

  /// The selected row of the results. While the user types, and among the sections of the first screen, the position means nothing.
  private var position: String {
    model.isTyping || model.isStartPage || isSlow ? "" : Canvas.position(of: model.scroller, model.rows.count, context)
  }
}
