public import Presentation

/// The cells of a whole screen and the areas that react to the mouse.
public struct Frame: Sendable, Hashable {
  public let columns, rows: Int
  /// Cells, row by row.
  public var cells: [Cell]
  /// The position of the text cursor; `nil` hides the cursor.
  public var cursor: (column: Int, row: Int)? { cursorIndex.map { ($0 % max(1, columns), $0 / max(1, columns)) } }
  private var cursorIndex: Int?
  /// Hit areas; later areas lie on top of earlier ones.
  private var areas: [HitArea] = []

  private struct HitArea: Sendable, Hashable {
    let rect: Rect
    let target: HitTarget
  }

  public init(_ viewport: Viewport) {
    columns = max(0, viewport.columns)
    rows = max(0, viewport.rows)
    cells = Array(repeating: Cell(), count: columns * rows)
  }

  public subscript(row row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  mutating func showCursor(column: Int, row: Int) {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
    cursorIndex = row * columns + column
  }

  /// Whether both frames look the same; hit areas are ignored.
  package func looksSame(as other: Frame) -> Bool {
    columns == other.columns && rows == other.rows && cursorIndex == other.cursorIndex && cells == other.cells
  }

  mutating func mark(_ rect: Rect, as target: HitTarget) { areas.append(HitArea(rect: rect, target: target)) }

  /// Returns the topmost hit target at that position.
  public func hitTarget(column: Int, row: Int) -> HitTarget? {
    areas.last { area in
      let rect = area.rect
      return (rect.column..<rect.column + rect.columns).contains(column) && (rect.row..<rect.row + rect.rows).contains(row)
    }?.target
  }
}

/// One cell of a screen.
public struct Cell: Sendable, Hashable {
  /// The character in the cell. A wide character is followed by a cell with ``isContinuation``.
  public var character: Character
  public var style: Style
  /// Whether the cell is the right half of the wide character before it.
  public var isContinuation: Bool

  public init(_ character: Character = " ", _ style: Style = .plain, isContinuation: Bool = false) {
    self.character = character
    self.style = style
    self.isContinuation = isContinuation
  }
}
