import Localization
import Models
import Presentation
import TerminalText

extension ListModel {
  public func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ scene: Scene) {
    let layout = ListLayout(rect)
    ListTitle(self, scene).draw(on: &canvas, in: layout.title, isActive: isActive)
    let body = Rect(
      column: rect.column + ListLayout.margin, row: layout.rows.row, columns: layout.columns, rows: layout.rows.rows)
    switch content {
    case .loading: StateText.draw(StateText.loading(scene), on: &canvas, in: body)
    case .failed(let problem): StateText.draw(StateText.failure(problem, scene), on: &canvas, in: body)
    case .empty: StateText.draw([emptiness(scene)], on: &canvas, in: body)
    case .loaded: drawRows(on: &canvas, layout, isActive: isActive, scene)
    }
  }

  private func emptiness(_ scene: Scene) -> StyledText {
    guard narrowing != nil else { return StyledText(scene.language.say(.nothingThere), .muted) }
    return StyledText(scene.language.say(.noneCalled(filter?.text.printable ?? "")), .muted)
  }

  private func drawRows(on canvas: inout Canvas, _ layout: ListLayout, isActive: Bool, _ scene: Scene) {
    let description = scene.explorer.kinds[kind]
    let sortKey = order.field(of: description)
    let table = ListTable(description, sortedBy: sortKey, wording: scene.explorer.look.wording)
    let basis = ColumnMemory.Basis(
      rows: rows, revision: scene.library.revision, sortKey: sortKey, language: scene.language.code, units: scene.explorer.look.units,
      columns: layout.columns)
    let widths = scene.memory.widths(of: kind, basis) {
      table.layout(rows.lazy.compactMap { scene.library[known: $0]?.record }, scene.library, within: layout.columns).widths
    }
    if let headings = layout.headings {
      let cells = table.columns.map { StyledText($0.title, .muted) }
      draw(cells, table, widths, on: &canvas, row: headings.row, column: headings.column + ListLayout.margin, .none)
    }
    for offset in 0..<layout.rows.rows where scroller.top + offset < rowCount {
      let index = scroller.top + offset
      let line = Rect(column: layout.rows.column, row: layout.rows.row + offset, columns: layout.rows.columns, rows: 1)
      let selection: Canvas.Selection = index != scroller.selection ? .none : isActive ? .active : .inactive
      canvas.select(line, selection)
      canvas.mark(line, as: .listRow(index))
      if selection != .none { canvas.put("▸", .accent, column: line.column + 1, row: line.row, width: 1, selected: selection) }
      guard rows.indices.contains(index) else {
        drawGap(on: &canvas, line, selection, scene)
        continue
      }
      if scene.explorer.marked.contains(rows[index]) {
        canvas.put("•", .good, column: line.column + 2, row: line.row, width: 1, selected: selection)
      }
      guard let record = scene.library[known: rows[index]]?.record else { continue }
      let cells = table.cells(of: record, scene.library, marking: narrowing?.places(in: record.name) ?? [])
      draw(cells, table, widths, on: &canvas, row: line.row, column: line.column + ListLayout.margin, selection)
    }
  }

  private func draw(
    _ cells: [StyledText], _ table: ListTable, _ widths: [Int], on canvas: inout Canvas, row: Int, column: Int,
    _ selection: Canvas.Selection
  ) {
    var place = column
    for (index, cell) in cells.enumerated() where widths.indices.contains(index) && widths[index] > 0 {
      let width = widths[index]
      let inset = table.columns[index].alignment == .trailing ? max(0, width - cell.columns) : 0
      canvas.put(cell, column: place + inset, row: row, width: width - inset, selected: selection)
      place += width + TableLayout.gap
    }
  }

  /// The last row, where the rest of the list is missing.
  private func drawGap(on canvas: inout Canvas, _ line: Rect, _ selection: Canvas.Selection, _ scene: Scene) {
    guard let problem = pages.problem else { return }
    let key = scene.keys.name(of: .reload).map { " · " + scene.language.say(.retry(key: $0)) } ?? ""
    let text = scene.language.say(.restNotLoaded(pages.missing, problem.reason))
    let room = line.columns - ListLayout.margin - 1
    // The way out stays readable, whatever there is to say.
    let head = text.fitted(to: max(0, room - key.columns))
    canvas.put(
      StyledText(head, .bad) + StyledText(key, .muted), column: line.column + ListLayout.margin, row: line.row, width: room,
      selected: selection)
  }
}
