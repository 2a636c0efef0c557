/// The areas of the comparison page.
struct ComparePane: Sendable, Hashable {
  let title: Rect
  /// The record names above the columns.
  let headings: Rect
  /// The comparison rows; they scroll.
  let content: Rect

  init(_ pane: Rect) {
    let inner = Rect(column: pane.column + min(2, pane.columns), row: pane.row, columns: pane.columns - 3, rows: pane.rows)
    title = Rect(column: inner.column, row: inner.row, columns: inner.columns, rows: min(1, inner.rows))
    let isRoomy = pane.rows >= 14
    let below = inner.droppingRows(isRoomy ? 2 : 1)
    headings = Rect(column: below.column, row: below.row, columns: below.columns, rows: min(1, below.rows))
    content = below.droppingRows(isRoomy ? 2 : 1)
  }
}
