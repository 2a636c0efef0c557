/// Which part of the search's pane is for what.
public struct SearchLayout: Sendable, Hashable {
  /// One row: the field, and how many were found.
  public let field: Rect
  /// One row: what is to be known of the answer. It is there when it says nothing, too, so that the rows below never jump.
  public let note: Rect
  public let rows: Rect

  public init(_ pane: Rect) {
    func row(_ index: Int) -> Rect {
      Rect(column: pane.column, row: pane.row + index, columns: pane.columns, rows: pane.rows > index ? 1 : 0)
    }
    field = row(0)
    note = row(1)
    rows = pane.droppingRows(2)
  }
}
