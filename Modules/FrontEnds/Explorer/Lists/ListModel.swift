import Localization
import MessageBus
import Models
import Presentation
import TerminalText

/// The records of one kind. Pages are loaded in the background and sorted in as they arrive; the selection stays on its record.
struct ListModel: PageModel {
  let kind: KindName
  var order = ListOrder()
  var pages = ListPages()
  /// The loaded records, before sorting and filtering.
  var loaded: [Reference] = []
  /// The visible records, in order.
  var rows: [Reference] = []
  var scroller = Scroller()
  /// The filter text; `nil` shows all records.
  var filter: TextField?
  var isTyping = false
  /// Whether the filter matches names in which its letters have others in between, because nothing matches otherwise.
  var usesFuzzyFilter = false
  /// Records found by the origin's search while pages are missing.
  var originMatches: [Reference] = []
  /// The pending search at the origin.
  var originSearch: RequestID?
  /// Whether the user has moved the selection. Until then the list stays at its beginning.
  var hasMoved = false
  /// A record that was opened before its page had arrived; it is selected when its page arrives, unless the user has moved the selection.
  private(set) var opened: Reference?
  /// Whether pages are loaded while another tab is open, for the bars in details.
  var loadsInBackground = false
  /// Whether the list has changed since it was loaded.
  var isOutdated = false
  /// Whether ``TimerID/namesSettled(_:)`` is about to fire.
  var isUpdateDue = false
  /// The records that have changed since they were loaded.
  var changes = ListChanges()

  init(_ kind: KindName) { self.kind = kind }

  var subject: Reference? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }

  /// The content to show.
  var content: Loadable<[Reference]> {
    if !rows.isEmpty { return .loaded(rows) }
    if let problem = pages.problem { return .failed(problem) }
    return pages.isComplete || (pages.hasResult && nameFilter != nil && originSearch == nil) ? .empty : .loading
  }

  /// The filter, if it has any text to match.
  var nameFilter: NameFilter? {
    let nameFilter = NameFilter(filter?.text ?? "")
    return nameFilter.isEmpty ? nil : nameFilter
  }

  /// Whether a row below the last record reports pages that failed to load.
  var hasGap: Bool { !rows.isEmpty && pages.problem != nil && !pages.isComplete }

  /// Number of selectable rows, including the row that reports the gap.
  var rowCount: Int { rows.count + (hasGap ? 1 : 0) }

  func visibleRecords(in layout: ScreenLayout) -> [Reference] { Array(rows.dropFirst(scroller.top).prefix(Self.height(layout))) }

  /// All loaded records: a row without its record could not be drawn, sorted or filtered.
  var neededRecords: [Reference] { pages.references + originMatches }

  /// Discards the loaded records; they are requested again when the list appears. Order and filter stay.
  mutating func unload() {
    pages = ListPages()
    loaded = []
    rows = []
    originMatches = []
    originSearch = nil
    scroller = Scroller()
    hasMoved = false
    opened = nil
    isOutdated = false
    loadsInBackground = false
    changes.removeAll()
  }

  mutating func follow(_ reference: Reference, _ context: inout UpdateContext) {
    guard reference.kind == kind else { return }
    // More rows may arrive above it.
    guard reference != subject else { return hasMoved = true }
    opened = reference
    if selectOpened(height: Self.height(context.layout)) { selectionMoved(&context) }
    if pages.isComplete { opened = nil }
  }

  /// Selects the record of ``follow(_:_:)`` if it has arrived. Returns whether it has.
  mutating func selectOpened(height: Int) -> Bool {
    guard let opened, let row = rows.firstIndex(of: opened) else { return false }
    self.opened = nil
    hasMoved = true
    scroller.select(row, count: rowCount, height: height)
    return true
  }

  /// The next rows start with the first one selected.
  mutating func forgetMove() {
    hasMoved = false
    opened = nil
  }

  static func height(_ layout: ScreenLayout) -> Int { max(1, ListLayout(layout.list).rows.rows) }

  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let page = max(1, Self.height(context.layout) - 1)
    switch action {
    case .up: move(by: -1, &context)
    case .down: move(by: 1, &context)
    case .pageUp: move(by: -page, &context)
    case .pageDown: move(by: page, &context)
    case .first: move(by: -rowCount, &context)
    case .last: move(by: rowCount, &context)
    case .right, .open: return open(action, &context)
    case .cancel: return clearFilter(&context)
    case .filter:
      filter = filter ?? TextField()
      isTyping = true
    case .sort: context.navigate(to: .picker(.sort(kind)))
    case .reverse:
      order.reverse()
      updateRows(&context)
    case .reload: reload(&context)
    case .copy where subject != nil: copyName(&context)
    default: return false
    }
    return true
  }

  /// Sorts the list by a field, or reverses the order if it is already sorted by that field.
  mutating func sort(by key: String, _ context: inout UpdateContext) {
    order.sort(by: key, of: context.kinds[kind])
    loadFilteredNames(&context)
    updateRows(&context)
  }

  private mutating func open(_ action: Action, _ context: inout UpdateContext) -> Bool {
    if isTyping {
      isTyping = false
      if filter?.text.isEmpty == true { filter = nil }
    } else if let subject {
      context.navigate(to: .record(subject))
    } else if pages.problem != nil {
      pages.retry()
      requestPages(&context)
    } else {
      return false
    }
    return true
  }

  private func copyName(_ context: inout UpdateContext) {
    guard let subject, let name = context.cache.entry(for: subject)?.record.name else { return }
    context.emit(.copy(name.printable))
    context.toast = Toast(context.language.say(.copied(name.printable)), .good)
  }

  private mutating func reload(_ context: inout UpdateContext) {
    if pages.hasResult { pages.reload(revalidate: true) } else { pages.retry() }
    requestPages(&context)
  }

  mutating func click(_ row: Int, _ context: inout UpdateContext) {
    let isSecond = hasMoved && row == scroller.selection
    isTyping = false
    opened = nil
    scroller.select(row, count: rowCount, height: Self.height(context.layout))
    hasMoved = true
    selectionMoved(&context)
    if isSecond { _ = open(.open, &context) }
  }

  mutating func scroll(_ lines: Int, _ context: inout UpdateContext) {
    scroller.scroll(by: lines, count: rowCount, height: Self.height(context.layout))
    opened = nil
    hasMoved = true
    selectionMoved(&context)
  }

  private mutating func move(by rows: Int, _ context: inout UpdateContext) {
    scroller.move(by: rows, count: rowCount, height: Self.height(context.layout))
    opened = nil
    hasMoved = scroller.selection > 0
    selectionMoved(&context)
  }
}
