import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Text

/// The records of one kind. A list that is not whole is in the origin's order, with gaps for the pages that are not loaded. The pages on the
/// screen are loaded; all of them if the origin is near, or if the list is sorted or filtered.
struct ListModel: Page {
  let kind: KindName
  var order = ListOrder()
  var pages = ListPages()
  /// The rows if they are sorted or filtered, and `nil` after them if pages have failed to load; `nil` in the origin's order.
  var ordered: [Reference?]?
  /// Whether the list has been sorted since it was whole.
  var isSorted = false
  var columnWidths = ColumnWidths()
  var cursor = ListCursor()
  /// Whether the user has moved the selection; until then, the list stays at its beginning.
  var hasMoved = false
  /// A record that was opened before its page arrived, to be selected unless the user moves the selection.
  var opened: Reference?
  /// Whether pages are loaded while another tab is open, for the bars in details.
  var loadsInBackground = false
  /// Whether the list has changed since it was loaded.
  var isOutdated = false
  /// Whether the timer ``TimerID/namesSettled(_:)`` is running.
  var isUpdateDue = false

  static let changeDebounce: Duration = .milliseconds(300)
  /// Delay before a stale list is reloaded, which may return a stale list again.
  static let staleReloadDelay: Duration = .seconds(2)
  static let selectionDebounce: Duration = .milliseconds(60)
  /// Delay before rows are filtered and sorted again as names and records arrive.
  static let namesDelay: Duration = .milliseconds(100)
  /// Maximum number of records that are filtered by the names of other records.
  static let maxFilteredNames = 2_000

  init(_ kind: KindName) { self.kind = kind }

  // MARK: Rows

  /// Number of rows, also of records that are not loaded.
  var count: Int { ordered?.count ?? pages.rowCount }

  /// The record in a row; `nil` if it is not loaded.
  subscript(row: Int) -> Reference? {
    guard let ordered else { return pages[row] }
    return ordered.indices.contains(row) ? ordered[row] : nil
  }

  func firstRow(of reference: Reference) -> Int? { ordered.map { $0.firstIndex(of: reference) } ?? pages.firstRow(of: reference) }

  var isInOriginOrder: Bool { ordered == nil }
  var scroller: Scroller { cursor.scroller }
  var filter: FilterField { cursor.filter }
  var isTyping: Bool { filter.isTyping }
  var place: PagePlace { .list }
  var actions: [Action] { [.open, .search, .sort, .filter, .copy, .mark, .favourite, .compare, .path, .reload, .zoom, .palette, .reverse] }
  var subject: Reference? { self[scroller.selection] }

  /// The number of rows, or why there are none.
  var content: Loadable<Int> {
    if count > 0 { return .loaded(count) }
    if let problem = pages.problem { return .failed(problem) }
    return pages.isComplete ? .empty : .loading
  }

  func window(_ layout: ScreenLayout) -> Range<Int> { scroller.top..<scroller.top + Self.height(layout) }
  func visibleRecords(in layout: ScreenLayout) -> [Reference] { window(layout).compactMap { self[$0] } }

  var neededRecords: [Reference] { pages.references }

  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool {
    visibleRecords(in: context.layout).contains(reference) || visibleReferences(context).contains(reference) || dependsOnNames(context)
  }

  static func height(_ layout: ScreenLayout) -> Int { max(1, ListLayout(layout.list).rows.rows) }

  func applies(_ action: Action, in explorer: Explorer) -> Bool? {
    switch action {
    case .open: isTyping || subject != nil || pages.problem != nil
    case .sort, .reverse, .filter: true
    default: nil
    }
  }

  // MARK: Input

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    let hadMatch = !filter.text.isEmpty && subject != nil
    switch cursor.handle(event, count: count, height: Self.height(context.layout)) {
    case .moved?:
      (hasMoved, opened) = (scroller.selection > 0, nil)
      selectionMoved(&context)
      return true
    case .opens?: return open(&context)
    case .focused?: return true
    case .filtered?:
      // While the user types, the first match is selected.
      (hasMoved, opened) = (false, nil)
      updateRows(&context)
      if !filter.text.isEmpty { context.emit(.startTimer(.querySettled, after: SearchModel.originDebounce)) }
      return true
    case .cleared?:
      // The selected match stays selected in the unfiltered list.
      hasMoved = hasMoved || hadMatch
      updateRows(&context)
      return true
    case nil: break
    }
    switch event {
    case .appeared: appear(&context)
    case .left: pages.cancel(&context)
    case .refresh:
      requestPages(&context)
      context.loadMissingNames(of: visibleReferences(context))
    case .opened(let reference): follow(reference, &context)
    case .action(let action): return perform(action, &context)
    case .result(let result, let id): return receive(result, for: id, &context)
    // The name or the sort value may have changed.
    case .loaded(let reference):
      guard reference.kind == kind, firstRow(of: reference) != nil else { break }
      measure(context, [reference])
      scheduleUpdate(&context)
    case .namesArrived: if dependsOnNames(context) { scheduleUpdate(&context) }
    case .bus(let event): handle(event, &context)
    case .timerFired(let timer): timerFired(timer, &context)
    case .sort(let key): sort(by: key, &context)
    default: break
    }
    return true
  }

  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    switch action {
    case .sort: context.navigate(to: .picker(.sort(kind)))
    case .reverse:
      order.reverse()
      updateRows(&context)
    case .reload:
      if pages.hasResult { pages.reload(revalidate: true) } else { pages.retry() }
      requestPages(&context)
    case .copy where subject != nil: if let name = subject.flatMap(context.records.name(of:)) { context.copy(name.printable) }
    default: return false
    }
    return true
  }

  private mutating func open(_ context: inout UpdateContext) -> Bool {
    if let subject {
      context.navigate(to: .record(subject))
    } else if pages.problem != nil {
      pages.retry()
      requestPages(&context)
    } else {
      return false
    }
    return true
  }

  /// Selects a record that was opened beside the list.
  mutating func follow(_ reference: Reference, _ context: inout UpdateContext) {
    guard reference.kind == kind else { return }
    // More rows may arrive above it.
    guard reference != subject else { return hasMoved = true }
    opened = reference
    if selectOpened(height: Self.height(context.layout)) { selectionMoved(&context) }
    if pages.isComplete { opened = nil }
  }

  /// Selects the record that was opened beside the list; returns `false` if it has not arrived.
  mutating func selectOpened(height: Int) -> Bool {
    guard let opened, let row = firstRow(of: opened) else { return false }
    (self.opened, hasMoved) = (nil, true)
    cursor.scroller.select(row, count: count, height: height)
    return true
  }

  /// Sorts the list by a field, or reverses the order if it is already sorted by that field.
  mutating func sort(by key: String, _ context: inout UpdateContext) {
    order.sort(by: key, of: context.kinds[kind])
    loadNamesOfAllRows(&context)
    updateRows(&context)
  }

  // MARK: Order

  /// Sorts and filters the loaded records. The selected record keeps its position on the screen once the user has moved.
  mutating func updateRows(_ context: inout UpdateContext) {
    let selected = subject
    // A list that has become whole as the user scrolled keeps the order in which it was read.
    isSorted = isSorted || (pages.isComplete && (needsAllPages(context) || !hasMoved))
    let filter = recordFilter(context.kinds, context.wording)
    if isSorted || filter != nil {
      var records = pages.references.compactMap { context.records[$0]?.record }
      if let filter { records = records.filter { filter.matches($0, context.records) } }
      ordered = (isSorted ? sorted(records, context) : records).map(\.reference) + (pages.problem != nil && !pages.isComplete ? [nil] : [])
    } else {
      ordered = nil
    }
    let height = Self.height(context.layout)
    if selectOpened(height: height) {
      // The selection has moved to the record beside the list.
    } else if hasMoved, let selected, let row = firstRow(of: selected) {
      cursor.scroller.follow(to: row, count: count, height: height)
    } else {
      cursor.scroller.select(hasMoved ? scroller.selection : 0, count: count, height: height)
    }
    measure(context)
    selectionMoved(&context)
  }

  private func sorted(_ records: [Record], _ context: UpdateContext) -> [Record] {
    order.sorted(records, context.kinds[kind]) { record, key in
      switch record.display(key) {
      case .reference(let reference)?: context.records.name(of: reference)
      case .absent?, nil: nil
      case let value?: context.wording.text(of: value)
      }
    }
  }

  /// Whether the list has to be whole, or may be because that costs nothing.
  func needsAllPages(_ context: UpdateContext) -> Bool {
    isSorted || !order.isDefault || !filter.text.isEmpty || (context.thrift == .none && pages.pageCount <= ListPages.eagerLimit)
  }

  /// Whether pages are loaded to sort or filter them.
  var isGathering: Bool { pages.isLoading && !pages.isComplete && (!order.isDefault || !filter.text.isEmpty) }

  /// Returns the filter; `nil` if it matches every record.
  func recordFilter(_ kinds: Kinds, _ wording: Wording) -> RecordFilter? {
    let recordFilter = RecordFilter(filter.text, of: kinds[kind], sortedBy: order.sortKey(of: kinds[kind]), wording)
    return recordFilter.isEmpty ? nil : recordFilter
  }

  /// Measures the cells of these records; those of all loaded ones if columns, language or units have changed.
  mutating func measure(_ context: UpdateContext, _ references: [Reference] = []) {
    let description = context.kinds[kind]
    let table = ListTable(description, sortedBy: order.sortKey(of: description), wording: context.wording)
    let references = columnWidths.key == table.key ? references : pages.references
    columnWidths.measure(references.lazy.compactMap { context.records[$0]?.record }, table)
  }

  /// Discards the loaded records, but not order and filter. The list is requested again when it appears.
  mutating func unload() {
    let (order, filter) = (order, filter)
    self = ListModel(kind)
    (self.order, cursor.filter) = (order, filter)
  }
}
