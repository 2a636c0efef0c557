import Localization
import MessageBus
import Models
import Presentation

/// The state of the status page. ``StatusLayout`` builds the lines from the ``BusMonitor``.
struct StatusModel: Page {
  /// The row of the selected process; `nil` until the user moves.
  private(set) var selected: Int?
  private var scroller = Scroller()
  private var restart: (process: String, request: RequestID)?
  /// The process that the next key press restarts, and until when: the first press asks.
  private var asked: (process: String, until: Moment)?

  var place: PagePlace { .body }
  var actions: [Action] { [.open, .random, .search, .reload, .palette] }

  func applies(_ action: Action, in explorer: Explorer) -> Bool? {
    switch action {
    case .open: explorer.monitor.snapshot?.processes.isEmpty == false
    case .random: process(in: explorer.monitor) != nil
    default: nil
    }
  }

  func phrase(of action: Action) -> Phrase? {
    switch action {
    case .down: "select"
    case .open: "log"
    case .random: "restart"
    default: nil
    }
  }

  func process(in monitor: BusMonitor) -> BusSnapshot.Process? {
    monitor.snapshot.flatMap { snapshot in selected.flatMap { snapshot.processes.indices.contains($0) ? snapshot.processes[$0] : nil } }
  }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared: context.emit(.startTimer(.statisticsDue, after: .zero))
    case .action(let action): return perform(action, &context)
    case .result(let result, let id): return receive(result, for: id, &context)
    case .click(let row):
      let isSecond = selected == row
      asked = nil
      select(row, context)
      if isSecond { openLog(&context) }
    case .scroll: scroll(event, context)
    default: return false
    }
    return true
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    // The key for a random record restarts a process here.
    if action != .random { asked = nil }
    switch action {
    case .up: move(-1, context)
    case .down: move(1, context)
    case .pageUp, .pageDown, .first, .last: scroll(.action(action), context)
    case .reload: context.emit(.startTimer(.statisticsDue, after: .zero))
    case .open, .right: openLog(&context)
    case .random: restartSelected(&context)
    default: return false
    }
    return true
  }

  private mutating func scroll(_ event: PageEvent, _ context: UpdateContext) {
    _ = scroller.handle(event, count: layout(context).lines.count, height: context.layout.body.rows, selects: false)
  }

  /// Selects the next process; scrolls where there is none.
  private mutating func move(_ step: Int, _ context: UpdateContext) {
    let next = selected.map { min($0, context.monitor.snapshot?.processes.count ?? 0) + step } ?? (step > 0 ? 0 : -1)
    if !select(next, context) { scroll(.scroll(step), context) }
  }

  /// Selects a process and scrolls to it; `false` if there is no such process.
  @discardableResult
  private mutating func select(_ index: Int, _ context: UpdateContext) -> Bool {
    guard let processes = context.monitor.snapshot?.processes, processes.indices.contains(index) else { return false }
    selected = index
    let layout = layout(context)
    scroller.select(layout.firstProcess + index, count: layout.lines.count, height: context.layout.body.rows)
    return true
  }

  /// Opens the log of the selected process; selects the first one if there is no selection.
  private mutating func openLog(_ context: inout UpdateContext) {
    if let process = process(in: context.monitor) { return context.navigate(to: .log(process.name)) }
    if !select(0, context) { context.warn(.noProcess) }
  }

  private mutating func restartSelected(_ context: inout UpdateContext) {
    guard let process = process(in: context.monitor) else {
      context.warn(.noProcess)
      if context.monitor.snapshot?.processes.isEmpty == false { context.toast?.help = .down }
      return
    }
    guard process.isSupervised else {
      return context.warn(.notRestarted(process.name, Problem.noFleet.reason(in: context.language)))
    }
    if let restart { return context.warn(.restarting(restart.process)) }
    guard let asked, asked.process == process.name, context.now <= asked.until else {
      asked = (process.name, context.now + Toast.duration)
      context.toast = Toast("\(process.name)?", .caution)
      context.toast?.help = .random
      return
    }
    self.asked = nil
    restart = (process.name, context.send(.restart(process.name)))
    context.toast = Toast(context.language.say(.restarting(process.name)))
  }

  private mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    guard let process = restart?.process, restart?.request == id else { return false }
    restart = nil
    context.toast = Toast(context.language.say(.restarted(process)), .good)
    if case .failed(let problem) = result {
      context.toast = Toast(context.language.say(.notRestarted(process, problem.reason(in: context.language))), .bad)
    }
    context.emit(.startTimer(.statisticsDue, after: .zero))
    return true
  }

  private func layout(_ context: UpdateContext) -> StatusLayout {
    let body = context.layout.body
    return StatusLayout(context.monitor, context.language, columns: Self.textColumns(body), rows: body.rows, at: context.now)
  }

  /// Returns the width of the lines, beside two columns for the selection and one for the arrows.
  static func textColumns(_ rect: Rect) -> Int { max(1, rect.columns - 3) }

  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let monitor = context.explorer.monitor
    let layout = StatusLayout(monitor, context.language, columns: Self.textColumns(rect), rows: rect.rows, at: context.now)
    // Lines may have disappeared since the last update.
    let top = min(scroller.top, max(0, layout.lines.count - rect.rows))
    let selected = process(in: monitor) == nil ? nil : self.selected.map { layout.firstProcess + $0 }
    let processes = layout.firstProcess..<layout.firstProcess + (monitor.snapshot?.processes.count ?? 0)
    for (index, text) in layout.lines.enumerated().dropFirst(top).prefix(rect.rows) {
      let line = rect.line(index - top)
      let selection = Canvas.Selection(index == selected, isActive: isActive)
      if selection != .none { canvas.put(StyledText("▸", .accent), in: line) }
      canvas.put(text, in: line.inset(left: 2, right: 1), selected: selection)
      if processes.contains(index) { canvas.mark(line, as: .detailRow(index - processes.lowerBound)) }
    }
    canvas.putScrollArrows(column: rect.column + rect.columns - 1, in: rect, top: top, of: layout.lines.count)
  }
}
