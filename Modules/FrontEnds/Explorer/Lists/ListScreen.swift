import Localization
import Models
import Presentation
import TerminalText

extension ListModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let layout = ListLayout(rect)
    ListTitle(self, context).draw(on: &canvas, in: layout.title, isActive: isActive)
    let body = Rect(
      column: rect.column + ListLayout.margin, row: layout.rows.row, columns: layout.columns, rows: layout.rows.rows)
    switch content {
    case .loading: Placeholder.draw(Placeholder.loading(context), on: &canvas, in: body)
    case .failed(let problem): Placeholder.draw(Placeholder.failure(problem, context), on: &canvas, in: body)
    case .empty: Placeholder.draw([emptyText(context)], on: &canvas, in: body)
    case .loaded: drawRows(on: &canvas, layout, isActive: isActive, context)
    }
  }

  private func emptyText(_ context: RenderContext) -> StyledText {
    guard nameFilter != nil else { return StyledText(context.language.say(.emptyList), .muted) }
    let filter = recordFilter(context.explorer.kinds, context.explorer.settings.wording)
    if let mistake = filter?.mistake { return StyledText(context.language.say(mistake), .bad) }
    return StyledText(context.language.say(.noMatch(self.filter?.text.printable ?? "")), .muted)
  }

  private func drawRows(on canvas: inout Canvas, _ layout: ListLayout, isActive: Bool, _ context: RenderContext) {
    let description = context.explorer.kinds[kind]
    let sortKey = order.sortKey(of: description)
    let table = ListTable(description, sortedBy: sortKey, wording: context.explorer.settings.wording)
    let key = ColumnWidthCache.Key(
      kind: kind, fields: table.fields.map(\.key), language: context.language.code, units: context.explorer.settings.units)
    let widest = context.columnWidths.widths(key, of: loaded, context.cache) { table.cellWidths(of: $0) }
    let widths = table.widths(widest, within: layout.columns)
    let filter = recordFilter(context.explorer.kinds, context.explorer.settings.wording)
    if let headings = layout.headings {
      drawHeadings(table, widths, sortedBy: sortKey, on: &canvas, in: headings)
    }
    // Beside another record, no row is selected.
    let shown = context.explorer.recordBesideRoot
    for offset in 0..<layout.rows.rows where scroller.top + offset < rowCount {
      let index = scroller.top + offset
      let line = Rect(column: layout.rows.column, row: layout.rows.row + offset, columns: layout.rows.columns, rows: 1)
      let isSelected = shown.map { rows.indices.contains(index) && rows[index] == $0 } ?? (index == scroller.selection)
      let selection: Canvas.Selection = !isSelected ? .none : isActive ? .active : .inactive
      canvas.select(line, selection)
      canvas.mark(line, as: .listRow(index))
      let reference = rows.indices.contains(index) ? rows[index] : nil
      canvas.putMarks(of: reference, in: line, isSelected: selection != .none, selection, context)
      canvas.putScrollArrow(in: line, index, of: rowCount, visible: scroller.top..<scroller.top + layout.rows.rows, selection)
      guard rows.indices.contains(index) else {
        drawGap(on: &canvas, line, selection, context)
        continue
      }
      guard let record = context.cache.entry(for: rows[index])?.record else { continue }
      var cells = table.cells(of: record, context.cache, widths, highlighting: filter?.ranges(inName: record.name) ?? [])
      if let filter { for index in cells.indices.dropFirst() { cells[index] = filter.highlighted(cells[index]) } }
      draw(cells, table, widths, on: &canvas, row: line.row, column: line.column + ListLayout.margin, selection)
    }
  }

  /// Draws the headings, with an arrow behind the one that the list is sorted by. A click on a heading sorts by its column.
  private func drawHeadings(_ table: ListTable, _ widths: [Int], sortedBy sortKey: String, on canvas: inout Canvas, in rect: Rect) {
    var position = rect.column + ListLayout.margin
    for (index, field) in table.fields.enumerated() where widths.indices.contains(index) && widths[index] > 0 {
      let (column, width, isSorted) = (table.columns[index], widths[index], field.key == sortKey)
      let title = column.title.truncated(to: width)
      let inset = column.alignment == .trailing ? width - title.columns : 0
      canvas.put(title, isSorted ? .text : .muted, column: position + inset, row: rect.row, width: width - inset)
      if isSorted {
        // If a title is as wide as its column, the arrow is in the gap after the column.
        canvas.put(order.isDescending ? "▼" : "▲", .title, column: position + inset + title.columns, row: rect.row, width: 1)
      }
      canvas.mark(Rect(column: position, row: rect.row, columns: width + 1, rows: 1), as: .heading(field.key))
      position += width + TableLayout.gap
    }
  }

  private func draw(
    _ cells: [StyledText], _ table: ListTable, _ widths: [Int], on canvas: inout Canvas, row: Int, column: Int,
    _ selection: Canvas.Selection
  ) {
    var position = column
    for (index, cell) in cells.enumerated() where widths.indices.contains(index) && widths[index] > 0 {
      let width = widths[index]
      let inset = table.columns[index].alignment == .trailing ? max(0, width - cell.columns) : 0
      canvas.put(cell, column: position + inset, row: row, width: width - inset, selected: selection)
      position += width + TableLayout.gap
    }
  }

  /// Draws the last row, which reports the pages that failed to load.
  private func drawGap(on canvas: inout Canvas, _ line: Rect, _ selection: Canvas.Selection, _ context: RenderContext) {
    guard let problem = pages.problem else { return }
    let key = context.pageHint(for: .reload).map { " · " + context.language.say(.retry(key: $0)) } ?? ""
    let text = context.language.say(.restNotLoaded(pages.missing, problem.reason(in: context.language)))
    let room = line.columns - ListLayout.margin - 1
    // The retry key stays visible; the reason is truncated.
    let head = text.truncated(to: max(0, room - key.columns))
    canvas.put(
      StyledText(head, .bad) + StyledText(key, .muted), column: line.column + ListLayout.margin, row: line.row, width: room,
      selected: selection)
  }
}
