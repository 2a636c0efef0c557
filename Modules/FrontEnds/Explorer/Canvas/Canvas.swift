import Presentation
import TerminalText

/// Draws text and rectangles into a ``Frame`` with the styles of a theme. Clips everything to the frame.
struct Canvas: Sendable {
  private(set) var frame: Frame
  let theme: any Theme

  init(_ viewport: Viewport, theme: any Theme) {
    frame = Frame(viewport)
    self.theme = theme
    fill(Rect(column: 0, row: 0, columns: viewport.columns, rows: viewport.rows), theme.style(.text))
  }

  mutating func fill(_ rect: Rect, _ style: Style, with character: Character = " ") {
    let columns = (rect.column..<rect.column + rect.columns).clamped(to: 0..<frame.columns)
    let rows = (rect.row..<rect.row + rect.rows).clamped(to: 0..<frame.rows)
    guard !columns.isEmpty else { return }
    for row in rows {
      splitWideCharacter(at: row * frame.columns + columns.lowerBound)
      if columns.upperBound < frame.columns { splitWideCharacter(at: row * frame.columns + columns.upperBound) }
      for column in columns { frame.cells[row * frame.columns + column] = Cell(character, style) }
    }
  }

  /// Writes `text` on one row, starting at `column`, and truncates it with an ellipsis at `width` columns. Returns the number of columns
  /// used.
  @discardableResult
  mutating func put(_ text: StyledText, column: Int, row: Int, width: Int, selected: Selection = .none) -> Int {
    guard text.columns > width else { return write(text, column: column, row: row, selected) }
    var rest = width
    var used = 0
    for span in text.spans where rest > 0 {
      let isLast = span.text.columns > rest || (span.text.columns == rest && used + rest < text.columns)
      let piece = isLast ? (span.text + "…").truncated(to: rest) : span.text
      used += write(StyledText(piece, span.role), column: column + used, row: row, selected)
      rest = isLast ? 0 : width - used
    }
    return used
  }

  @discardableResult
  mutating func put(_ text: String, _ role: Role = .text, column: Int, row: Int, width: Int, selected: Selection = .none) -> Int {
    put(StyledText(text, role), column: column, row: row, width: width, selected: selected)
  }

  /// How text in a selected row is drawn; `inactive` when keys go to another pane.
  enum Selection: Sendable, Hashable {
    case none, active, inactive
  }

  /// Fills a selected row with the selection style. Call it before writing the row's text.
  mutating func select(_ rect: Rect, _ selection: Selection) {
    guard selection != .none else { return }
    fill(rect, theme.selected(theme.style(.text), isActive: selection == .active))
  }

  mutating func mark(_ rect: Rect, as target: HitTarget) { frame.mark(rect, as: target) }
  mutating func showCursor(column: Int, row: Int) { frame.showCursor(column: column, row: row) }

  private mutating func write(_ text: StyledText, column: Int, row: Int, _ selection: Selection) -> Int {
    guard (0..<frame.rows).contains(row) else { return text.columns }
    var position = column
    for span in text.spans {
      let plain = theme.style(span.role)
      let style = selection == .none ? plain : theme.selected(plain, isActive: selection == .active)
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

  /// Blanks a wide character that straddles the left edge of the cell at `index`: one of its halves is about to be overwritten.
  private mutating func splitWideCharacter(at index: Int) {
    guard index > 0, frame.cells[index].isContinuation else { return }
    frame.cells[index - 1].character = " "
    frame.cells[index].isContinuation = false
  }
}
