/// The areas of the record page.
struct RecordPane: Sendable, Hashable {
  /// One row: the name, with the reference at its end.
  let title: Rect
  /// The kind and the freshness; `nil` on screens with few rows.
  let subtitle: Rect?
  /// The fields; they scroll.
  let content: Rect

  init(_ pane: Rect) {
    let inner = Rect(column: pane.column + min(2, pane.columns), row: pane.row, columns: pane.columns - 3, rows: pane.rows)
    title = Rect(column: inner.column, row: inner.row, columns: inner.columns, rows: min(1, inner.rows))
    let isRoomy = pane.rows >= 14
    subtitle = isRoomy ? Rect(column: inner.column, row: inner.row + 1, columns: inner.columns, rows: 1) : nil
    content = inner.droppingRows(isRoomy ? 3 : 1)
  }
}
