/// The areas of the search page.
struct SearchLayout: Sendable, Hashable {
  /// One row: the text field and the number of matches.
  let field: Rect
  /// One row for notes about the result. Reserved even when empty, so that the rows below do not move.
  let note: Rect
  let rows: Rect
  /// What the first screen says below the rows; empty elsewhere.
  let panel: Rect

  /// Maximum number of rows of the panel, with and without the catalogue; at most 45 % or a third of the pane.
  private static let maxPanelRows = (short: 8, tall: 16)

  /// Whether there is room for the catalogue in the panel, and for suggestions below the last search.
  static func isTall(_ pane: Rect) -> Bool { pane.rows >= 30 }

  init(_ pane: Rect, hasPanel: Bool = false) {
    func row(_ index: Int) -> Rect {
      Rect(column: pane.column, row: pane.row + index, columns: pane.columns, rows: pane.rows > index ? 1 : 0)
    }
    field = row(0)
    note = row(1)
    let below = pane.droppingRows(2)
    let fitting = Self.isTall(pane) ? min(Self.maxPanelRows.tall, below.rows * 9 / 20) : min(Self.maxPanelRows.short, below.rows / 3)
    let panelRows = hasPanel ? fitting : 0
    rows = Rect(column: below.column, row: below.row, columns: below.columns, rows: below.rows - panelRows)
    panel = Rect(column: below.column, row: below.row + rows.rows, columns: below.columns, rows: panelRows)
  }
}
