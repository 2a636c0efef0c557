import Localization
import Models
import Presentation
import Text

/// A selected row and the window of rows around it.
struct Scroller: Sendable, Hashable {
  private(set) var selection = 0
  /// The first row in the window.
  private(set) var top = 0

  /// Selects `row`, or the first or last of `count`, and scrolls it into the window of `height` rows.
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

  /// Moves the selection, or scrolls without one, as a key or the wheel says. Returns `false` for other events.
  mutating func handle(_ event: PageEvent, count: Int, height: Int, selects: Bool = true) -> Bool {
    switch event {
    case .action(let action):
      guard let rows = action.movement(page: height - 1) else { return false }
      if selects { select(selection + rows, count: count, height: height) } else { scroll(by: rows, count: count, height: height) }
    case .scroll(let rows): scroll(by: rows, count: count, height: height)
    default: return false
    }
    return true
  }

  private mutating func clamp(count: Int, height: Int) {
    let height = max(1, height)
    if selection < top { top = selection }
    if selection >= top + height { top = selection - height + 1 }
    top = min(max(0, top), max(0, count - height))
  }
}

/// The selected row of a list, and the filter of its rows.
struct ListCursor: Sendable, Hashable {
  var scroller = Scroller()
  var filter = FilterField()

  /// What an event has changed, or what it asks for.
  enum Change: Sendable { case moved, opens, focused, filtered, cleared }

  /// Handles what moves the selection, opens its record or changes the filter; `nil` for other events.
  mutating func handle(_ event: PageEvent, count: Int, height: Int) -> Change? {
    if scroller.handle(event, count: count, height: height) { return .moved }
    switch event {
    case .click(let row):
      let isSecond = row == scroller.selection && !filter.isTyping
      filter.endTyping()
      scroller.select(row, count: count, height: height)
      return isSecond ? .opens : .moved
    case .edit(let edit): return filter.apply(edit) ? .filtered : .focused
    case .action(.open), .action(.right): return filter.accept() ? .focused : .opens
    case .action(.cancel): return filter.clear() ? .cleared : nil
    case .action(.filter):
      filter.focus()
      return .focused
    default: return nil
    }
  }
}

extension Canvas {
  /// Draws a star before a favourite, an arrow before the selected row and a dot before a marked record.
  mutating func putMarks(of reference: Reference?, in line: Rect, _ selection: Selection, _ context: RenderContext) {
    if selection != .none { put("▸", .title, column: line.column + 1, row: line.row, width: 1, selected: selection) }
    guard let reference else { return }
    if context.explorer.isFavourite(reference) { put("★", .title, column: line.column, row: line.row, width: 1, selected: selection) }
    if context.explorer.marked.contains(reference) {
      put("•", .good, column: line.column + 2, row: line.row, width: 1, selected: selection)
    }
  }

  /// Draws the rows of a list in the window of `scroller`: selection, marks and scroll arrows, and everything else by `draw`. Beside a record,
  /// only its own row is selected.
  mutating func drawRows(
    _ count: Int, _ scroller: Scroller, in rect: Rect, isActive: Bool, _ context: RenderContext, hasSelection: Bool = true,
    reference: (Int) -> Reference?, canSelect: (Int) -> Bool = { _ in true }, draw: (inout Canvas, Rect, Int, Selection) -> Void
  ) {
    let shown = context.explorer.recordBesideRoot
    let visible = scroller.top..<max(scroller.top, min(count, scroller.top + rect.rows))
    for index in visible {
      let line = rect.line(index - scroller.top)
      let record = reference(index)
      let isSelected = hasSelection && canSelect(index) && shown.map { record == $0 } ?? (index == scroller.selection)
      let selection = Selection(isSelected, isActive: isActive)
      if canSelect(index) {
        select(line, selection)
        mark(line, as: .listRow(index))
        putMarks(of: record, in: line, selection, context)
      }
      let isBelow = index == scroller.top + rect.rows - 1 && index < count - 1
      if isBelow || (index == scroller.top && index > 0) {
        put(isBelow ? "↓" : "↑", .muted, column: line.column + line.columns - 1, row: line.row, width: 1, selected: selection)
      }
      draw(&self, line, index, selection)
    }
  }

  /// Draws an arrow in the first or the last row of a window if lines are hidden above or below it; `top` is its first line.
  mutating func putScrollArrows(column: Int, in window: Rect, top: Int, of count: Int) {
    if top > 0 { put("↑", .muted, column: column, row: window.row, width: 1) }
    guard top + window.rows < count, window.rows > 0 else { return }
    put("↓", .muted, column: column, row: window.row + window.rows - 1, width: 1)
  }

  /// Returns the number of a row, counted from 1, and of all rows: `12/82`; empty if there is no such row.
  static func position(_ number: Int, of count: Int, _ context: RenderContext) -> String {
    guard (1...max(1, count)).contains(number), count > 0 else { return "" }
    return "\(context.language.figures.integer(number))/\(context.language.figures.integer(count))"
  }
}

/// The rest of a row whose parts are drawn from both ends, with gaps between them.
struct TitleRow {
  static let gap = 2

  private(set) var rest: Rect

  init(_ rect: Rect) { rest = rect.line(0) }

  mutating func put(_ text: StyledText, on canvas: inout Canvas, gap: Int = gap) {
    if rest.columns > 0 { rest = rest.inset(left: canvas.put(text, in: rest) + gap) }
  }

  /// Draws a part at the end, unless it would leave fewer than `room` columns.
  mutating func putAtEnd(_ text: StyledText, on canvas: inout Canvas, leaving room: Int = 0) {
    guard text.columns > 0, text.columns + room <= rest.columns else { return }
    canvas.put(text, in: rest.inset(left: rest.columns - text.columns))
    rest = rest.inset(left: 0, right: text.columns + Self.gap)
  }
}
