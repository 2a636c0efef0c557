import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Text

/// A shortest chain of references from one record to another. Each stop takes a row, and its relation to the next one the row below.
struct PathModel: Page {
  let from, to: Reference
  private(set) var path: Loadable<ReferencePath> = .loading
  /// The selected stop.
  private var scroller = Scroller()
  private var request: RequestID?
  /// Which of the shortest paths is shown, from 0.
  private var alternative = 0

  init(from: Reference, to: Reference) { (self.from, self.to) = (from, to) }

  /// All records on the path, including both ends.
  var stops: [ReferencePath.Node] { path.value.map { [$0.from] + $0.steps.map(\.to) } ?? [] }
  var selected: ReferencePath.Node? { stops.dropFirst(scroller.selection).first }
  var subject: Reference? { selected?.reference ?? from }
  var place: PagePlace { .list }
  var actions: [Action] {
    [.open, .alternative, .copy, .search, .palette, .reload, .mark, .favourite, .compare, .path]
  }
  var neededRecords: [Reference] { [from, to] + stops.map(\.reference) }

  func applies(_ action: Action, in explorer: Explorer) -> Bool? {
    switch action {
    case .open: selected != nil || path.failure != nil
    case .copy: selected != nil
    case .alternative: (path.value?.alternatives ?? 1) > 1
    default: nil
    }
  }

  func trailTitle(_ names: ReferenceWording) -> String { names.wording.language.say(Phrase.path) }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    if scroller.handle(event, count: stops.count, height: Self.height(context.layout.list)) { return true }
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
    case .click(let stop): if stop == scroller.selection { open(&context) } else { select(stop, context) }
    default: return false
    }
    return true
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    switch action {
    case .open, .right: open(&context)
    case .alternative:
      if let count = path.value?.alternatives, count > 1 {
        alternative = (alternative + 1) % count
        requestPath(&context)
      } else {
        context.reportNoEffect(of: action)
      }
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

  private mutating func select(_ stop: Int, _ context: UpdateContext) {
    scroller.select(stop, count: stops.count, height: Self.height(context.layout.list))
  }

  /// Returns the number of stops that fit into a pane, below the title and an empty row.
  private static func height(_ pane: Rect) -> Int { max(1, (pane.rows - 1) / 2) }
}

extension PathModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let language = context.language
    let ends = (from: name(of: from, context), to: name(of: to, context))
    var title = ListTitle(language.say(Phrase.path), 0, of: nil, FilterField(), language)
    title.order = "\(ends.from) → \(ends.to)"
    if let path = path.value {
      let all = path.alternatives ?? 1
      let which = all > 1 ? "\(language.say(.alternative((path.alternative ?? 0) + 1, of: all))) · " : ""
      title.state = StyledText(which + language.say(.steps(path.steps.count)), .muted)
    }
    title.draw(on: &canvas, in: rect, isActive: isActive)
    let rows = rect.droppingRows(2)
    let lines: [StyledText]
    switch path {
    case .loading: lines = [StyledText(language.say("finding a path…"), .muted)]
    case .empty: lines = [StyledText(language.say(.noPath(ends.from, ends.to)), .muted)]
    case .failed(let problem): lines = Placeholder.failure(problem, context)
    case .loaded(let path): return drawStops(path, on: &canvas, rows, isActive, context)
    }
    Placeholder.draw(lines, on: &canvas, in: rows.inset(left: ListLayout.margin, right: 1))
  }

  private func drawStops(_ path: ReferencePath, on canvas: inout Canvas, _ rect: Rect, _ isActive: Bool, _ context: RenderContext) {
    let texts = rect.inset(left: ListLayout.margin, right: 2)
    for (index, stop) in stops.enumerated().dropFirst(scroller.top).prefix((rect.rows + 1) / 2) {
      let offset = 2 * (index - scroller.top)
      let selection = Canvas.Selection(index == scroller.selection, isActive: isActive)
      canvas.mark(rect.line(offset), as: .listRow(index))
      canvas.select(rect.line(offset), selection)
      canvas.putMarks(of: stop.reference, in: rect.line(offset), selection, context)
      let kind = StyledText("  \(context.names.word(for: stop.reference.kind))", .muted)
      canvas.put(StyledText(name(of: stop.reference, context), .accent) + kind, in: texts.line(offset), selected: selection)
      guard path.steps.indices.contains(index), offset + 1 < rect.rows else { continue }
      canvas.put(relation(path.steps[index], from: stop, context), in: texts.line(offset + 1))
    }
    if path.steps.isEmpty, rect.rows > 2 {
      canvas.put(StyledText(context.language.say("both are the same record"), .muted), in: texts.line(2))
    }
  }

  /// Returns the relation to the next stop: `↓ Films` if the record above refers to the one below, `↑ Homeworld` if it is the reverse.
  private func relation(_ step: ReferencePath.Step, from stop: ReferencePath.Node, _ context: RenderContext) -> StyledText {
    let owner = step.isReversed ? step.to.reference.kind : stop.reference.kind
    return StyledText(step.isReversed ? "↑ " : "↓ ", .rule) + StyledText(context.names.label(of: step.relation, in: owner), .muted)
  }

  private func name(of reference: Reference, _ context: RenderContext) -> String {
    // Prefer the record's own name: the index may lag behind.
    let name = context.records.name(of: reference) ?? stops.first { $0.reference == reference }?.name
    return name?.printable ?? reference.description
  }
}
