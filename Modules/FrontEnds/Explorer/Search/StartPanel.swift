import Localization
import Presentation
import Text

/// The lower part of the first screen: the line of the day, and what one can do, as keys that can be clicked.
enum StartPanel {
  /// The actions that are offered, most useful first. Those without an effect are left out.
  private static let actions: [Action] = [
    .search, .palette, .help, .random, .favourite, .mark, .compare, .path, .theme, .language, .tab1, .tab8, .tab9,
  ]
  private static let gap = 3

  static func draw(on canvas: inout Canvas, in rect: Rect, _ context: RenderContext) {
    guard rect.rows > 0 else { return }
    let (column, width) = (rect.column + 1, rect.columns - 2)
    let line = context.explorer.day.map { context.language.say(.lineOfTheDay($0)).wrapped(to: max(1, width)) } ?? []
    // A small screen has room for the line only.
    let heads = line.prefix(rect.rows >= 4 ? 2 : rect.rows)
    let (cells, stride) = actions(context, columns: width)
    let perRow = stride.map { max(1, (width + gap) / $0) } ?? max(1, cells.count)
    var row = rect.row
    if rect.rows >= 4 { row += max(1, rect.rows - (heads.isEmpty ? 0 : heads.count + 1) - (cells.count + perRow - 1) / perRow) }
    for text in heads {
      canvas.put(text, .muted, column: column, row: row, width: width)
      row += 1
    }
    guard rect.rows >= 4 else { return }
    if !heads.isEmpty { row += 1 }
    var next = column
    for (index, cell) in cells.prefix(max(0, perRow * (rect.row + rect.rows - row))).enumerated() {
      if let stride { next = column + index % perRow * stride }
      let used = canvas.put(cell.text, column: next, row: row + index / perRow, width: min(width, cell.text.columns))
      canvas.mark(Rect(column: next, row: row + index / perRow, columns: used, rows: 1), as: .action(cell.action))
      next += used + gap
    }
  }

  /// Returns the keys one behind the other if they fit into a row; otherwise in columns of equal width, with their distance.
  private static func actions(_ context: RenderContext, columns: Int) -> (cells: [(action: Action, text: StyledText)], stride: Int?) {
    let explorer = context.explorer
    let keys = actions.compactMap { action -> (action: Action, key: String, text: String)? in
      guard explorer.applies(action), let key = context.pageHint(for: action) else { return nil }
      guard let tab = action.tab else { return (action, key, context.language.say(action.phrase)) }
      return explorer.tabs.indices.contains(tab) ? (action, key, explorer.title(of: explorer.tabs[tab])) : nil
    }
    func cells(keyWidth: Int) -> [(action: Action, text: StyledText)] {
      keys.map { ($0.action, StyledText($0.key.padded(to: keyWidth) + " ", .key) + StyledText($0.text, .muted)) }
    }
    let inOneRow = cells(keyWidth: 0)
    guard inOneRow.reduce(-gap, { $0 + $1.text.columns + gap }) > columns else { return (inOneRow, nil) }
    // Names that stand below each other are aligned.
    let aligned = cells(keyWidth: keys.map(\.key.columns).max() ?? 0)
    return (aligned, (aligned.map(\.text.columns).max() ?? 0) + gap)
  }
}
