extension StatusModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let width = Self.textColumns(rect)
    let lines = StatusLayout(context.explorer.monitor, context.language, columns: width).lines
    let top = top(count: lines.count, height: rect.rows)
    for (index, line) in lines.dropFirst(top).prefix(rect.rows).enumerated() {
      canvas.put(line, column: rect.column + 1, row: rect.row + index, width: width)
    }
  }
}
