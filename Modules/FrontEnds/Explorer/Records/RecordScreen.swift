import Localization
import Models
import Presentation
import TerminalText

extension RecordModel {
  public func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ scene: Scene) {
    let pane = RecordPane(rect)
    drawTitle(on: &canvas, pane, scene)
    switch content(scene.library) {
    case .loading, .empty: StateText.draw(StateText.loading(scene), on: &canvas, in: pane.content)
    case .failed(let problem): StateText.draw(StateText.failure(problem, scene), on: &canvas, in: pane.content)
    case .loaded(let record): drawFields(of: record, on: &canvas, pane, isActive: isActive, scene)
    }
  }

  /// The name, and at the end of the row what programs call it; below what it is.
  private func drawTitle(on canvas: inout Canvas, _ pane: RecordPane, _ scene: Scene) {
    let title = pane.title
    guard title.rows > 0 else { return }
    let names = ReferenceWording(scene.library, scene.explorer.kinds, scene.explorer.look.wording)
    let aside = StyledText(reference.description, .muted)
    let mark = scene.explorer.marked.contains(reference) ? StyledText("• ", .good) : StyledText()
    let hasAside =
      mark.columns + names.name(of: reference).columns + 2 + aside.columns <= title.columns && scene.library[known: reference] != nil
    canvas.put(
      mark + StyledText(names.name(of: reference), .title), column: title.column, row: title.row,
      width: title.columns - (hasAside ? aside.columns + 2 : 0))
    if hasAside {
      canvas.put(aside, column: title.column + title.columns - aside.columns, row: title.row, width: aside.columns)
    }
    if let subtitle = pane.subtitle { canvas.put(subtitleText(scene), column: subtitle.column, row: subtitle.row, width: subtitle.columns) }
  }

  private func subtitleText(_ scene: Scene) -> StyledText {
    let kind = scene.explorer.kinds[reference.kind]
    var parts = [StyledText(kind.map(scene.explorer.look.wording.singular(of:)) ?? reference.kind.text, .muted)]
    if let entry = scene.library[known: reference], entry.provenance.isStale {
      parts.append(StyledText(scene.language.say(RecordPhrase.stale), .caution))
      parts.append(StyledText(scene.language.say(.old(entry.age(at: scene.now))), .caution))
    }
    if scene.library.isLoading(reference), scene.library[known: reference] != nil {
      parts.append(StyledText(scene.language.say(.reloading), .muted))
    }
    return parts.joined(by: Fact.separator)
  }

  private func drawFields(of record: Record, on canvas: inout Canvas, _ pane: RecordPane, isActive: Bool, _ scene: Scene) {
    let names = ReferenceWording(scene.library, scene.explorer.kinds, scene.explorer.look.wording)
    let content = pane.content
    let layout = RecordLayout(record, names, width: content.columns)
    // A preview has no cursor: keys go to the list.
    let selected = scene.explorer.page.hasPreview ? nil : selection(in: layout.rows, height: content.rows)
    for offset in 0..<content.rows where layout.lines.indices.contains(top + offset) {
      let row = content.row + offset
      for piece in layout.lines[top + offset].pieces {
        let isSelected = piece.row != nil && piece.row == selected
        let column = content.column + piece.column
        let width = max(0, content.columns - piece.column)
        let used = canvas.put(
          piece.text, column: column, row: row, width: width, selected: isSelected ? (isActive ? .active : .inactive) : .none)
        if let place = piece.row { canvas.mark(Rect(column: column, row: row, columns: used, rows: 1), as: .detailRow(place)) }
      }
    }
    let end = content.column + content.columns
    if top > 0 { canvas.put("↑", .muted, column: end, row: content.row, width: 1) }
    if top + content.rows < layout.lines.count, content.rows > 0 {
      canvas.put("↓", .muted, column: end, row: content.row + content.rows - 1, width: 1)
    }
  }
}
