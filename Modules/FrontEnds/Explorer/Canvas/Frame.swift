public import Presentation

/// The cells of a whole screen and the areas that react to the mouse.
public struct Frame: Sendable, Hashable {
  public let columns, rows: Int
  /// Cells, row by row.
  public var cells: [Cell]
  /// The text cursor; `nil` if it is hidden.
  public var cursor: (column: Int, row: Int)? { cursorIndex.map { ($0 % max(1, columns), $0 / max(1, columns)) } }
  private var cursorIndex: Int?
  /// Hit areas; later areas lie on top of earlier ones.
  private var areas: [HitArea] = []

  private struct HitArea: Sendable, Hashable {
    let rect: Rect, target: HitTarget
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

/// A rectangle of cells. `column` and `row` count from 0 at the upper left corner.
struct Rect: Sendable, Hashable {
  var column, row, columns, rows: Int

  init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  func droppingRows(_ count: Int) -> Rect {
    Rect(column: column, row: row + min(count, rows), columns: columns, rows: rows - count)
  }

  func line(_ index: Int) -> Rect { Rect(column: column, row: row + index, columns: columns, rows: 1) }

  func inset(left: Int, right: Int = 0) -> Rect {
    Rect(column: column + min(left, columns), row: row, columns: columns - left - right, rows: rows)
  }
}

/// The areas of the screen. Updates scroll by this layout and drawing uses the same one, so both always agree.
struct ScreenLayout: Sendable, Hashable {
  static let minimumSize = Viewport(columns: 40, rows: 12)
  /// Minimum width, in columns, for showing the list and the detail side by side.
  static let twoPaneWidth = 100

  let viewport: Viewport
  /// The top row, the bottom row, and the area between them without the rules.
  let header, footer, body: Rect
  /// The left and the right pane; the whole body when there is only one pane.
  let list, detail: Rect
  /// The rows of the horizontal rules; empty on low screens.
  let rules: [Int]
  /// The column between the panes; `nil` when there is only one pane.
  let divider: Int?
  /// Whether the active pane uses the whole body although there is room for two.
  let isZoomed: Bool

  var full: Rect { Rect(column: 0, row: 0, columns: viewport.columns, rows: viewport.rows) }
  var isTooSmall: Bool { viewport.columns < Self.minimumSize.columns || viewport.rows < Self.minimumSize.rows }
  var isWide: Bool { viewport.columns >= Self.twoPaneWidth }
  var hasTwoPanes: Bool { divider != nil }

  init(_ viewport: Viewport, isZoomed: Bool = false) {
    self.viewport = viewport
    self.isZoomed = isZoomed
    let (columns, rows) = (viewport.columns, viewport.rows)
    header = Rect(column: 0, row: 0, columns: columns, rows: min(1, rows))
    footer = Rect(column: 0, row: max(0, rows - 1), columns: columns, rows: rows > 1 ? 1 : 0)
    let hasRules = rows >= 16
    rules = hasRules ? [1, rows - 2] : []
    let inset = hasRules ? 2 : 1
    body = Rect(column: 0, row: inset, columns: columns, rows: rows - 2 * inset)
    guard columns >= Self.twoPaneWidth, !isZoomed else {
      (list, detail, divider) = (body, body, nil)
      return
    }
    // The list gets 45 % of the width, at least 48 and at most 96 columns; the detail gets the rest.
    let left = min(max(columns * 9 / 20, 48), 96)
    list = Rect(column: 0, row: body.row, columns: left, rows: body.rows)
    detail = Rect(column: left + 1, row: body.row, columns: columns - left - 1, rows: body.rows)
    divider = left
  }
}
