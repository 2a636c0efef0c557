import Localization
import Models
import Presentation
import TerminalText

extension CompareModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let pane = ComparePane(rect)
    let names = ReferenceWording(context.cache, context.explorer.kinds, context.explorer.settings.wording)
    let (comparison, columnIndices) = comparison(names)
    let layout = layout(comparison, columnIndices, width: pane.content.columns)
    drawTitle(comparison, layout, on: &canvas, pane.title, context)
    drawHeadings(layout, on: &canvas, pane, isActive: isActive, context)
    for offset in 0..<pane.content.rows where layout.lines.indices.contains(top + offset) {
      draw(layout.lines[top + offset], layout, on: &canvas, pane.content, row: pane.content.row + offset)
    }
    let end = pane.content.column + pane.content.columns
    if top > 0 { canvas.put("↑", .muted, column: end, row: pane.content.row, width: 1) }
    if top + pane.content.rows < layout.lines.count, pane.content.rows > 0 {
      canvas.put("↓", .muted, column: end, row: pane.content.row + pane.content.rows - 1, width: 1)
    }
  }

  private func drawTitle(_ comparison: Comparison, _ layout: CompareLayout, on canvas: inout Canvas, _ rect: Rect, _ context: RenderContext)
  {
    // The counts of hidden columns take precedence over the title.
    let (before, after) = (layout.columns.lowerBound, references.count - layout.columns.upperBound)
    let hidden = [
      before > 0 ? context.language.say(.moreBefore(before)) : nil, after > 0 ? context.language.say(.moreAfter(after)) : nil,
    ].compactMap(\.self).joined(separator: "  ")
    let end = rect.column + rect.columns - (hidden.isEmpty ? 0 : hidden.columns + 2)
    canvas.put(hidden, .muted, column: rect.column + rect.columns - hidden.columns, row: rect.row, width: hidden.columns)
    let title = canvas.put(
      context.language.say(.comparison), .title, column: rect.column, row: rect.row, width: max(0, end - rect.column))
    guard !comparison.rows.isEmpty, comparison.references.count > 1 else { return }
    let differing = context.language.say(.differences(comparison.rows.filter(\.differs).count, of: comparison.rows.count))
    let summary = differing + (showsOnlyDifferences ? " · \(context.language.say(.onlyDifferences))" : "")
    let start = rect.column + title + 2
    if start + summary.columns <= end { canvas.put(summary, .muted, column: start, row: rect.row, width: summary.columns) }
  }

  private func drawHeadings(_ layout: CompareLayout, on canvas: inout Canvas, _ pane: ComparePane, isActive: Bool, _ context: RenderContext)
  {
    for column in layout.columns {
      let reference = references[column]
      let start = pane.headings.column + layout.start(of: column)
      let selection: Canvas.Selection = column != self.column ? .none : isActive ? .active : .inactive
      canvas.put(heading(of: reference, context), column: start, row: pane.headings.row, width: layout.columnWidth, selected: selection)
      let rows = pane.content.row + pane.content.rows - pane.headings.row
      canvas.mark(Rect(column: start, row: pane.headings.row, columns: layout.columnWidth, rows: rows), as: .detailRow(column))
      if case .failed(let problem) = context.cache[reference] {
        let rect = Rect(column: start, row: pane.content.row, columns: layout.columnWidth, rows: pane.content.rows)
        Placeholder.draw(Placeholder.failure(problem, context), on: &canvas, in: rect)
      }
    }
  }

  private func heading(of reference: Reference, _ context: RenderContext) -> StyledText {
    switch context.cache[reference] {
    case .loaded(let entry): StyledText(entry.record.name.printable, .title)
    case .failed: StyledText(reference.description, .title)
    case .unknown, .loading: StyledText(context.language.say(RecordPhrase.loading), .muted)
    }
  }

  private func draw(_ line: CompareLayout.Line, _ layout: CompareLayout, on canvas: inout Canvas, _ rect: Rect, row: Int) {
    canvas.put(line.label, line.differs ? .text : .muted, column: rect.column, row: row, width: layout.labelWidth)
    for (offset, cell) in line.cells.enumerated() {
      guard let cell else { continue }
      let start = rect.column + layout.start(of: layout.columns.lowerBound + offset)
      canvas.put(cell, column: start, row: row, width: layout.columnWidth)
    }
  }
}
