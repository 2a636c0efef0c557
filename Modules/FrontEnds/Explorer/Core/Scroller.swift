/// A selection in rows of which a window is shown.
public struct Scroller: Sendable, Hashable {
  /// The selected row.
  public private(set) var selection = 0
  /// The first row in the window.
  public private(set) var top = 0

  public init() {}

  /// Moves the selection by `rows` and keeps it within `count` and in the window of `height` rows.
  public mutating func move(by rows: Int, count: Int, height: Int) { select(selection + rows, count: count, height: height) }

  public mutating func select(_ row: Int, count: Int, height: Int) {
    selection = min(max(0, row), max(0, count - 1))
    settle(count: count, height: height)
  }

  /// Moves the window, and the selection only as far as it must to stay in it.
  public mutating func scroll(by rows: Int, count: Int, height: Int) {
    top = min(max(0, top + rows), max(0, count - height))
    selection = min(max(selection, top), max(top, min(count, top + height) - 1))
  }

  /// After rows came or went above the selection: the selected row stays where it is on the screen.
  public mutating func follow(to row: Int, count: Int, height: Int) {
    top += row - selection
    selection = row
    settle(count: count, height: height)
  }

  private mutating func settle(count: Int, height: Int) {
    let height = max(1, height)
    if selection < top { top = selection }
    if selection >= top + height { top = selection - height + 1 }
    top = min(max(0, top), max(0, count - height))
  }
}
