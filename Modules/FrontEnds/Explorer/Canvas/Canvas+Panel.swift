import Presentation
import TerminalText

extension Canvas {
  /// Draws an empty panel over the page: a cleared area with a thin frame and the title in its upper edge.
  mutating func draw(_ panel: PanelLayout, title: String) {
    let frame = panel.frame
    guard frame.columns >= 2, frame.rows >= 2 else { return }
    fill(frame, theme.style(.text))
    mark(frame, as: .overlay)
    let line = String(repeating: "─", count: frame.columns - 2)
    let (right, bottom) = (frame.column + frame.columns - 1, frame.row + frame.rows - 1)
    put("┌\(line)┐", .rule, column: frame.column, row: frame.row, width: frame.columns)
    put("└\(line)┘", .rule, column: frame.column, row: bottom, width: frame.columns)
    for row in frame.row + 1..<bottom {
      put("│", .rule, column: frame.column, row: row, width: 1)
      put("│", .rule, column: right, row: row, width: 1)
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
}
