/// The areas of the search page.
struct SearchLayout: Sendable, Hashable {
  /// One row: the text field and the number of matches.
  let field: Rect
  /// One row for notes about the result. Reserved even when empty, so that the rows below do not move.
  let note: Rect
  let rows: Rect

  init(_ pane: Rect) {
    func row(_ index: Int) -> Rect {
      Rect(column: pane.column, row: pane.row + index, columns: pane.columns, rows: pane.rows > index ? 1 : 0)
    }
    field = row(0)
    note = row(1)
    rows = pane.droppingRows(2)
  }
}
