/// A selected row and the window of rows around it.
struct Scroller: Sendable, Hashable {
  /// Index of the selected row.
  private(set) var selection = 0
  /// Index of the first row in the window.
  private(set) var top = 0

  init() {}

  /// Moves the selection by `rows`, clamps it to `count` and scrolls it into the window of `height` rows.
  mutating func move(by rows: Int, count: Int, height: Int) { select(selection + rows, count: count, height: height) }

  mutating func select(_ row: Int, count: Int, height: Int) {
    selection = min(max(0, row), max(0, count - 1))
    clamp(count: count, height: height)
  }

  /// Scrolls the window and moves the selection only if it would leave the window.
  mutating func scroll(by rows: Int, count: Int, height: Int) {
    top = min(max(0, top + rows), max(0, count - height))
    selection = min(max(selection, top), max(top, min(count, top + height) - 1))
  }

  /// Moves the selection to `row` after rows were inserted or removed above it, and keeps its position on the screen.
  mutating func follow(to row: Int, count: Int, height: Int) {
    top += row - selection
    selection = row
    clamp(count: count, height: height)
  }

  private mutating func clamp(count: Int, height: Int) {
    let height = max(1, height)
    if selection < top { top = selection }
    if selection >= top + height { top = selection - height + 1 }
    top = min(max(0, top), max(0, count - height))
  }
}
