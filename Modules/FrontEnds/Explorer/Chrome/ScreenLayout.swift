public import Presentation

/// A part of a screen. `column` and `row` count from 0 at the upper left.
public struct Rect: Sendable, Hashable {
  public var column, row, columns, rows: Int

  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// Without so many rows at its top.
  public func droppingRows(_ count: Int) -> Rect {
    Rect(column: column, row: row + min(count, rows), columns: columns, rows: rows - count)
  }
}

/// Which part of a screen is for what. Updates scroll by it and front-ends draw by it, so that they agree.
public struct ScreenLayout: Sendable, Hashable {
  public static let smallest = Viewport(columns: 40, rows: 12)
  /// From here on list and detail stand side by side.
  public static let wide = 100

  public let viewport: Viewport
  /// One row: the tabs, and on wide screens the state of the bus.
  public let header: Rect
  /// One row: keys, and on narrow screens the state of the bus.
  public let footer: Rect
  /// Between header and footer, without the rules.
  public let body: Rect
  /// The left pane; the whole body where there is one pane.
  public let list: Rect
  /// The right pane; the whole body where there is one pane.
  public let detail: Rect
  /// Rows of the horizontal rules below the header and above the footer; none on low screens.
  public let rules: [Int]
  /// The column of the rule between the panes.
  public let divider: Int?

  /// All of it, for what needs the screen for itself.
  public var whole: Rect { Rect(column: 0, row: 0, columns: viewport.columns, rows: viewport.rows) }
  public var isTooSmall: Bool { viewport.columns < Self.smallest.columns || viewport.rows < Self.smallest.rows }
  public var isWide: Bool { divider != nil }

  public init(_ viewport: Viewport) {
    self.viewport = viewport
    let (columns, rows) = (viewport.columns, viewport.rows)
    header = Rect(column: 0, row: 0, columns: columns, rows: min(1, rows))
    footer = Rect(column: 0, row: max(0, rows - 1), columns: columns, rows: rows > 1 ? 1 : 0)
    let ruled = rows >= 16
    rules = ruled ? [1, rows - 2] : []
    let inset = ruled ? 2 : 1
    body = Rect(column: 0, row: inset, columns: columns, rows: rows - 2 * inset)
    guard columns >= Self.wide else {
      (list, detail, divider) = (body, body, nil)
      return
    }
    // The list has what its columns need, the detail the rest; on very wide screens lines of text stay readable.
    let left = min(max(columns * 9 / 20, 48), 96)
    list = Rect(column: 0, row: body.row, columns: left, rows: body.rows)
    detail = Rect(column: left + 1, row: body.row, columns: columns - left - 1, rows: body.rows)
    divider = left
  }
}
