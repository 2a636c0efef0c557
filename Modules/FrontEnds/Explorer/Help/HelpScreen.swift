import Localization
import Presentation
import TerminalText

extension HelpModel {
  public func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ scene: Scene) {
    let layout = HelpLayout(sections, in: rect)
    canvas.draw(layout.panel, title: scene.language.say(FindingPhrase.help))
    let rows = layout.panel.rows
    for (index, cells) in layout.columns.enumerated() {
      let column = rows.column + index * HelpLayout.width
      let width = min(HelpLayout.width - 2, rows.column + rows.columns - column)
      for (offset, cell) in cells.dropFirst(top).prefix(rows.rows).enumerated() {
        draw(cell, on: &canvas, column: column, row: rows.row + offset, width: width, scene)
      }
    }
    drawMore(on: &canvas, layout, scene)
  }

  private func draw(_ cell: HelpLayout.Cell, on canvas: inout Canvas, column: Int, row: Int, width: Int, _ scene: Scene) {
    switch cell {
    case .gap: break
    case .heading(let heading): canvas.put(scene.language.say(heading.phrase), .title, column: column, row: row, width: width)
    case .action(let action):
      let keys = Self.keys(of: action, scene.keys)
      canvas.put(keys, keys == "–" ? .muted : .key, column: column, row: row, width: HelpLayout.keys - 1)
      canvas.put(
        scene.language.say(action.phrase), column: column + HelpLayout.keys, row: row, width: max(0, width - HelpLayout.keys))
      canvas.mark(Rect(column: column, row: row, columns: width, rows: 1), as: .action(action))
    }
  }

  /// The first keys, as many as fit: `↑ k`.
  private static func keys(of action: Action, _ map: KeyMap) -> String {
    let signs = map.strokes(for: action).map(\.sign)
    guard var text = signs.first else { return "–" }
    for sign in signs.dropFirst() where text.columns + 1 + sign.columns < HelpLayout.keys { text += " " + sign }
    return text
  }

  /// Arrows in the frame where more is above or below.
  private func drawMore(on canvas: inout Canvas, _ layout: HelpLayout, _ scene: Scene) {
    let frame = layout.panel.frame
    guard frame.columns > 6, frame.rows > 1 else { return }
    let column = frame.column + frame.columns - 4
    if top > 0 { canvas.put(" ↑ ", .key, column: column - 1, row: frame.row, width: 3) }
    if top < layout.deepest { canvas.put(" ↓ ", .key, column: column - 1, row: frame.row + frame.rows - 1, width: 3) }
  }
}

extension HelpSection.Heading {
  fileprivate var phrase: FindingPhrase {
    switch self {
    case .onThisPage: .onThisPage
    case .gettingAround: .gettingAround
    case .everywhere: .everywhere
    }
  }
}
