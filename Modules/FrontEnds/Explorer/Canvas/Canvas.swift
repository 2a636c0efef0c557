public import Presentation
import TerminalText

/// Draws on a frame with the roles of a theme. Nothing is ever drawn outside of the frame or, with `within`, of a part of it.
public struct Canvas: Sendable {
  public private(set) var frame: Frame
  public let theme: any Theme

  public init(_ viewport: Viewport, theme: any Theme) {
    frame = Frame(viewport)
    self.theme = theme
    fill(Rect(column: 0, row: 0, columns: viewport.columns, rows: viewport.rows), theme.style(.text))
  }

  public mutating func fill(_ rect: Rect, _ style: Style, with character: Character = " ") {
    let columns = (rect.column..<rect.column + rect.columns).clamped(to: 0..<frame.columns)
    let rows = (rect.row..<rect.row + rect.rows).clamped(to: 0..<frame.rows)
    guard !columns.isEmpty else { return }
    for row in rows {
      part(row * frame.columns + columns.lowerBound)
      if columns.upperBound < frame.columns { part(row * frame.columns + columns.upperBound) }
      for column in columns { frame.cells[row * frame.columns + column] = Cell(character, style) }
    }
  }

  /// Writes `text` on one row from `column` on, cut off with an ellipsis where it is wider than `width`. Returns the columns it took.
  @discardableResult
  public mutating func put(_ text: StyledText, column: Int, row: Int, width: Int, selected: Selection = .none) -> Int {
    guard text.columns > width else { return write(text, column: column, row: row, selected) }
    var rest = width
    var used = 0
    for span in text.spans where rest > 0 {
      let isLast = span.text.columns > rest || (span.text.columns == rest && used + rest < text.columns)
      let piece = isLast ? (span.text + "…").fitted(to: rest) : span.text
      used += write(StyledText(piece, span.role), column: column + used, row: row, selected)
      rest = isLast ? 0 : width - used
    }
    return used
  }

  @discardableResult
  public mutating func put(_ text: String, _ role: Role = .text, column: Int, row: Int, width: Int, selected: Selection = .none) -> Int {
    put(StyledText(text, role), column: column, row: row, width: width, selected: selected)
  }

  /// Whether what is drawn lies in a selected row.
  public enum Selection: Sendable, Hashable {
    case none, active, inactive
  }

  /// Fills a row as far as it is selected, before its text is put there.
  public mutating func select(_ rect: Rect, _ selection: Selection) {
    guard selection != .none else { return }
    fill(rect, theme.selected(theme.style(.text), isActive: selection == .active))
  }

  public mutating func mark(_ rect: Rect, as spot: Spot) { frame.mark(rect, as: spot) }
  public mutating func showCursor(column: Int, row: Int) { frame.showCursor(column: column, row: row) }

  private mutating func write(_ text: StyledText, column: Int, row: Int, _ selection: Selection) -> Int {
    guard (0..<frame.rows).contains(row) else { return text.columns }
    var place = column
    for span in text.spans {
      let plain = theme.style(span.role)
      let style = selection == .none ? plain : theme.selected(plain, isActive: selection == .active)
      for character in span.text {
        let width = character.columns
        guard width > 0 else { continue }
        defer { place += width }
        guard place >= 0, place + width <= frame.columns else { continue }
        let index = row * frame.columns + place
        part(index)
        if place + width < frame.columns { part(index + width) }
        frame.cells[index] = Cell(character, style)
        if width == 2 { frame.cells[index + 1] = Cell(" ", style, isContinuation: true) }
      }
    }
    return place - column
  }

  /// A wide character whose halves lie on both sides of the left edge of that cell goes: one of them is about to be drawn over.
  private mutating func part(_ index: Int) {
    guard index > 0, frame.cells[index].isContinuation else { return }
    frame.cells[index - 1].character = " "
    frame.cells[index].isContinuation = false
  }
}
