/// The areas of the search page.
struct SearchLayout: Sendable, Hashable {
  /// One row: the text field and the number of matches.
  let field: Rect
  /// One row for notes about the result. Reserved even when empty, so that the rows below do not move.
  let note: Rect
  let rows: Rect
  /// What the first screen says below the rows; empty elsewhere.
  let panel: Rect

  /// Maximum number of rows of the panel; at most a third of the pane.
  private static let maxPanelRows = 8

  init(_ pane: Rect, hasPanel: Bool = false) {
    func row(_ index: Int) -> Rect {
      Rect(column: pane.column, row: pane.row + index, columns: pane.columns, rows: pane.rows > index ? 1 : 0)
    }
    field = row(0)
    note = row(1)
    let below = pane.droppingRows(2)
    let panelRows = hasPanel ? min(Self.maxPanelRows, below.rows / 3) : 0
    rows = Rect(column: below.column, row: below.row, columns: below.columns, rows: below.rows - panelRows)
    panel = Rect(column: below.column, row: below.row + rows.rows, columns: below.columns, rows: panelRows)
  }
}
