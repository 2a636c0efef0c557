/// Where a panel lies over the page: a thin frame, a title in its upper edge, one row for the field, and rows below it. Its size does not
/// depend on how many rows there are just now, so that it never jumps while one types.
public struct PanelLayout: Sendable, Hashable {
  public let frame: Rect
  /// Without a field the rows begin where it would be.
  public let field: Rect
  public let rows: Rect

  /// A panel for `wanted` rows that are `columns` wide, as much of it as fits into `area`, a third of the free rows above it.
  public init(_ area: Rect, columns: Int, rows wanted: Int, hasField: Bool = true) {
    let fixed = hasField ? 3 : 2
    let width = min(area.columns, columns + 4)
    let height = min(area.rows, wanted + fixed)
    frame = Rect(
      column: area.column + (area.columns - width) / 2, row: area.row + (area.rows - height) / 3, columns: width, rows: height)
    let inner = Rect(column: frame.column + 2, row: frame.row + 1, columns: width - 4, rows: height - 2)
    field = Rect(column: inner.column, row: inner.row, columns: inner.columns, rows: hasField ? min(1, inner.rows) : 0)
    rows = hasField ? inner.droppingRows(1) : inner
  }

  /// `offered` is how much there is to choose from where nothing is typed.
  public init(_ area: Rect, _ purpose: PickerModel.Purpose, offered: Int) {
    switch purpose {
    case .palette, .compare, .path: self.init(area, columns: 60, rows: min(18, max(7, area.rows * 3 / 5)))
    case .theme, .language, .sort: self.init(area, columns: 32, rows: max(1, offered))
    }
  }
}
