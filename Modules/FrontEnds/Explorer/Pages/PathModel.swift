import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Text

/// A shortest chain of references from one record to another.
struct PathModel: PageModel {
  let from, to: Reference
  private(set) var path: Loadable<ReferencePath> = .loading
  private(set) var scroller = Scroller()
  private var request: RequestID?
  /// Which of the shortest paths is shown, from 0.
  private var alternative = 0

  init(from: Reference, to: Reference) { (self.from, self.to) = (from, to) }

  /// All records on the path, including both ends.
  var stops: [ReferencePath.Node] { path.value.map { [$0.from] + $0.steps.map(\.to) } ?? [] }

  /// The record of the selected stop.
  var subject: Reference? { selected?.reference ?? from }

  var hasAlternatives: Bool { (path.value?.alternatives ?? 1) > 1 }

  var neededRecords: [Reference] { [from, to] + stops.map(\.reference) }

  var selected: ReferencePath.Node? {
    let index = PathLayout.stop(onLine: scroller.selection)
    return stops.indices.contains(index) ? stops[index] : nil
  }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    // The names of the stops may have changed.
    case .appeared, .refresh:
      if path.value == nil, path != .empty, request == nil { requestPath(&context) }
      showStops(&context)
    case .action(let action): return perform(action, &context)
    case .result(let result, let id):
      guard id == request else { return false }
      request = nil
      switch result {
      case .path(let found): path = .loaded(found)
      case .failed(let problem): path = problem.type == ProblemType.noPath ? .empty : .failed(problem)
      default: return true
      }
      showStops(&context)
    case .click(let row):
      guard row < lines else { break }
      let line = PathLayout.stop(onLine: row) * PathLayout.pitch
      if line == scroller.selection { open(&context) } else { select(line, context) }
    case .scroll(let lines):
      scroller.scroll(by: lines, count: self.lines, height: PathLayout(context.layout.list).rows.rows)
      select(scroller.selection, context)
    default: return false
    }
    return true
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    if let rows = action.movement(page: PathLayout(context.layout.list).rows.rows) {
      select(scroller.selection + (abs(rows) == 1 ? rows * PathLayout.pitch : rows), context)
      return true
    }
    switch action {
    case .open, .right: open(&context)
    case .alternative:
      guard let count = path.value?.alternatives, count > 1 else {
        context.reportNoEffect(of: action)
        return true
      }
      alternative = (alternative + 1) % count
      requestPath(&context)
    case .reload: requestPath(&context)
    case .copy:
      guard let selected else { return false }
      context.copy(selected.name.printable)
    default: return false
    }
    return true
  }

  private mutating func showStops(_ context: inout UpdateContext) {
    // Actions such as the crawl need their records.
    context.load(stops.map(\.reference))
    select(scroller.selection, context)
  }

  private var lines: Int { PathLayout.lines(of: stops.count) }

  private func open(_ context: inout UpdateContext) {
    if let selected {
      context.navigate(to: .record(selected.reference))
    } else if path.failure != nil {
      context.navigate(to: .action(.reload))
    }
  }

  private mutating func requestPath(_ context: inout UpdateContext) {
    if let id = request { context.emit(.cancel(id)) }
    if path.value == nil { path = .loading }
    request = context.send(.path(from: from, to: to, alternative: alternative))
    // The title needs the names of both ends.
    context.load([from, to])
  }

  /// Selects the stop on a line; on a line between two stops, the one above.
  private mutating func select(_ line: Int, _ context: UpdateContext) {
    let stop = min(max(0, PathLayout.stop(onLine: max(0, line))), max(0, stops.count - 1))
    scroller.select(stop * PathLayout.pitch, count: lines, height: PathLayout(context.layout.list).rows.rows)
  }
}

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
          StyledText(name(of: stop.reference, context), .accent) + StyledText("  \(context.names.word(for: stop.reference.kind))", .muted),
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
    let label = context.names.label(of: step.relation, in: owner)
    return StyledText(step.isReversed ? "↑ " : "↓ ", .rule) + StyledText(label, .muted)
  }

  private func failure(_ problem: Problem, _ context: RenderContext) -> [StyledText] {
    guard problem.type == ProblemType.noWorker else { return Placeholder.failure(problem, context) }
    let text = context.language.say(.noSearchWorker(ServiceName.search.executable))
    return [StyledText(text, .caution), StyledText(), Placeholder.retry(context)]
  }

  private func name(of reference: Reference, _ context: RenderContext) -> String {
    // Prefer the record's own name: the index may lag behind.
    let name = context.records.name(of: reference) ?? stops.first { $0.reference == reference }?.name
    return name?.printable ?? reference.description
  }
}

/// The areas of the path page: a title, an empty row, then the stops with the relations between them.
struct PathLayout: Sendable, Hashable {
  /// Rows from one stop to the next.
  static let pitch = 2

  let title: Rect
  let rows: Rect

  init(_ pane: Rect) {
    title = Rect(column: pane.column, row: pane.row, columns: pane.columns, rows: min(1, pane.rows))
    rows = pane.droppingRows(2)
  }

  static func lines(of stops: Int) -> Int { max(0, stops * pitch - 1) }
  static func stop(onLine line: Int) -> Int { line / pitch }
}
