/// The areas of a panel over the page: a thin frame with a title in its upper edge, one row for the text field, and rows below it. The size
/// does not depend on the current number of rows, so the panel does not change while the user types.
struct PanelLayout: Sendable, Hashable {
  let frame: Rect
  /// The text field; without one, the rows start here.
  let field: Rect
  let rows: Rect

  /// Lays out a panel for `rowCount` rows of `columns` columns, clipped to `area`, with a third of the free rows above it.
  init(_ area: Rect, columns: Int, rows rowCount: Int, hasField: Bool = true) {
    let fixed = hasField ? 3 : 2
    let width = min(area.columns, columns + 4)
    let height = min(area.rows, rowCount + fixed)
    frame = Rect(
      column: area.column + (area.columns - width) / 2, row: area.row + (area.rows - height) / 3, columns: width, rows: height)
    let inner = Rect(column: frame.column + 2, row: frame.row + 1, columns: width - 4, rows: height - 2)
    field = Rect(column: inner.column, row: inner.row, columns: inner.columns, rows: hasField ? min(1, inner.rows) : 0)
    rows = hasField ? inner.droppingRows(1) : inner
  }

  /// Lays out a picker. `choiceCount` is the number of choices before filtering.
  init(_ area: Rect, _ purpose: PickerModel.Purpose, choiceCount: Int) {
    switch purpose {
    case .palette, .compare, .path: self.init(area, columns: 60, rows: min(18, max(7, area.rows * 3 / 5)))
    case .theme, .language, .sort: self.init(area, columns: 32, rows: max(1, choiceCount))
    }
  }
}
