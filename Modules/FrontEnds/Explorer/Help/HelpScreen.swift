import Localization
import Presentation
import TerminalText

extension HelpModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let layout = HelpLayout(sections, in: rect)
    canvas.draw(layout.panel, title: context.language.say(FindingPhrase.help))
    let rows = layout.panel.rows
    for (index, cells) in layout.columns.enumerated() {
      let column = rows.column + index * HelpLayout.width
      let width = min(HelpLayout.width - 2, rows.column + rows.columns - column)
      for (offset, cell) in cells.dropFirst(top).prefix(rows.rows).enumerated() {
        draw(cell, on: &canvas, column: column, row: rows.row + offset, width: width, context)
      }
    }
    canvas.drawArrows(on: layout.panel, above: top > 0, below: top < layout.maxTop)
  }

  private func draw(_ cell: HelpLayout.Cell, on canvas: inout Canvas, column: Int, row: Int, width: Int, _ context: RenderContext) {
    switch cell {
    case .gap: break
    case .heading(let heading): canvas.put(context.language.say(heading.phrase), .title, column: column, row: row, width: width)
    case .action(let action):
      let phrase = context.language.say(action.phrase)
      put(Self.keys(of: action, context), phrase, on: &canvas, column: column, row: row, width: width)
      canvas.mark(Rect(column: column, row: row, columns: width, rows: 1), as: .action(action))
    case .tabs(let count):
      let phrase = "\(context.language.say(ActionPhrase.tab(1))) … \(count)"
      put(Self.keys(ofTabs: count, context.keys), phrase, on: &canvas, column: column, row: row, width: width)
    }
  }

  private func put(_ keys: String, _ phrase: String, on canvas: inout Canvas, column: Int, row: Int, width: Int) {
    canvas.put(keys, keys == "–" ? .muted : .key, column: column, row: row, width: HelpLayout.keys - 1)
    canvas.put(phrase, column: column + HelpLayout.keys, row: row, width: max(0, width - HelpLayout.keys))
  }

  /// Returns the keys of the first and the last tab: `1 … 8`. Tabs beyond the ninth have no key.
  private static func keys(ofTabs count: Int, _ map: KeyMap) -> String {
    let ends = [1, min(count, 9)].compactMap { number in Action(rawValue: "tab-\(number)").flatMap { map.hint(for: $0) } }
    return ends.count == 2 ? ends.joined(separator: " … ") : "–"
  }

  /// Returns the first keys of the action, as many as fit: `↑ k`.
  private static func keys(of action: Action, _ context: RenderContext) -> String {
    let symbols = context.keys.strokes(for: action, on: context.explorer.borrowingActions).map(\.symbol)
    guard var text = symbols.first else { return "–" }
    for symbol in symbols.dropFirst() where text.columns + 1 + symbol.columns < HelpLayout.keys { text += " " + symbol }
    return text
  }
}

extension HelpSection.Heading {
  fileprivate var phrase: FindingPhrase {
    switch self {
    case .onThisPage: .onThisPage
    case .gettingAround: .navigation
    case .everywhere: .everywhere
    }
  }
}
