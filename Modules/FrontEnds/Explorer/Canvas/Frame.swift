public import Presentation

/// A whole screen at one moment, and what can be pointed at on it.
public struct Frame: Sendable, Hashable {
  public let columns, rows: Int
  /// Row by row.
  public var cells: [Cell]
  /// Where the cursor stands while text is typed; `nil` hides it.
  public var cursor: (column: Int, row: Int)? { cursorPlace.map { ($0 % max(1, columns), $0 / max(1, columns)) } }
  private var cursorPlace: Int?
  /// Later ones lie on top.
  private var spots: [Area] = []

  private struct Area: Sendable, Hashable {
    let rect: Rect
    let spot: Spot
  }

  public init(_ viewport: Viewport) {
    columns = max(0, viewport.columns)
    rows = max(0, viewport.rows)
    cells = Array(repeating: Cell(), count: columns * rows)
  }

  public subscript(row row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  public mutating func showCursor(column: Int, row: Int) {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
    cursorPlace = row * columns + column
  }

  /// The same to the eye, whatever can be pointed at.
  package func looksLike(_ other: Frame) -> Bool {
    columns == other.columns && rows == other.rows && cursorPlace == other.cursorPlace && cells == other.cells
  }

  public mutating func mark(_ rect: Rect, as spot: Spot) { spots.append(Area(rect: rect, spot: spot)) }

  /// What is pointed at there.
  public func spot(column: Int, row: Int) -> Spot? {
    spots.last { area in
      let rect = area.rect
      return (rect.column..<rect.column + rect.columns).contains(column) && (rect.row..<rect.row + rect.rows).contains(row)
    }?.spot
  }
}
