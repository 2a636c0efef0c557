import Localization
import MessageBus
public import Models
import Presentation
import TerminalText

/// The records of one kind. They are loaded page by page, shown as soon as the first page is here, and kept in order as more come: what is
/// selected stays where it is.
public struct ListModel: PageModel {
  public let kind: KindName
  public internal(set) var order = ListOrder()
  public internal(set) var pages = ListPages()
  /// What is shown, in this order.
  public internal(set) var rows: [Reference] = []
  public internal(set) var scroller = Scroller()
  /// What the list is narrowed to; `nil` shows all.
  public internal(set) var filter: TextField?
  public internal(set) var isTyping = false
  /// Records that the origin's own search found for the filter, while pages are missing.
  var found: [Reference] = []
  /// The search that waits for its answer.
  var search: Ticket?
  /// Someone has moved in the list. Until then it shows its beginning, whatever comes.
  var isTouched = false
  /// Something of it changed since it was loaded.
  var isOutdated = false

  public init(_ kind: KindName) { self.kind = kind }

  public var subject: Reference? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }

  /// What there is to see.
  public var content: Loadable<[Reference]> {
    if !rows.isEmpty { return .loaded(rows) }
    if let problem = pages.problem { return .failed(problem) }
    return pages.isComplete || (pages.hasAnswer && narrowing != nil && search == nil) ? .empty : .loading
  }

  /// The filter, where it holds something back.
  public var narrowing: NameFilter? {
    let narrowing = NameFilter(filter?.text ?? "")
    return narrowing.isEmpty ? nil : narrowing
  }

  /// Below the last row stands what could not be loaded.
  public var hasGap: Bool { !rows.isEmpty && pages.problem != nil && !pages.isComplete }

  /// The rows a selection can be on, that of the gap included.
  public var rowCount: Int { rows.count + (hasGap ? 1 : 0) }

  public func shown(in layout: ScreenLayout) -> [Reference] { Array(rows.dropFirst(scroller.top).prefix(Self.height(layout))) }

  static func height(_ layout: ScreenLayout) -> Int { max(1, ListLayout(layout.list).rows.rows) }

  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool {
    let page = max(1, Self.height(work.layout) - 1)
    switch action {
    case .up: move(by: -1, &work)
    case .down: move(by: 1, &work)
    case .pageUp: move(by: -page, &work)
    case .pageDown: move(by: page, &work)
    case .first: move(by: -rowCount, &work)
    case .last: move(by: rowCount, &work)
    case .right, .open: return open(action, &work)
    case .cancel: return clearFilter(&work)
    case .filter:
      filter = filter ?? TextField()
      isTyping = true
    case .sort: work.go(.picker(.sort(kind)))
    case .reverse:
      order.reverse()
      arrange(&work)
    case .reload: reload(&work)
    case .copy: copyName(&work)
    default: return false
    }
    return true
  }

  /// The list in the order of that field, or the other way round when it is in that order already.
  mutating func sort(by key: String, _ work: inout Work) {
    order.choose(key, of: work.kinds[kind])
    arrange(&work)
  }

  private mutating func open(_ action: Action, _ work: inout Work) -> Bool {
    if isTyping {
      isTyping = false
      if filter?.text.isEmpty == true { filter = nil }
    } else if let subject {
      work.go(.record(subject))
    } else if pages.problem != nil {
      pages.retry()
      proceed(&work)
    }
    return true
  }

  private func copyName(_ work: inout Work) {
    guard let subject, let name = work.library[known: subject]?.record.name else { return }
    work.order(.copy(name.printable))
    work.remark = Remark(work.language.say(.copied(name.printable)), .good)
  }

  private mutating func reload(_ work: inout Work) {
    if pages.hasAnswer { pages.reload(revalidate: true) } else { pages.retry() }
    proceed(&work)
  }

  public mutating func point(_ row: Int, _ work: inout Work) {
    let isSecond = isTouched && row == scroller.selection
    isTyping = false
    scroller.select(row, count: rowCount, height: Self.height(work.layout))
    isTouched = true
    rest(&work)
    if isSecond { _ = open(.open, &work) }
  }

  public mutating func scroll(_ lines: Int, _ work: inout Work) {
    scroller.scroll(by: lines, count: rowCount, height: Self.height(work.layout))
    isTouched = true
    rest(&work)
  }

  private mutating func move(by rows: Int, _ work: inout Work) {
    scroller.move(by: rows, count: rowCount, height: Self.height(work.layout))
    isTouched = scroller.selection > 0
    rest(&work)
  }
}
