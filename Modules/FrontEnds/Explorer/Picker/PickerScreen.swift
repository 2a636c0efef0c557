import Localization
import Models
import Presentation
import TerminalText

extension PickerModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let panel = PanelLayout(rect, purpose, choiceCount: choiceCount)
    canvas.draw(panel, title: title(context))
    if panel.field.rows > 0 {
      canvas.put(
        field, prompt: context.language.say(.pickerPrompt), column: panel.field.column, row: panel.field.row, width: panel.field.columns,
        isActive: isActive)
    }
    if rows.isEmpty, panel.rows.rows > 0 {
      let text = isBusy ? context.language.say(.searching) : context.language.say(.noResults(field.text.printable))
      canvas.put(text, .muted, column: panel.rows.column, row: panel.rows.row, width: panel.rows.columns)
    }
    for (offset, row) in rows.dropFirst(scroller.top).prefix(panel.rows.rows).enumerated() {
      let index = scroller.top + offset
      // The selection extends to the frame on both sides.
      let line = Rect(
        column: panel.rows.column - 1, row: panel.rows.row + offset, columns: panel.rows.columns + 2, rows: 1)
      draw(row, on: &canvas, in: line, index == scroller.selection ? .active : .none, context)
      canvas.mark(line, as: .overlayRow(index))
    }
    canvas.drawArrows(on: panel, above: scroller.top > 0, below: scroller.top + panel.rows.rows < rows.count)
  }

  private func draw(_ row: Row, on canvas: inout Canvas, in line: Rect, _ selection: Canvas.Selection, _ context: RenderContext) {
    canvas.select(line, selection)
    if selection != .none { canvas.put("▸", .title, column: line.column, row: line.row, width: 1, selected: selection) }
    let role: Role = if case .record = row.choice { .accent } else { .text }
    let note = note(row.choice, context)
    let end = line.column + line.columns - 1
    var room = line.columns - 2
    if let note, note.columns + 2 <= room / 2 {
      canvas.put(note, column: end - note.columns, row: line.row, width: note.columns, selected: selection)
      room -= note.columns + 2
    }
    canvas.put(.marked(row.title, role, at: row.marks), column: line.column + 1, row: line.row, width: room, selected: selection)
  }

  /// Returns the key of an action, the kind of a record or the direction of the current sort order.
  private func note(_ choice: Choice, _ context: RenderContext) -> StyledText? {
    switch choice {
    case .action(let action):
      return context.keys.strokes(for: action, on: context.explorer.borrowingActions).first.map { StyledText($0.symbol, .key) }
    case .record(let reference):
      let kind = reference.kind
      return StyledText(context.language.singular(of: kind) ?? context.explorer.kinds[kind]?.singular ?? kind.text, .muted)
    case .sortKey where purpose == .palette: return hint(.sort, context)
    case .sortKey(let key):
      guard case .list(let list) = context.explorer.page, list.order.sortKey(of: context.explorer.kinds[list.kind]) == key else {
        return nil
      }
      return StyledText(list.order.isDescending ? "▼" : "▲", .title)
    case .theme: return purpose == .palette ? hint(.theme, context) : nil
    case .language: return purpose == .palette ? hint(.language, context) : nil
    case .units: return hint(.units, context)
    }
  }

  private func hint(_ action: Action, _ context: RenderContext) -> StyledText? {
    context.keys.hint(for: action).map { StyledText($0, .key) }
  }

  private func title(_ context: RenderContext) -> String {
    let language = context.language
    let names = ReferenceWording(context.cache, context.explorer.kinds, context.explorer.settings.wording)
    switch purpose {
    case .palette: return language.say(FindingPhrase.palette)
    case .theme: return language.say(.chooseTheme)
    case .language: return language.say(.chooseLanguage)
    case .sort(let kind):
      return language.say(.sort(language.title(of: kind) ?? context.explorer.kinds[kind]?.title ?? kind.text))
    case .compare(let references):
      return language.say(.compareWith(references.map(names.name(of:)).joined(separator: language.vocabulary.separator)))
    case .path(let from): return language.say(.pathFrom(names.name(of: from)))
    }
  }
}
