import Contracts
import Localization
import MessageBus
import Models
import Presentation
import TerminalText

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

  mutating func appear(_ context: inout UpdateContext) {
    switch path {
    case .loading, .failed: if request == nil { requestPath(&context) }
    case .loaded, .empty: break
    }
    loadStops(&context)
    select(scroller.selection, context)
  }

  mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    guard id == request else { return false }
    request = nil
    switch result {
    case .path(let found): path = .loaded(found)
    case .failed(let problem): path = problem.type == ProblemType.noPath ? .empty : .failed(problem)
    default: return true
    }
    loadStops(&context)
    select(scroller.selection, context)
    return true
  }

  // The stops are shown by the names of their records, which may have changed.
  mutating func refresh(_ context: inout UpdateContext) { appear(&context) }

  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let page = PathLayout(context.layout.list).rows.rows
    switch action {
    case .up: select(scroller.selection - PathLayout.pitch, context)
    case .down: select(scroller.selection + PathLayout.pitch, context)
    case .pageUp: select(scroller.selection - page, context)
    case .pageDown: select(scroller.selection + page, context)
    case .first: select(0, context)
    case .last: select(lines - 1, context)
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
      context.emit(.copy(selected.name.printable))
      context.toast = Toast(context.language.say(.copied(selected.name.printable)), .good)
    default: return false
    }
    return true
  }

  mutating func click(_ row: Int, _ context: inout UpdateContext) {
    guard row < lines else { return }
    let line = PathLayout.stop(onLine: row) * PathLayout.pitch
    if line == scroller.selection { open(&context) } else { select(line, context) }
  }

  mutating func scroll(_ lines: Int, _ context: inout UpdateContext) {
    scroller.scroll(by: lines, count: self.lines, height: PathLayout(context.layout.list).rows.rows)
    select(scroller.selection, context)
  }

  /// Actions such as the crawl need the records of the stops.
  private func loadStops(_ context: inout UpdateContext) { context.load(stops.map(\.reference)) }

  private var lines: Int { PathLayout.lines(of: stops.count) }

  private func open(_ context: inout UpdateContext) {
    if let selected {
      context.navigate(to: .record(selected.reference))
    } else if case .failed = path {
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
