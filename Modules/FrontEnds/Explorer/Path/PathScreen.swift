import Contracts
import Localization
import MessageBus
import Models
import Presentation
import TerminalText

extension PathModel {
  public func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ scene: Scene) {
    let layout = PathLayout(rect)
    drawTitle(on: &canvas, layout.title, scene)
    let rows = layout.rows
    let body = Rect(
      column: rows.column + ListLayout.margin, row: rows.row, columns: rows.columns - ListLayout.margin - 1, rows: rows.rows)
    switch path {
    case .loading: StateText.draw([StyledText(scene.language.say(.lookingForPath), .muted)], on: &canvas, in: body)
    case .empty:
      let text = scene.language.say(.noPath(name(of: from, scene), name(of: to, scene)))
      StateText.draw([StyledText(text, .muted)], on: &canvas, in: body)
    case .failed(let problem): StateText.draw(failure(problem, scene), on: &canvas, in: body)
    case .loaded: drawStops(on: &canvas, rows, isActive, scene)
    }
  }

  private func drawTitle(on canvas: inout Canvas, _ rect: Rect, _ scene: Scene) {
    guard rect.rows > 0 else { return }
    let end = rect.column + rect.columns - 1
    var column = rect.column + 1
    column += canvas.put(scene.language.say(FindingPhrase.path), .title, column: column, row: rect.row, width: end - column) + 2
    let count = path.value.map { scene.language.say(.steps($0.steps.count)) } ?? ""
    let ends = "\(name(of: from, scene)) → \(name(of: to, scene))"
    let room = end - column - (count.isEmpty ? 0 : count.columns + 2)
    canvas.put(ends, column: column, row: rect.row, width: room)
    canvas.put(count, .muted, column: end - count.columns, row: rect.row, width: count.columns)
  }

  private func drawStops(on canvas: inout Canvas, _ rect: Rect, _ isActive: Bool, _ scene: Scene) {
    let width = rect.columns - ListLayout.margin - 1
    for (index, stop) in stops.enumerated() {
      let line = index * PathLayout.pitch - scroller.top
      let row = Rect(column: rect.column, row: rect.row + line, columns: rect.columns, rows: 1)
      if (0..<rect.rows).contains(line) {
        let isSelected = index * PathLayout.pitch == scroller.selection
        let selection: Canvas.Selection = !isSelected ? .none : isActive ? .active : .inactive
        canvas.mark(row, as: .detailRow(index * PathLayout.pitch))
        canvas.select(row, selection)
        if isSelected { canvas.put("▸", .accent, column: row.column + 1, row: row.row, width: 1, selected: selection) }
        canvas.put(
          StyledText(name(of: stop.reference, scene), .accent) + StyledText("  \(kind(of: stop, scene))", .muted),
          column: row.column + ListLayout.margin, row: row.row, width: width, selected: selection)
      }
      if let steps = path.value?.steps, steps.indices.contains(index), (0..<rect.rows).contains(line + 1) {
        canvas.put(
          relation(steps[index], from: stop.reference.kind, scene), column: row.column + ListLayout.margin, row: row.row + 1, width: width)
      }
    }
    if path.value?.steps.isEmpty == true, rect.rows > 2 {
      canvas.put(
        scene.language.say(.sameRecord), .muted, column: rect.column + ListLayout.margin, row: rect.row + 2, width: width)
    }
  }

  /// `↓ Films`: the field of the record above that leads on; `↑ Homeworld` when it is the one below whose field leads back.
  private func relation(_ step: ReferencePath.Step, from kind: KindName, _ scene: Scene) -> StyledText {
    let owner = step.isReversed ? step.to.reference.kind : kind
    let field = scene.explorer.kinds[owner]?.fields.first { $0.key == step.relation }
    let label = scene.language.label(of: step.relation, in: owner) ?? field?.label ?? step.relation.printable
    return StyledText(step.isReversed ? "↑ " : "↓ ", .rule) + StyledText(label, .muted)
  }

  private func failure(_ problem: Problem, _ scene: Scene) -> [StyledText] {
    guard problem.type == ProblemType.noWorker else { return StateText.failure(problem, scene) }
    let text = scene.language.say(.noSearchWorker(ServiceName.search.executable))
    return [StyledText(text, .caution), StyledText(), StateText.retry(scene)]
  }

  private func name(of reference: Reference, _ scene: Scene) -> String {
    // What the library knows is what all pages show; the index may lag behind.
    scene.library[known: reference]?.record.name.printable
      ?? stops.first { $0.reference == reference }?.name.printable ?? reference.description
  }

  private func kind(of stop: ReferencePath.Stop, _ scene: Scene) -> String {
    let kind = stop.reference.kind
    return scene.language.singular(of: kind) ?? scene.explorer.kinds[kind]?.singular ?? kind.text
  }
}
