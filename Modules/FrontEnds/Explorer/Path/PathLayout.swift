/// The areas of the path page: a title, an empty row, then the stops with the relations between them.
struct PathLayout: Sendable, Hashable {
  /// Rows from one stop to the next.
  static let pitch = 2

  let title: Rect
  let rows: Rect

  init(_ pane: Rect) {
    title = Rect(column: pane.column, row: pane.row, columns: pane.columns, rows: min(1, pane.rows))
    rows = pane.droppingRows(2)
  }

  static func lines(of stops: Int) -> Int { max(0, stops * pitch - 1) }
  static func stop(onLine line: Int) -> Int { line / pitch }
}
