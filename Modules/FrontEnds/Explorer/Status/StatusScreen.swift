import Presentation

extension StatusModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let width = Self.textColumns(rect)
    let layout = layout(context.explorer.monitor, context.language, in: rect, at: context.now)
    let top = top(count: layout.lines.count, height: rect.rows)
    let selected = selection(in: context.explorer.monitor).flatMap {
      layout.processLines.indices.contains($0) ? layout.processLines[$0] : nil
    }
    for (index, line) in layout.lines.dropFirst(top).prefix(rect.rows).enumerated() {
      let row = rect.row + index
      let selection: Canvas.Selection = top + index != selected ? .none : isActive ? .active : .inactive
      if selection != .none { canvas.put("▸", .accent, column: rect.column, row: row, width: 1) }
      canvas.put(line, column: rect.column + 2, row: row, width: width, selected: selection)
      if let process = layout.processLines.firstIndex(of: top + index) {
        canvas.mark(Rect(column: rect.column, row: row, columns: rect.columns, rows: 1), as: .detailRow(process))
      }
    }
    if let headings = layout.headings, (top..<top + rect.rows).contains(headings.line) {
      draw(headings.columns, on: &canvas, column: rect.column + 2, row: rect.row + headings.line - top)
    }
    let end = rect.column + rect.columns - 1
    if top > 0 { canvas.put("↑", .muted, column: end, row: rect.row, width: 1) }
    if top + rect.rows < layout.lines.count { canvas.put("↓", .muted, column: end, row: rect.row + rect.rows - 1, width: 1) }
  }

  /// Draws the arrow of the order in the gap behind its heading. A click on a heading sorts by its column.
  private func draw(_ headings: [ProcessTable.Heading], on canvas: inout Canvas, column: Int, row: Int) {
    for heading in headings {
      if heading.key == order.key {
        canvas.put(order.isDescending ? "▼" : "▲", .title, column: column + heading.end, row: row, width: 1)
      }
      canvas.mark(
        Rect(column: column + heading.column, row: row, columns: heading.columns + 1, rows: 1), as: .heading(heading.key.rawValue))
    }
  }
}
