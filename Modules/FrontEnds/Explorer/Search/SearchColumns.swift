import Contracts
import Localization
import Models
import Presentation
import TerminalText

/// The columns of what a search found: the name, the field that fits where it is not the name, and the kind at the right edge.
struct SearchColumns {
  private let name: Int
  private let place: Int
  private let kind: Int

  /// Measured over all rows: a window that scrolls must not move its columns.
  init(_ rows: [SearchRow], within columns: Int, _ scene: Scene) {
    let matches = rows.compactMap { row -> Match? in if case .match(let match) = row { match } else { nil } }
    let kinds = Set(matches.map(\.reference.kind)).map { Self.word(for: $0, scene).columns }
    kind = min(kinds.max() ?? 0, max(0, columns / 3))
    let room = max(0, columns - kind - 2)
    let widest = matches.reduce(0) { max($0, scene.library.name(of: $1).text.printable.columns) }
    let hasPlaces = matches.contains { $0.field != nil }
    // Where both do not fit, a row without a place may use the whole width for its name.
    name = hasPlaces && room >= 34 ? min(widest, room * 3 / 5) : room
    place = max(0, room - name - 2)
  }

  func draw(_ row: SearchRow, on canvas: inout Canvas, in line: Rect, _ selection: Canvas.Selection, _ scene: Scene) {
    let start = line.column + ListLayout.margin
    switch row {
    case .heading, .gap: break
    case .search(let text):
      canvas.put(text.printable, column: start, row: line.row, width: line.columns - ListLayout.margin - 1, selected: selection)
    case .match(let match):
      let called = scene.library.name(of: match)
      let used = canvas.put(
        .marked(called.text, .accent, at: called.marks), column: start, row: line.row,
        width: match.field == nil && place > 0 ? name + 2 + place : name, selected: selection)
      let column = place > 0 ? start + name + 2 : start + used + 2
      let room = place > 0 ? place : name - used - 2
      if room >= 6, let text = Self.place(match, within: room, scene) {
        canvas.put(text, column: column, row: line.row, width: room, selected: selection)
      }
      let word = Self.word(for: match.reference.kind, scene)
      let end = line.column + line.columns - 1
      canvas.put(word, .muted, column: end - min(kind, word.columns), row: line.row, width: kind, selected: selection)
      if scene.explorer.marked.contains(match.reference) {
        canvas.put("•", .good, column: line.column + 2, row: line.row, width: 1, selected: selection)
      }
    }
  }

  private static func word(for kind: KindName, _ scene: Scene) -> String {
    scene.language.singular(of: kind) ?? scene.explorer.kinds[kind]?.singular ?? kind.text
  }

  /// `Homeworld Tatooine`; without the name of the field where both do not fit, and from the mark on where not even the excerpt does.
  private static func place(_ match: Match, within columns: Int, _ scene: Scene) -> StyledText? {
    guard let key = match.field else { return nil }
    let kind = match.reference.kind
    let known = scene.explorer.kinds[kind]?.fields.first { $0.key == key }
    let label = scene.language.label(of: key, in: kind) ?? known?.label ?? key.printable
    guard let excerpt = match.excerpt else { return StyledText(label, .muted) }
    let marked = StyledText.marked(excerpt, .muted, at: match.marks)
    let whole = StyledText(label + " ", .muted) + marked
    let needed = match.marks.first.map { label.columns + 1 + String(excerpt.prefix($0.upperBound)).columns + 1 } ?? whole.columns
    if min(whole.columns, needed) <= columns { return whole.fitted(to: columns) }
    guard marked.columns > columns, let first = match.marks.first, String(excerpt.prefix(first.upperBound)).columns > columns else {
      return marked
    }
    let shifted = match.marks.map { $0.lowerBound - first.lowerBound..<$0.upperBound - first.lowerBound }
    return StyledText("…", .muted) + .marked(String(excerpt.dropFirst(first.lowerBound)), .muted, at: shifted)
  }
}
