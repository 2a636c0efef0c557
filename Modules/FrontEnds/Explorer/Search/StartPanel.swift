import Localization
import Presentation
import Text

/// The lower part of the first screen: the kinds of the catalogue on a tall screen, the line of the day, and what one can do, as keys that
/// can be clicked.
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
    let heads = line.prefix(rect.rows >= 4 ? 2 : rect.rows)
    let lineRows = heads.isEmpty ? 0 : heads.count + 1
    var actions = actions(context, columns: width, hasKinds: true)
    let kinds = kinds(context, columns: width)
    // An empty row is above the panel, and between its parts.
    let showsKinds =
      SearchLayout.isTall(context.layout.list) && !kinds.cells.isEmpty && kinds.rows + 2 + lineRows + actions.rows < rect.rows
    if !showsKinds { actions = self.actions(context, columns: width, hasKinds: false) }
    var row = rect.row
    if rect.rows >= 4 { row += max(1, rect.rows - (showsKinds ? kinds.rows + 2 : 0) - lineRows - actions.rows) }
    if showsKinds {
      canvas.put(context.language.say(.catalogue), .title, column: rect.column + 1, row: row, width: width)
      kinds.draw(on: &canvas, column: rect.column + 1, row: row + 1, rows: kinds.rows, width: width)
      row += kinds.rows + 2
    }
    for text in heads {
      canvas.put(text, .muted, column: rect.column + 1, row: row, width: width)
      row += 1
    }
    guard rect.rows >= 4 else { return }
    if !heads.isEmpty { row += 1 }
    actions.draw(on: &canvas, column: rect.column + 1, row: row, rows: rect.row + rect.rows - row, width: width)
  }

  /// Texts that can be clicked, row by row: in columns of equal width, or one behind the other in a single row.
  private struct Grid {
    var cells: [(text: StyledText, target: HitTarget)] = []
    var perRow = 1
    /// Distance of the columns; `nil` for a single row.
    var stride: Int?
    var rows: Int { (cells.count + perRow - 1) / perRow }

    func draw(on canvas: inout Canvas, column start: Int, row: Int, rows: Int, width: Int) {
      var column = start
      for (index, cell) in cells.prefix(max(0, perRow * rows)).enumerated() {
        if let stride { column = start + index % perRow * stride }
        let used = canvas.put(cell.text, column: column, row: row + index / perRow, width: min(width, cell.text.columns))
        canvas.mark(Rect(column: column, row: row + index / perRow, columns: used, rows: 1), as: cell.target)
        column += used + StartPanel.gap
      }
    }
  }

  /// Returns the keys, in one row if they fit. `hasKinds` means that those of the kinds are listed elsewhere.
  private static func actions(_ context: RenderContext, columns: Int, hasKinds: Bool) -> Grid {
    let explorer = context.explorer
    let keys = actions.compactMap { action -> (action: Action, key: String, text: String)? in
      guard explorer.applies(action), !(hasKinds && action == .tab1), let key = context.pageHint(for: action) else { return nil }
      guard let tab = action.tab else { return (action, key, context.language.say(action.phrase)) }
      return explorer.tabs.indices.contains(tab) ? (action, key, explorer.title(of: explorer.tabs[tab])) : nil
    }
    func cells(keyWidth: Int) -> [(text: StyledText, target: HitTarget)] {
      keys.map { (StyledText($0.key.padded(to: keyWidth) + " ", .key) + StyledText($0.text, .muted), .action($0.action)) }
    }
    let inOneRow = cells(keyWidth: 0)
    guard inOneRow.reduce(-gap, { $0 + $1.text.columns + gap }) > columns else { return Grid(cells: inOneRow, perRow: max(1, keys.count)) }
    // Names that stand below each other are aligned.
    let aligned = cells(keyWidth: keys.map(\.key.columns).max() ?? 0)
    let stride = (aligned.map(\.text.columns).max() ?? 0) + gap
    return Grid(cells: aligned, perRow: max(1, (columns + gap) / stride), stride: stride)
  }

  /// Returns the kinds of the catalogue with their keys and numbers of records, in rows of nearly equal length.
  private static func kinds(_ context: RenderContext, columns: Int) -> Grid {
    let explorer = context.explorer
    let kinds = explorer.tabs.enumerated().compactMap { index, tab -> (tab: Int, key: String, title: String, count: String)? in
      guard case .list(let list) = tab.root else { return nil }
      let key = Action(rawValue: "tab-\(index + 1)").flatMap(context.pageHint) ?? ""
      return (index, key, explorer.title(of: tab), list.pages.count.map { context.language.figures.integer($0) } ?? "")
    }
    let keyWidth = kinds.reduce(1) { max($0, $1.key.columns) } + 1
    let titleWidth = kinds.reduce(0) { max($0, $1.title.columns) } + 2
    // The titles keep their places when the counts arrive.
    let countWidth = kinds.reduce(3) { max($0, $1.count.columns) }
    let stride = keyWidth + titleWidth + countWidth + gap
    let fitting = max(1, (columns + gap) / stride)
    let rows = max(1, (kinds.count + fitting - 1) / fitting)
    let cells = kinds.map { kind -> (text: StyledText, target: HitTarget) in
      let count = StyledText(kind.count.padded(to: countWidth, .trailing), .muted)
      return (StyledText(kind.key.padded(to: keyWidth), .key) + StyledText(kind.title.padded(to: titleWidth)) + count, .tab(kind.tab))
    }
    return Grid(cells: cells, perRow: max(1, (kinds.count + rows - 1) / rows), stride: stride)
  }
}
