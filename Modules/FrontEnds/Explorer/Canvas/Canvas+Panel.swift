import Presentation
import TerminalText

extension Canvas {
  /// Draws an empty panel over the page: a cleared area with a thin frame and the title in its upper edge.
  mutating func draw(_ panel: PanelLayout, title: String) {
    let frame = panel.frame
    guard frame.columns >= 2, frame.rows >= 2 else { return }
    fill(frame, theme.style(.text))
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
}
