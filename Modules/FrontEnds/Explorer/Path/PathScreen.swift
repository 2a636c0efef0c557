import Contracts
import Localization
import MessageBus
import Models
import Presentation
import TerminalText

extension PathModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let layout = PathLayout(rect)
    drawTitle(on: &canvas, layout.title, context)
    let rows = layout.rows
    let body = Rect(
      column: rows.column + ListLayout.margin, row: rows.row, columns: rows.columns - ListLayout.margin - 1, rows: rows.rows)
    switch path {
    case .loading: Placeholder.draw([StyledText(context.language.say(.findingPath), .muted)], on: &canvas, in: body)
    case .empty:
      let text = context.language.say(.noPath(name(of: from, context), name(of: to, context)))
      Placeholder.draw([StyledText(text, .muted)], on: &canvas, in: body)
    case .failed(let problem): Placeholder.draw(failure(problem, context), on: &canvas, in: body)
    case .loaded: drawStops(on: &canvas, rows, isActive, context)
    }
  }

  private func drawTitle(on canvas: inout Canvas, _ rect: Rect, _ context: RenderContext) {
    guard rect.rows > 0 else { return }
    let end = rect.column + rect.columns - 1
    var column = rect.column + 1
    column += canvas.put(context.language.say(FindingPhrase.path), .title, column: column, row: rect.row, width: end - column) + 2
    let which = path.value?.alternatives.flatMap { count in
      count > 1 ? context.language.say(.alternative((path.value?.alternative ?? 0) + 1, of: count)) + " · " : nil
    }
    let count = (which ?? "") + (path.value.map { context.language.say(.steps($0.steps.count)) } ?? "")
    let ends = "\(name(of: from, context)) → \(name(of: to, context))"
    let room = end - column - (count.isEmpty ? 0 : count.columns + 2)
    canvas.put(ends, column: column, row: rect.row, width: room)
    canvas.put(count, .muted, column: end - count.columns, row: rect.row, width: count.columns)
  }

  private func drawStops(on canvas: inout Canvas, _ rect: Rect, _ isActive: Bool, _ context: RenderContext) {
    let width = ListLayout.textColumns(in: rect.columns)
    for (index, stop) in stops.enumerated() {
      let line = index * PathLayout.pitch - scroller.top
      let row = Rect(column: rect.column, row: rect.row + line, columns: rect.columns, rows: 1)
      if (0..<rect.rows).contains(line) {
        let isSelected = index * PathLayout.pitch == scroller.selection
        let selection: Canvas.Selection = !isSelected ? .none : isActive ? .active : .inactive
        canvas.mark(row, as: .listRow(index * PathLayout.pitch))
        canvas.select(row, selection)
        canvas.putMarks(of: stop.reference, in: row, isSelected: isSelected, selection, context)
        canvas.put(
          StyledText(name(of: stop.reference, context), .accent) + StyledText("  \(kind(of: stop, context))", .muted),
          column: row.column + ListLayout.margin, row: row.row, width: width, selected: selection)
      }
      if let steps = path.value?.steps, steps.indices.contains(index), (0..<rect.rows).contains(line + 1) {
        canvas.put(
          relation(steps[index], from: stop.reference.kind, context), column: row.column + ListLayout.margin, row: row.row + 1, width: width
        )
      }
    }
    if path.value?.steps.isEmpty == true, rect.rows > 2 {
      canvas.put(
        context.language.say(.sameRecord), .muted, column: rect.column + ListLayout.margin, row: rect.row + 2, width: width)
    }
  }

  /// Returns the relation to the next stop: `↓ Films` if the record above refers to the one below, `↑ Homeworld` if it is the reverse.
  private func relation(_ step: ReferencePath.Step, from kind: KindName, _ context: RenderContext) -> StyledText {
    let owner = step.isReversed ? step.to.reference.kind : kind
    let field = context.explorer.kinds[owner]?.fields.first { $0.key == step.relation }
    let label = context.language.label(of: step.relation, in: owner) ?? field?.label ?? step.relation.printable
    return StyledText(step.isReversed ? "↑ " : "↓ ", .rule) + StyledText(label, .muted)
  }

  private func failure(_ problem: Problem, _ context: RenderContext) -> [StyledText] {
    guard problem.type == ProblemType.noWorker else { return Placeholder.failure(problem, context) }
    let text = context.language.say(.noSearchWorker(ServiceName.search.executable))
    return [StyledText(text, .caution), StyledText(), Placeholder.retry(context)]
  }

  private func name(of reference: Reference, _ context: RenderContext) -> String {
    // Prefer the record's own name: the index may lag behind.
    if case .known(let record) = context.cache.label(of: reference) { return record.name.printable }
    return stops.first { $0.reference == reference }?.name.printable ?? reference.description
  }

  private func kind(of stop: ReferencePath.Node, _ context: RenderContext) -> String {
    let kind = stop.reference.kind
    return context.language.singular(of: kind) ?? context.explorer.kinds[kind]?.singular ?? kind.text
  }
}
