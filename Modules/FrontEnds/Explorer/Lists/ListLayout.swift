/// The areas of the list page.
struct ListLayout: Sendable, Hashable {
  /// One row: title, count, sort order and filter.
  let title: Rect
  /// The column headings, without which numbers have no meaning; `nil` in panes with fewer rows than the smallest screen has.
  let headings: Rect?
  let rows: Rect

  /// Columns before the text of a row, for the selection and the mark.
  static let margin = 3

  init(_ pane: Rect) {
    title = Rect(column: pane.column, row: pane.row, columns: pane.columns, rows: min(1, pane.rows))
    let below = pane.droppingRows(1)
    let hasHeadings = pane.rows >= 10
    headings = hasHeadings ? Rect(column: below.column, row: below.row, columns: below.columns, rows: 1) : nil
    rows = below.droppingRows(hasHeadings ? 1 : 0)
  }

  /// Columns available for the text of a row.
  var columns: Int { Self.textColumns(in: rows.columns) }

  /// Returns the columns for the text of a row of `columns` columns: without the margin, and without the column of the scroll arrow and
  /// the space before it.
  static func textColumns(in columns: Int) -> Int { max(0, columns - margin - 2) }
}
