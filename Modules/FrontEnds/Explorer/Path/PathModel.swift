public import Contracts
import Localization
import MessageBus
public import Models
import Presentation
import TerminalText

/// A shortest chain of references from one record to another.
public struct PathModel: PageModel {
  public let from, to: Reference
  public private(set) var path: Loadable<ReferencePath> = .loading
  public private(set) var scroller = Scroller()
  private var asked: Ticket?

  public init(from: Reference, to: Reference) { (self.from, self.to) = (from, to) }

  /// Both ends, and all between.
  public var stops: [ReferencePath.Stop] { path.value.map { [$0.from] + $0.steps.map(\.to) } ?? [] }

  /// The selected stop.
  public var subject: Reference? { selected?.reference ?? from }

  public var selected: ReferencePath.Stop? {
    let index = PathLayout.stop(onLine: scroller.selection)
    return stops.indices.contains(index) ? stops[index] : nil
  }

  public mutating func appear(_ work: inout Work) {
    if case .loading = path, asked == nil { ask(&work) }
    select(scroller.selection, work)
  }

  public mutating func receive(_ answer: Answer, to ticket: Ticket, _ work: inout Work) -> Bool {
    guard ticket == asked else { return false }
    asked = nil
    switch answer {
    case .path(let found): path = .loaded(found)
    case .failed(let problem): path = problem.type == ProblemType.noPath ? .empty : .failed(problem)
    default: return true
    }
    select(scroller.selection, work)
    return true
  }

  public mutating func heed(_ notice: Notice, _ work: inout Work) {
    guard case .failed = path else { return }
    switch notice {
    case .worker(let service, joined: true) where service == ServiceName.search.text: ask(&work)
    case .changedSomehow: ask(&work)
    default: break
    }
  }

  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool {
    let page = PathLayout(work.layout.body).rows.rows
    switch action {
    case .up: select(scroller.selection - PathLayout.pitch, work)
    case .down: select(scroller.selection + PathLayout.pitch, work)
    case .pageUp: select(scroller.selection - page, work)
    case .pageDown: select(scroller.selection + page, work)
    case .first: select(0, work)
    case .last: select(lines - 1, work)
    case .open, .right: open(&work)
    case .reload: ask(&work)
    case .copy:
      guard let selected else { return false }
      work.order(.copy(selected.name.printable))
      work.remark = Remark(work.language.say(.copied(selected.name.printable)), .good)
    default: return false
    }
    return true
  }

  public mutating func point(_ row: Int, _ work: inout Work) {
    guard row < lines else { return }
    let line = PathLayout.stop(onLine: row) * PathLayout.pitch
    if line == scroller.selection { open(&work) } else { select(line, work) }
  }

  public mutating func scroll(_ lines: Int, _ work: inout Work) {
    scroller.scroll(by: lines, count: self.lines, height: PathLayout(work.layout.body).rows.rows)
    select(scroller.selection, work)
  }

  private var lines: Int { PathLayout.lines(of: stops.count) }

  private func open(_ work: inout Work) {
    if let selected { work.go(.record(selected.reference)) } else if case .failed = path { work.go(.action(.reload)) }
  }

  private mutating func ask(_ work: inout Work) {
    if let ticket = asked { work.order(.cancel(ticket)) }
    if path.value == nil { path = .loading }
    asked = work.ask(.path(from: from, to: to))
    // What the ends are called, for the title; most often both are known.
    work.need([from, to])
  }

  /// Selects the stop on that line; between two stops, the one above.
  private mutating func select(_ line: Int, _ work: Work) {
    let stop = min(max(0, PathLayout.stop(onLine: max(0, line))), max(0, stops.count - 1))
    scroller.select(stop * PathLayout.pitch, count: lines, height: PathLayout(work.layout.body).rows.rows)
  }
}
