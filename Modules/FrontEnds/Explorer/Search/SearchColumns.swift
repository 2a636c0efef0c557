import Contracts
import Localization
import Models
import Presentation
import TerminalText

/// The columns of search results: the name, the matching field unless it is the name, and the kind at the right edge.
struct SearchColumns {
  private let name: Int
  private let field: Int
  private let kind: Int

  /// Measures all rows, so that scrolling does not move the columns.
  init(_ rows: [SearchRow], within columns: Int, _ context: RenderContext) {
    let matches = rows.compactMap { row -> Match? in if case .match(let match) = row { match } else { nil } }
    let kinds = Set(rows.compactMap(\.reference?.kind)).map { context.names.word(for: $0).columns }
    kind = min(kinds.max() ?? 0, max(0, columns / 3))
    let room = max(0, columns - kind - 2)
    // A row without a field uses the whole width for its name.
    let widest = matches.filter { $0.field != nil }.map { context.records.name(of: $0).text.printable.columns }.max()
    name = if let widest, room >= 34 { min(widest, room * 3 / 5) } else { room }
    field = max(0, room - name - 2)
  }

  private var nameWithoutField: Int { field > 0 ? name + 2 + field : name }

  func draw(_ row: SearchRow, on canvas: inout Canvas, in line: Rect, _ selection: Canvas.Selection, _ context: RenderContext) {
    let start = line.column + ListLayout.margin
    switch row {
    case .heading, .gap: break
    case .search(let text):
      canvas.put(text.printable, column: start, row: line.row, width: ListLayout.textColumns(in: line.columns), selected: selection)
    case .allResults(_, let count):
      canvas.put(
        context.language.say(.allResults(count)), .muted, column: start, row: line.row, width: ListLayout.textColumns(in: line.columns),
        selected: selection)
    case .favourite(let reference):
      let names = context.names
      canvas.put(names.text(of: reference), column: start, row: line.row, width: nameWithoutField, selected: selection)
      drawKind(of: reference, on: &canvas, in: line, selection, context)
    case .match(let match):
      let title = context.records.name(of: match)
      let used = canvas.put(
        .marked(title.text, .accent, at: title.marks), column: start, row: line.row,
        width: match.field == nil ? nameWithoutField : name, selected: selection)
      let column = field > 0 ? start + name + 2 : start + used + 2
      let room = field > 0 ? field : name - used - 2
      if room >= 6, let text = Self.fieldText(match, within: room, context) {
        canvas.put(text, column: column, row: line.row, width: room, selected: selection)
      }
      drawKind(of: match.reference, on: &canvas, in: line, selection, context)
    }
  }

  private func drawKind(
    of reference: Reference, on canvas: inout Canvas, in line: Rect, _ selection: Canvas.Selection, _ context: RenderContext
  ) {
    let word = context.names.word(for: reference.kind)
    let end = line.column + ListLayout.margin + ListLayout.textColumns(in: line.columns)
    canvas.put(word, .muted, column: end - min(kind, word.columns), row: line.row, width: kind, selected: selection)
  }

  /// Returns the matching field and its excerpt, `Homeworld Tatooine`. Drops the field's label, and then the beginning of the excerpt,
  /// where space is short.
  private static func fieldText(_ match: Match, within columns: Int, _ context: RenderContext) -> StyledText? {
    guard let key = match.field else { return nil }
    let kind = match.reference.kind
    let label = context.names.label(of: key, in: kind)
    guard let (excerpt, marks) = match.localizedExcerpt(context.wording) else { return StyledText(label, .muted) }
    let marked = StyledText.marked(excerpt, .muted, at: marks)
    let whole = StyledText(label + " ", .muted) + marked
    let needed = marks.first.map { label.columns + 1 + String(excerpt.prefix($0.upperBound)).columns + 1 } ?? whole.columns
    if min(whole.columns, needed) <= columns { return whole.truncated(to: columns) }
    guard marked.columns > columns, let first = marks.first, String(excerpt.prefix(first.upperBound)).columns > columns else {
      return marked
    }
    let shifted = marks.map { $0.lowerBound - first.lowerBound..<$0.upperBound - first.lowerBound }
    return StyledText("…", .muted) + .marked(String(excerpt.dropFirst(first.lowerBound)), .muted, at: shifted)
  }
}
