import Localization
import MessageBus
import Models
import Presentation

/// The state of the status page. ``StatusLayout`` builds the lines from the ``BusMonitor``.
struct StatusModel: PageModel {
  /// The first visible line. May exceed the last line after lines disappeared; drawing clamps it.
  private(set) var top = 0
  /// The name of the selected process; `nil` until the user moves.
  private(set) var selected: String?
  /// Its process ID: several processes may have the same name.
  private var selectedID: Int?
  private(set) var order = ProcessOrder()
  /// The process that is being restarted, and the request that does it.
  private var restart: (process: String, request: RequestID)?
  /// The process that the next key press restarts, and until when: the first press asks.
  private var asked: (process: String, until: Moment)?

  /// Poll interval while the tab is open.
  static let pollInterval = Duration.seconds(1)

  /// Returns the first visible line for a window of `height` rows over `count` lines.
  func top(count: Int, height: Int) -> Int { min(max(0, top), max(0, count - height)) }

  func canSort(_ monitor: BusMonitor) -> Bool { (monitor.snapshot?.processes.count ?? 0) > 1 }
  func canReverse(_ monitor: BusMonitor) -> Bool { canSort(monitor) && order.key != nil }

  private func processes(_ monitor: BusMonitor) -> [BusSnapshot.Process] {
    order.sorted(monitor.snapshot?.processes ?? [], monitor.loads)
  }

  func selection(in monitor: BusMonitor) -> Int? {
    guard let selected, case let processes = processes(monitor) else { return nil }
    // A process that was restarted has another ID.
    return processes.firstIndex { $0.name == selected && $0.pid == selectedID } ?? processes.firstIndex { $0.name == selected }
  }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared: context.emit(.startTimer(.statisticsDue, after: .zero))
    case .action(let action): return perform(action, &context)
    case .result(let result, let id): return receive(result, for: id, &context)
    case .click(let row):
      let isSecond = selection(in: context.monitor) == row
      asked = nil
      select(row, context)
      if isSecond { openLog(&context) }
    case .scroll(let lines): scroll(lines, context)
    case .sort(let key):
      guard let key = ProcessOrder.Key(rawValue: key) else { break }
      order.sort(by: key)
      keepSelectionVisible(context)
    default: return false
    }
    return true
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    if action != .restart { asked = nil }
    switch action {
    case .up: move(-1, context)
    case .down: move(1, context)
    case .pageUp, .pageDown, .first, .last: scroll(action.movement(page: context.layout.body.rows - 1) ?? 0, context)
    case .reload: context.emit(.startTimer(.statisticsDue, after: .zero))
    case .open, .right: openLog(&context)
    case .restart: restartSelected(&context)
    case .sort where canSort(context.monitor):
      order.next()
      keepSelectionVisible(context)
    case .reverse where canReverse(context.monitor):
      order.reverse()
      keepSelectionVisible(context)
    default: return false
    }
    return true
  }

  private mutating func scroll(_ lines: Int, _ context: UpdateContext) {
    let layout = layout(context)
    top = top(count: layout.lines.count, height: context.layout.body.rows)
    top = min(max(0, top + lines), max(0, layout.lines.count - context.layout.body.rows))
  }

  /// Selects the next process; scrolls where there is none.
  private mutating func move(_ step: Int, _ context: UpdateContext) {
    let processes = processes(context.monitor)
    let next = selection(in: context.monitor).map { $0 + step } ?? (step > 0 ? 0 : -1)
    guard processes.indices.contains(next) else { return scroll(step, context) }
    select(next, context)
  }

  private mutating func select(_ index: Int, _ context: UpdateContext) {
    let processes = processes(context.monitor)
    guard processes.indices.contains(index) else { return }
    selected = processes[index].name
    selectedID = processes[index].pid
    keepSelectionVisible(context)
  }

  private mutating func keepSelectionVisible(_ context: UpdateContext) {
    let layout = layout(context)
    guard let index = selection(in: context.monitor), layout.processLines.indices.contains(index) else { return }
    let height = context.layout.body.rows
    let line = layout.processLines[index]
    top = top(count: layout.lines.count, height: height)
    if line < top { top = line }
    if line >= top + height { top = line - height + 1 }
  }

  /// Opens the log of the selected process; selects the first one if there is no selection.
  private mutating func openLog(_ context: inout UpdateContext) {
    guard let process = process(context) else {
      if processes(context.monitor).isEmpty { return context.toast = Toast(context.language.say(.noProcess), .caution) }
      return select(0, context)
    }
    context.navigate(to: .log(process.name))
  }

  private mutating func restartSelected(_ context: inout UpdateContext) {
    guard let process = process(context) else {
      context.toast = Toast(context.language.say(.noProcess), .caution)
      if !processes(context.monitor).isEmpty { context.toast?.help = .down }
      return
    }
    guard process.isSupervised else {
      return context.toast = Toast(
        context.language.say(.notRestarted(process.name, Problem.noFleet.reason(in: context.language))), .caution)
    }
    guard restart == nil else { return context.toast = Toast(context.language.say(.restarting(restart?.process ?? "")), .caution) }
    guard let asked, asked.process == process.name, context.now <= asked.until else {
      asked = (process.name, Moment(context.now.sinceStart + Toast.duration))
      context.toast = Toast("\(process.name)?", .caution)
      context.toast?.help = .restart
      return
    }
    self.asked = nil
    restart = (process.name, context.send(.restart(process.name)))
    context.toast = Toast(context.language.say(.restarting(process.name)))
  }

  private func process(_ context: UpdateContext) -> BusSnapshot.Process? {
    selection(in: context.monitor).map { processes(context.monitor)[$0] }
  }

  private mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    guard let restart, restart.request == id else { return false }
    self.restart = nil
    if case .failed(let problem) = result {
      context.toast = Toast(context.language.say(.notRestarted(restart.process, problem.reason(in: context.language))), .bad)
    } else {
      context.toast = Toast(context.language.say(.restarted(restart.process)), .good)
    }
    context.emit(.startTimer(.statisticsDue, after: .zero))
    return true
  }

  private func layout(_ context: UpdateContext) -> StatusLayout {
    layout(context.monitor, context.language, in: context.layout.body, at: context.now)
  }

  func layout(_ monitor: BusMonitor, _ language: any Language, in rect: Rect, at now: Moment) -> StatusLayout {
    StatusLayout(monitor, language, columns: Self.textColumns(rect), rows: rect.rows, order: order, at: now)
  }

  /// Returns the width of the lines: the pane without a margin of two columns on the left, for the selection, and of one on the right.
  static func textColumns(_ rect: Rect) -> Int { max(1, rect.columns - 3) }
}

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
    canvas.putScrollArrows(column: rect.column + rect.columns - 1, in: rect, top: top, of: layout.lines.count)
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

/// The order of the processes on the status page. Numbers start with the largest one.
struct ProcessOrder: Sendable, Hashable {
  /// A column to sort by; the raw value is its key.
  enum Key: String, Sendable, Hashable {
    case name, load, restarts, age, busy
  }

  /// The keys that ``next()`` goes through; `nil` is the order of the supervisor.
  static let cycle: [Key?] = [nil, .load, .restarts, .age, .busy, .name]

  private(set) var key: Key?
  private(set) var isDescending = false

  mutating func next() { select(Self.cycle[((Self.cycle.firstIndex(of: key) ?? 0) + 1) % Self.cycle.count]) }

  /// Sorts by this column, in the other direction if the processes are already sorted by it.
  mutating func sort(by key: Key) { if self.key == key { isDescending.toggle() } else { select(key) } }

  mutating func reverse() { if key != nil { isDescending.toggle() } }

  private mutating func select(_ key: Key?) { (self.key, isDescending) = (key, key != nil && key != .name) }

  /// Returns the processes in this order. Those without a value come last; equal ones keep the order of the supervisor.
  func sorted(_ processes: [BusSnapshot.Process], _ loads: [Int: Double]) -> [BusSnapshot.Process] {
    switch key {
    case nil: processes
    case .name: processes.sorted(descending: isDescending, by: \.name)
    case .load: processes.sorted(descending: isDescending) { $0.pid.flatMap { loads[$0] } }
    case .restarts: processes.sorted(descending: isDescending, by: \.restarts)
    case .age: processes.sorted(descending: isDescending, by: \.uptime)
    case .busy: processes.sorted(descending: isDescending, by: \.inFlight)
    }
  }
}
