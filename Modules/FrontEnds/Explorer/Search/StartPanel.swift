import Localization
import Presentation
import TerminalText

/// The lower part of the first screen: the line of the day, and what one can do, as keys that can be clicked.
enum StartPanel {
  /// The actions that are offered, most useful first. Those without an effect are left out.
  private static let actions: [Action] = [
    .search, .palette, .help, .random, .favourite, .mark, .compare, .path, .theme, .language, .tab1, .tab8, .tab9,
  ]
  private static let gap = 3

  static func draw(on canvas: inout Canvas, in rect: Rect, _ context: RenderContext) {
    guard rect.rows > 0 else { return }
    let width = rect.columns - 2
    let line = context.explorer.day.map { context.language.say(.lineOfTheDay($0)).wrapped(to: max(1, width)) } ?? []
    // A small screen has room for the line only.
    let isRoomy = rect.rows >= 4
    var row = rect.row + (isRoomy ? 1 : 0)
    for text in line.prefix(isRoomy ? 2 : rect.rows) {
      canvas.put(text, .muted, column: rect.column + 1, row: row, width: width)
      row += 1
    }
    if isRoomy, !line.isEmpty { row += 1 }
    drawActions(on: &canvas, Rect(column: rect.column + 1, row: row, columns: width, rows: rect.row + rect.rows - row), context)
  }

  /// Draws the keys in columns of equal width, row by row.
  private static func drawActions(on canvas: inout Canvas, _ rect: Rect, _ context: RenderContext) {
    let hints = actions.filter { context.explorer.applies($0) && exists($0, context) }.compactMap { action -> (Action, StyledText)? in
      let key = context.explorer.isTyping ? context.keys.typingHint(for: action) : context.keys.hint(for: action)
      return key.map { (action, StyledText($0.padded(to: 2), .key) + StyledText(text(of: action, context), .muted)) }
    }
    guard let widest = hints.map(\.1.columns).max(), rect.rows > 0 else { return }
    let columns = max(1, (rect.columns + gap) / (widest + gap))
    for (index, (action, text)) in hints.prefix(columns * rect.rows).enumerated() {
      let column = rect.column + index % columns * (widest + gap)
      let used = canvas.put(text, column: column, row: rect.row + index / columns, width: rect.columns)
      canvas.mark(Rect(column: column, row: rect.row + index / columns, columns: used, rows: 1), as: .action(action))
    }
  }

  private static func exists(_ action: Action, _ context: RenderContext) -> Bool {
    action.tab.map { context.explorer.tabs.indices.contains($0) } ?? true
  }

  /// Returns the title of a tab, and the name of any other action.
  private static func text(of action: Action, _ context: RenderContext) -> String {
    action.tab.map { context.explorer.title(of: context.explorer.tabs[$0]) } ?? context.language.say(action.phrase)
  }
}
