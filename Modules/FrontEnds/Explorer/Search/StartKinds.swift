import Localization
import Presentation
import TerminalText

/// The kinds of the catalogue with their keys and numbers of records, in columns of equal width, row by row.
struct StartKinds {
  private struct Cell {
    let tab: Int
    let key, title, count: String
  }

  private let cells: [Cell]
  private let keyWidth, titleWidth, countWidth, perRow: Int
  private let title: String

  /// Rows including the heading; 0 without kinds.
  var rows: Int { cells.isEmpty ? 0 : 1 + (cells.count + perRow - 1) / perRow }

  init(_ context: RenderContext, columns: Int) {
    let explorer = context.explorer
    let isTyping = explorer.page.model.isTyping
    let cells = explorer.tabs.enumerated().compactMap { index, tab -> Cell? in
      guard case .list(let list) = tab.root else { return nil }
      let action = Action(rawValue: "tab-\(index + 1)")
      let key = action.flatMap { isTyping ? context.keys.typingHint(for: $0) : context.keys.hint(for: $0) } ?? ""
      return Cell(
        tab: index, key: key, title: explorer.title(of: tab), count: list.pages.count.map { context.language.figures.integer($0) } ?? "")
    }
    self.cells = cells
    title = context.language.say(.catalogue)
    keyWidth = cells.reduce(1) { max($0, $1.key.columns) } + 1
    titleWidth = cells.reduce(0) { max($0, $1.title.columns) } + 2
    // The titles keep their places when the counts arrive.
    countWidth = cells.reduce(3) { max($0, $1.count.columns) }
    let fitting = max(1, (columns + StartPanel.gap) / (keyWidth + titleWidth + countWidth + StartPanel.gap))
    // Rows of nearly equal length.
    let rows = max(1, (cells.count + fitting - 1) / fitting)
    perRow = max(1, (cells.count + rows - 1) / rows)
  }

  func draw(on canvas: inout Canvas, column: Int, row: Int) {
    let width = keyWidth + titleWidth + countWidth
    canvas.put(title, .title, column: column, row: row, width: width)
    for (index, cell) in cells.enumerated() {
      let start = column + index % perRow * (width + StartPanel.gap)
      let line = row + 1 + index / perRow
      canvas.put(cell.key, .key, column: start, row: line, width: keyWidth)
      canvas.put(cell.title, column: start + keyWidth, row: line, width: titleWidth)
      canvas.put(cell.count, .muted, column: start + width - cell.count.columns, row: line, width: cell.count.columns)
      canvas.mark(Rect(column: start, row: line, columns: width, rows: 1), as: .tab(cell.tab))
    }
  }
}
