import Localization
import Presentation
import TerminalText

/// What a screen shows that is too small for anything else.
enum TooSmallNotice {
  static func draw(on canvas: inout Canvas, _ scene: Scene) {
    let viewport = scene.layout.viewport
    let smallest = ScreenLayout.smallest
    guard viewport.columns > 0, viewport.rows > 0 else { return }
    let needed = scene.language.say(.tooSmall(columns: smallest.columns, rows: smallest.rows)).wrapped(to: viewport.columns)
    let there = scene.language.say(.size(columns: viewport.columns, rows: viewport.rows)).wrapped(to: viewport.columns)
    let lines = needed.map { ($0, Role.text) } + there.map { ($0, Role.muted) }
    let top = max(0, (viewport.rows - lines.count) / 2)
    for (index, line) in lines.prefix(viewport.rows).enumerated() {
      let column = max(0, (viewport.columns - line.0.columns) / 2)
      canvas.put(line.0, line.1, column: column, row: top + index, width: viewport.columns - column)
    }
  }
}
