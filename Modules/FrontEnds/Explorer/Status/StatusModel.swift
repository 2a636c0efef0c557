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

  var subject: Reference? { nil }

  init() {}

  /// Poll interval while the tab is open.
  static let pollInterval = Duration.seconds(1)

  /// Returns the first visible line for a window of `height` rows over `count` lines.
  func top(count: Int, height: Int) -> Int { min(max(0, top), max(0, count - height)) }

  func canSort(_ monitor: BusMonitor) -> Bool { (monitor.snapshot?.processes.count ?? 0) > 1 }
  func canReverse(_ monitor: BusMonitor) -> Bool { canSort(monitor) && order.key != nil }

  /// Returns the processes in the order of the page.
  private func processes(_ monitor: BusMonitor) -> [BusSnapshot.Process] {
    order.sorted(monitor.snapshot?.processes ?? [], monitor.loads)
  }

  /// Returns the index of the selected process; `nil` if it has gone.
  func selection(in monitor: BusMonitor) -> Int? {
    guard let selected, case let processes = processes(monitor) else { return nil }
    // A process that was restarted has another ID.
    return processes.firstIndex { $0.name == selected && $0.pid == selectedID } ?? processes.firstIndex { $0.name == selected }
  }

  mutating func appear(_ context: inout UpdateContext) { context.emit(.startTimer(.statisticsDue, after: .zero)) }

  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let height = context.layout.body.rows
    if action != .restart { asked = nil }
    switch action {
    case .up: move(-1, &context)
    case .down: move(1, &context)
    case .pageUp: scroll(1 - height, &context)
    case .pageDown: scroll(height - 1, &context)
    case .first: scroll(.min / 2, &context)
    case .last: scroll(.max / 2, &context)
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

  mutating func scroll(_ lines: Int, _ context: inout UpdateContext) {
    let layout = layout(context)
    top = top(count: layout.lines.count, height: context.layout.body.rows)
    top = min(max(0, top + lines), max(0, layout.lines.count - context.layout.body.rows))
  }

  /// Selects the next process; scrolls where there is none.
  private mutating func move(_ step: Int, _ context: inout UpdateContext) {
    let processes = processes(context.monitor)
    let next = selection(in: context.monitor).map { $0 + step } ?? (step > 0 ? 0 : -1)
    guard processes.indices.contains(next) else { return scroll(step, &context) }
    select(next, context)
  }

  private mutating func select(_ index: Int, _ context: UpdateContext) {
    let processes = processes(context.monitor)
    guard processes.indices.contains(index) else { return }
    selected = processes[index].name
    selectedID = processes[index].pid
    keepSelectionVisible(context)
  }

  mutating func sort(by key: String, _ context: inout UpdateContext) {
    guard let key = ProcessOrder.Key(rawValue: key) else { return }
    order.sort(by: key)
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

  mutating func click(_ row: Int, _ context: inout UpdateContext) {
    let isSecond = selection(in: context.monitor) == row
    asked = nil
    select(row, context)
    if isSecond { openLog(&context) }
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

  mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
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
