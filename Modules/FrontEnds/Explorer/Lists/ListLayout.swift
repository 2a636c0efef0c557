/// Which part of a list's pane is for what.
public struct ListLayout: Sendable, Hashable {
  /// One row: what the list is, how many, in which order, what it is narrowed to.
  public let title: Rect
  /// One row over the columns; `nil` where rows are dear.
  public let headings: Rect?
  public let rows: Rect

  /// Columns before a row's text: where the selection and marks are shown.
  public static let margin = 3

  public init(_ pane: Rect) {
    title = Rect(column: pane.column, row: pane.row, columns: pane.columns, rows: min(1, pane.rows))
    let below = pane.droppingRows(1)
    let hasHeadings = pane.rows >= 14
    headings = hasHeadings ? Rect(column: below.column, row: below.row, columns: below.columns, rows: 1) : nil
    rows = below.droppingRows(hasHeadings ? 1 : 0)
  }

  /// Columns that a row's text may take.
  public var columns: Int { max(0, rows.columns - Self.margin - 1) }
}
