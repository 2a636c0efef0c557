import Localization
import Presentation
import TerminalText

/// The notice shown when the screen is smaller than ``ScreenLayout/minimumSize``.
enum TooSmallNotice {
  static func draw(on canvas: inout Canvas, _ context: RenderContext) {
    let viewport = context.layout.viewport
    let minimum = ScreenLayout.minimumSize
    guard viewport.columns > 0, viewport.rows > 0 else { return }
    let needed = context.language.say(.tooSmall(columns: minimum.columns, rows: minimum.rows)).wrapped(to: viewport.columns)
    let actual = context.language.say(.size(columns: viewport.columns, rows: viewport.rows)).wrapped(to: viewport.columns)
    let lines = needed.map { ($0, Role.text) } + actual.map { ($0, Role.muted) }
    let top = max(0, (viewport.rows - lines.count) / 2)
    for (index, line) in lines.prefix(viewport.rows).enumerated() {
      let column = max(0, (viewport.columns - line.0.columns) / 2)
      canvas.put(line.0, line.1, column: column, row: top + index, width: viewport.columns - column)
    }
  }
}
