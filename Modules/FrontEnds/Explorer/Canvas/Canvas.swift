import Localization
import MessageBus
import Presentation
import Text

/// Draws text and rectangles into a ``Frame`` with the styles of a theme. Clips everything to the frame.
struct Canvas: Sendable {
  private(set) var frame: Frame
  let theme: Theme

  init(_ viewport: Viewport, theme: Theme) {
    frame = Frame(viewport)
    self.theme = theme
    fill(Rect(column: 0, row: 0, columns: viewport.columns, rows: viewport.rows), theme.style(.text))
  }

  mutating func fill(_ rect: Rect, _ style: Style, with character: Character = " ") {
    let columns = (rect.column..<rect.column + rect.columns).clamped(to: 0..<frame.columns)
    guard !columns.isEmpty else { return }
    for row in (rect.row..<rect.row + rect.rows).clamped(to: 0..<frame.rows) {
      splitWideCharacter(at: row * frame.columns + columns.lowerBound)
      if columns.upperBound < frame.columns { splitWideCharacter(at: row * frame.columns + columns.upperBound) }
      for column in columns { frame.cells[row * frame.columns + column] = Cell(character, style) }
    }
  }

  /// Writes `text` on one row, truncated to `width` columns. Returns the number of columns used.
  @discardableResult
  mutating func put(_ text: StyledText, column: Int, row: Int, width: Int, selected: Selection = .none) -> Int {
    let text = text.columns > width ? text.truncated(to: max(0, width)) : text
    guard (0..<frame.rows).contains(row) else { return text.columns }
    var position = column
    for span in text.spans {
      let plain = theme.style(span.role)
      let style = selected == .none ? plain : theme.selected(plain, isActive: selected == .active)
      for character in span.text {
        let width = character.columns
        guard width > 0 else { continue }
        defer { position += width }
        guard position >= 0, position + width <= frame.columns else { continue }
        let index = row * frame.columns + position
        splitWideCharacter(at: index)
        if position + width < frame.columns { splitWideCharacter(at: index + width) }
        frame.cells[index] = Cell(character, style)
        if width == 2 { frame.cells[index + 1] = Cell(" ", style, isContinuation: true) }
      }
    }
    return position - column
  }

  @discardableResult
  mutating func put(_ text: StyledText, in rect: Rect, selected: Selection = .none) -> Int {
    put(text, column: rect.column, row: rect.row, width: rect.columns, selected: selected)
  }

  @discardableResult
  mutating func put(_ text: String, _ role: Role = .text, column: Int, row: Int, width: Int, selected: Selection = .none) -> Int {
    put(StyledText(text, role), column: column, row: row, width: width, selected: selected)
  }

  /// How text in a selected row is drawn; `inactive` when keys go to another pane.
  enum Selection: Sendable, Hashable {
    case none, active, inactive

    init(_ isSelected: Bool, isActive: Bool) { self = !isSelected ? .none : isActive ? .active : .inactive }
  }

  /// Fills a selected row with the selection style. Call it before writing the row's text.
  mutating func select(_ rect: Rect, _ selection: Selection) {
    if selection != .none { fill(rect, theme.selected(theme.style(.text), isActive: selection == .active)) }
  }

  mutating func mark(_ rect: Rect, as target: HitTarget) { frame.mark(rect, as: target) }
  mutating func showCursor(column: Int, row: Int) { frame.showCursor(column: column, row: row) }

  /// Blanks a wide character that straddles the left edge of the cell at `index`: one of its halves is about to be overwritten.
  private mutating func splitWideCharacter(at index: Int) {
    guard index > 0, frame.cells[index].isContinuation else { return }
    frame.cells[index - 1].character = " "
    frame.cells[index].isContinuation = false
  }
}

/// The areas of a panel over the page: a thin frame with a title, one row for a text field, and rows below it.
struct PanelLayout: Sendable, Hashable {
  let frame, field, rows: Rect

  /// Lays out a panel for `rowCount` rows of `columns` columns, clipped to `area`, with a third of the free rows above it.
  init(_ area: Rect, columns: Int, rows rowCount: Int, hasField: Bool = true) {
    let width = min(area.columns, columns + 4)
    let height = min(area.rows, rowCount + (hasField ? 3 : 2))
    frame = Rect(
      column: area.column + (area.columns - width) / 2, row: area.row + (area.rows - height) / 3, columns: width, rows: height)
    let inner = Rect(column: frame.column + 2, row: frame.row + 1, columns: width - 4, rows: height - 2)
    field = Rect(column: inner.column, row: inner.row, columns: inner.columns, rows: hasField ? min(1, inner.rows) : 0)
    rows = hasField ? inner.droppingRows(1) : inner
  }
}

extension Canvas {
  /// Draws an empty panel over the page.
  mutating func draw(_ panel: PanelLayout, title: String) {
    let frame = panel.frame
    guard frame.columns >= 2, frame.rows >= 2 else { return }
    fill(frame, theme.style(.text))
    mark(frame, as: .overlay)
    let line = String(repeating: "─", count: frame.columns - 2)
    let bottom = frame.row + frame.rows - 1
    put("┌\(line)┐", .rule, column: frame.column, row: frame.row, width: frame.columns)
    put("└\(line)┘", .rule, column: frame.column, row: bottom, width: frame.columns)
    for row in frame.row + 1..<bottom {
      for column in [frame.column, frame.column + frame.columns - 1] { put("│", .rule, column: column, row: row, width: 1) }
    }
    let room = frame.columns - 6
    guard room > 0, !title.isEmpty else { return }
    put(" \(title.truncated(to: room)) ", .title, column: frame.column + 2, row: frame.row, width: room + 2)
  }

  /// Draws arrows in the frame of a panel with more rows above or below.
  mutating func drawArrows(on panel: PanelLayout, above: Bool, below: Bool) {
    let frame = panel.frame
    guard frame.columns > 6, frame.rows > 1 else { return }
    let column = frame.column + frame.columns - 5
    if above { put(" ↑ ", .key, column: column, row: frame.row, width: 3) }
    if below { put(" ↓ ", .key, column: column, row: frame.row + frame.rows - 1, width: 3) }
  }

  private static let wordmark = [
    "█ █ █▀█ █   █▀█ █▀▀ █▀█ █▀█ █▄ █",
    "█▀█ █ █ █   █ █ █   █▀▄ █ █ █ ▀█",
    "▀ ▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀ ▀ ▀▀▀ ▀  ▀",
  ]

  /// Draws the wordmark in the middle of `rect` if there is room, and stars in the empty rows of `sky`.
  mutating func putWordmark(in rect: Rect, below sky: Rect) {
    if rect.rows > Self.wordmark.count, let width = Self.wordmark.first?.count, rect.columns > width {
      let row = rect.row + (rect.rows - Self.wordmark.count + 1) / 2
      for (offset, line) in Self.wordmark.enumerated() {
        put(line, .title, column: rect.column + (rect.columns - width) / 2, row: row + offset, width: width)
      }
    }
    guard theme.hasFaintColor else { return }
    let blank = Cell(" ", theme.style(.text))
    for row in sky.row..<sky.row + sky.rows {
      let columns = sky.column..<sky.column + sky.columns
      guard columns.allSatisfy({ frame.cells[row * frame.columns + $0] == blank }) else { continue }
      for column in columns {
        var hash = UInt32(truncatingIfNeeded: column &* 374_761_393 &+ row &* 668_265_263)
        hash = (hash ^ (hash >> 13)) &* 1_274_126_177
        guard (hash >> 8) % 71 == 0 else { continue }
        put((hash >> 20) % 3 == 0 ? "." : "·", (hash >> 24) % 5 == 0 ? .muted : .rule, column: column, row: row, width: 1)
      }
    }
  }
}

/// The text of a pane that has no content: loading, empty or failed.
enum Placeholder {
  static func draw(_ lines: [StyledText], on canvas: inout Canvas, in rect: Rect) {
    let wrapped = lines.flatMap { $0.wrapped(to: max(1, min(60, rect.columns))) }
    let top = rect.rows > wrapped.count + 4 ? 1 : 0
    for (index, line) in wrapped.prefix(max(0, rect.rows - top)).enumerated() { canvas.put(line, in: rect.line(top + index)) }
  }

  static func loading(_ context: RenderContext) -> [StyledText] { [StyledText(context.language.say(Phrase.loading), .muted)] }

  /// Returns the error message, what to run, and the key to retry.
  static func failure(_ problem: Problem, _ context: RenderContext) -> [StyledText] {
    [StyledText(context.language.say("Couldn't load this: {reason}", .text(problem.reason(in: context.language))), .bad), StyledText()]
      + BusHealth.remedies(problem, context) + [retry(context)]
  }

  static func retry(_ context: RenderContext) -> StyledText {
    let key = [Action.reload, .open].lazy.compactMap(context.pageHint(for:)).first
    return StyledText(key.map { context.language.say(.retry(key: $0)) } ?? "", .muted)
  }
}

/// A horizontal bar: `━━━━━━╸───────`.
enum Bar {
  /// Returns a bar of `columns` columns, filled up to `share` (0 to 1) in steps of half a column.
  static func text(_ share: Double, columns: Int) -> StyledText {
    guard columns > 0 else { return StyledText() }
    let halves = share.isFinite ? Int((min(1, max(0, share)) * Double(2 * columns)).rounded()) : 0
    return StyledText(String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╸" : ""))
      + StyledText(String(repeating: "─", count: columns - (halves + 1) / 2), .rule)
  }
}
