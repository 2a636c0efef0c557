import Presentation

extension StatusModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let width = Self.textColumns(rect)
    let layout = StatusLayout(context.explorer.monitor, context.language, columns: width, at: context.now)
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
    let end = rect.column + rect.columns - 1
    if top > 0 { canvas.put("↑", .muted, column: end, row: rect.row, width: 1) }
    if top + rect.rows < layout.lines.count { canvas.put("↓", .muted, column: end, row: rect.row + rect.rows - 1, width: 1) }
  }
}
