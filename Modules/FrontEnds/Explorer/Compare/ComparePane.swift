/// Which part of a comparison's pane is for what.
public struct ComparePane: Sendable, Hashable {
  public let title: Rect
  /// The names of the records.
  public let heads: Rect
  /// The rows; they scroll.
  public let content: Rect

  public init(_ pane: Rect) {
    let inner = Rect(column: pane.column + min(2, pane.columns), row: pane.row, columns: pane.columns - 3, rows: pane.rows)
    title = Rect(column: inner.column, row: inner.row, columns: inner.columns, rows: min(1, inner.rows))
    let isRoomy = pane.rows >= 14
    let below = inner.droppingRows(isRoomy ? 2 : 1)
    heads = Rect(column: below.column, row: below.row, columns: below.columns, rows: min(1, below.rows))
    content = below.droppingRows(isRoomy ? 2 : 1)
  }
}
