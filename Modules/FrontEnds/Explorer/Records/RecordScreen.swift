import Localization
import Models
import Presentation
import TerminalText

extension RecordModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let pane = RecordPane(rect)
    drawTitle(on: &canvas, pane, context)
    switch content(context.cache) {
    case .loading, .empty: Placeholder.draw(Placeholder.loading(context), on: &canvas, in: pane.content)
    case .failed(let problem): Placeholder.draw(Placeholder.failure(problem, context), on: &canvas, in: pane.content)
    case .loaded(let record): drawFields(of: record, on: &canvas, pane, isActive: isActive, context)
    }
  }

  /// Draws the name, the reference at the end of the row, and the kind below.
  private func drawTitle(on canvas: inout Canvas, _ pane: RecordPane, _ context: RenderContext) {
    let title = pane.title
    guard title.rows > 0 else { return }
    let names = ReferenceWording(context.cache, context.explorer.kinds, context.explorer.settings.wording)
    let referenceText = StyledText(reference.description, .muted)
    let mark = context.explorer.marked.contains(reference) ? StyledText("• ", .good) : StyledText()
    let showsReference =
      mark.columns + names.name(of: reference).columns + 2 + referenceText.columns <= title.columns
      && context.cache.entry(for: reference) != nil
    canvas.put(
      mark + StyledText(names.name(of: reference), .title), column: title.column, row: title.row,
      width: title.columns - (showsReference ? referenceText.columns + 2 : 0))
    if showsReference {
      canvas.put(referenceText, column: title.column + title.columns - referenceText.columns, row: title.row, width: referenceText.columns)
    }
    if let subtitle = pane.subtitle {
      canvas.put(subtitleText(context), column: subtitle.column, row: subtitle.row, width: subtitle.columns)
    }
  }

  private func subtitleText(_ context: RenderContext) -> StyledText {
    let kind = context.explorer.kinds[reference.kind]
    var parts = [StyledText(kind.map(context.explorer.settings.wording.singular(of:)) ?? reference.kind.text, .muted)]
    if let entry = context.cache.entry(for: reference), entry.provenance.isStale {
      parts.append(StyledText(context.language.say(RecordPhrase.stale), .caution))
      parts.append(StyledText(context.language.say(.old(entry.age(at: context.now))), .caution))
    }
    if context.cache.isLoading(reference), context.cache.entry(for: reference) != nil {
      parts.append(StyledText(context.language.say(.reloading), .muted))
    }
    return parts.joined(by: LabeledValue.separator)
  }

  private func drawFields(of record: Record, on canvas: inout Canvas, _ pane: RecordPane, isActive: Bool, _ context: RenderContext) {
    let names = ReferenceWording(context.cache, context.explorer.kinds, context.explorer.settings.wording)
    let content = pane.content
    let layout = RecordLayout(record, names, width: content.columns)
    // A preview has no cursor: keys go to the list.
    let selected = context.explorer.page.hasPreview ? nil : selection(in: layout.rows, height: content.rows)
    for offset in 0..<content.rows where layout.lines.indices.contains(top + offset) {
      let row = content.row + offset
      for segment in layout.lines[top + offset].segments {
        let isSelected = segment.row != nil && segment.row == selected
        let column = content.column + segment.column
        let width = max(0, content.columns - segment.column)
        let used = canvas.put(
          segment.text, column: column, row: row, width: width, selected: isSelected ? (isActive ? .active : .inactive) : .none)
        if let index = segment.row { canvas.mark(Rect(column: column, row: row, columns: used, rows: 1), as: .detailRow(index)) }
      }
    }
    let end = content.column + content.columns
    if top > 0 { canvas.put("↑", .muted, column: end, row: content.row, width: 1) }
    if top + content.rows < layout.lines.count, content.rows > 0 {
      canvas.put("↓", .muted, column: end, row: content.row + content.rows - 1, width: 1)
    }
  }
}
