import Localization
import MessageBus
import Models
import Presentation
import Text

/// The records of one kind. Pages are loaded in the background and sorted in as they arrive; the selection stays on its record.
struct ListModel: PageModel {
  let kind: KindName
  var order = ListOrder()
  var pages = ListPages()
  /// The visible records, in order.
  var rows: [Reference] = []
  var columnWidths = ColumnWidths()
  var scroller = Scroller()
  var filter = FilterField()
  /// Whether the filter matches names in which its letters have others in between, because nothing matches otherwise.
  private var usesFuzzyFilter = false
  /// Records found by the origin's search while pages are missing.
  var originMatches: [Reference] = []
  var originSearch: RequestID?
  /// Whether the user has moved the selection. Until then the list stays at its beginning.
  var hasMoved = false
  /// A record that was opened before its page had arrived; it is selected when its page arrives, unless the user has moved the selection.
  private var opened: Reference?
  /// Whether pages are loaded while another tab is open, for the bars in details.
  var loadsInBackground = false
  /// Whether the list has changed since it was loaded.
  var isOutdated = false
  /// Whether ``TimerID/namesSettled(_:)`` is about to fire.
  var isUpdateDue = false

  init(_ kind: KindName) { self.kind = kind }

  var isTyping: Bool { filter.isTyping }

  var subject: Reference? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }

  var content: Loadable<[Reference]> {
    if !rows.isEmpty { return .loaded(rows) }
    if let problem = pages.problem { return .failed(problem) }
    return pages.isComplete || (pages.hasResult && nameFilter != nil && originSearch == nil) ? .empty : .loading
  }

  /// The filter, if it has any text to match.
  var nameFilter: NameFilter? {
    let nameFilter = NameFilter(filter.text)
    return nameFilter.isEmpty ? nil : nameFilter
  }

  /// Whether a row below the last record reports pages that failed to load.
  var hasGap: Bool { !rows.isEmpty && pages.problem != nil && !pages.isComplete }

  /// Number of selectable rows, including the row that reports the gap.
  var rowCount: Int { rows.count + (hasGap ? 1 : 0) }

  func visibleRecords(in layout: ScreenLayout) -> [Reference] { Array(rows.dropFirst(scroller.top).prefix(Self.height(layout))) }

  /// All loaded records: a row without its record could not be drawn, sorted or filtered.
  var neededRecords: [Reference] { pages.references + originMatches }

  static func height(_ layout: ScreenLayout) -> Int { max(1, ListLayout(layout.list).rows.rows) }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared: appear(&context)
    case .opened(let reference): follow(reference, &context)
    case .action(let action): return perform(action, &context)
    case .edit(let edit): self.edit(edit, &context)
    case .result(let result, let id): return receive(result, for: id, &context)
    // The name or the sort value may have changed.
    case .loaded(let reference):
      if reference.kind == kind, originMatches.contains(reference) || rows.contains(reference) { scheduleUpdate(&context) }
    // The filter and the order may depend on names of other records.
    case .namesArrived: if dependsOnNames(context) { scheduleUpdate(&context) }
    case .bus(let event): handle(event, &context)
    case .timerFired(let timer): timerFired(timer, &context)
    case .click(let row): click(row, &context)
    case .scroll(let lines):
      scroller.scroll(by: lines, count: rowCount, height: Self.height(context.layout))
      opened = nil
      hasMoved = true
      selectionMoved(&context)
    case .sort(let key): sort(by: key, &context)
    case .favouritesChanged, .refresh: break
    }
    return true
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let height = Self.height(context.layout)
    if let rows = action.movement(page: height - 1) {
      scroller.move(by: rows, count: rowCount, height: height)
      opened = nil
      hasMoved = scroller.selection > 0
      selectionMoved(&context)
      return true
    }
    switch action {
    case .right, .open: return open(&context)
    case .cancel: return clearFilter(&context)
    case .filter: filter.focus()
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
    if filter.accept() { return true }
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

  private mutating func click(_ row: Int, _ context: inout UpdateContext) {
    let isSecond = hasMoved && row == scroller.selection
    filter.endTyping()
    opened = nil
    scroller.select(row, count: rowCount, height: Self.height(context.layout))
    hasMoved = true
    selectionMoved(&context)
    if isSecond { _ = open(&context) }
  }

  /// Selects a record that was opened beside the list.
  private mutating func follow(_ reference: Reference, _ context: inout UpdateContext) {
    guard reference.kind == kind else { return }
    // More rows may arrive above it.
    guard reference != subject else { return hasMoved = true }
    opened = reference
    if selectOpened(height: Self.height(context.layout)) { selectionMoved(&context) }
    if pages.isComplete { opened = nil }
  }

  /// Selects the record that was opened beside the list if it has arrived. Returns whether it has.
  private mutating func selectOpened(height: Int) -> Bool {
    guard let opened, let row = rows.firstIndex(of: opened) else { return false }
    self.opened = nil
    hasMoved = true
    scroller.select(row, count: rowCount, height: height)
    return true
  }

  /// Sorts the list by a field, or reverses the order if it is already sorted by that field.
  mutating func sort(by key: String, _ context: inout UpdateContext) {
    order.sort(by: key, of: context.kinds[kind])
    loadNamesOfAllRows(&context)
    updateRows(&context)
  }

  /// Sorts and filters the loaded records. The selected record keeps its position on the screen; a list in which the user has not moved
  /// stays at its beginning.
  mutating func updateRows(_ context: inout UpdateContext) {
    let selected = subject
    let references = pages.references
    let loaded = Set(references)
    let extraMatches = originMatches.filter { !loaded.contains($0) }
    let records = (references + extraMatches).compactMap { context.records[$0]?.record }
    rows = order.sorted(filtered(records, or: Set(extraMatches), context), context.kinds[kind]) { record, key in
      switch record.display(key) {
      case .reference(let reference)?: context.records.name(of: reference)
      case .absent?, nil: nil
      case let value?: context.wording.text(of: value)
      }
    }.map(\.reference)
    measureColumns(context)
    let height = Self.height(context.layout)
    if selectOpened(height: height) {
      // The selection has moved to the record beside the list.
    } else if hasMoved, let selected, let row = rows.firstIndex(of: selected) {
      scroller.follow(to: row, count: rowCount, height: height)
    } else {
      scroller.select(hasMoved ? scroller.selection : 0, count: rowCount, height: height)
    }
    selectionMoved(&context)
  }

  /// Measures the cells of the loaded records. Call it when the language or the units have changed.
  mutating func measureColumns(_ context: UpdateContext) {
    let description = context.kinds[kind]
    let table = ListTable(description, sortedBy: order.sortKey(of: description), wording: context.wording)
    columnWidths.measure(neededRecords.lazy.compactMap { context.records[$0] }, table)
  }

  /// Discards the loaded records; they are requested again when the list appears. Order and filter stay.
  mutating func unload() {
    let (order, filter) = (order, filter)
    self = ListModel(kind)
    (self.order, self.filter) = (order, filter)
  }
}

/// Filtering. Loaded records are filtered at once; while pages are missing, the origin is searched as well once typing pauses.
extension ListModel {
  /// Maximum number of matches requested from the origin.
  static let originSearchLimit = 100

  private mutating func edit(_ edit: TextEdit, _ context: inout UpdateContext) {
    guard filter.apply(edit) else { return }
    discardOriginMatches(&context)
    // While the user types, the first match is selected.
    hasMoved = false
    opened = nil
    updateRows(&context)
    if nameFilter != nil { context.emit(.startTimer(.querySettled, after: SearchModel.originDebounce)) }
  }

  /// Returns the filter for the loaded records, in the state of the last update.
  func recordFilter(_ kinds: Kinds, _ wording: Wording) -> RecordFilter? {
    guard filter.field != nil else { return nil }
    var recordFilter = RecordFilter(filter.text, of: kinds[kind], sortedBy: order.sortKey(of: kinds[kind]), wording)
    recordFilter.isFuzzy = usesFuzzyFilter
    return recordFilter.isEmpty ? nil : recordFilter
  }

  /// Returns the records that match the filter, or that are in `others`. If no record matches, letters of words may have others in between.
  private mutating func filtered(_ records: [Record], or others: Set<Reference>, _ context: UpdateContext) -> [Record] {
    usesFuzzyFilter = false
    guard var recordFilter = recordFilter(context.kinds, context.wording) else { return records }
    func matching() -> [Record] {
      records.filter { others.contains($0.reference) || recordFilter.matches($0, context.records) }
    }
    let exact = matching()
    guard exact.isEmpty, recordFilter.mayBeFuzzy else { return exact }
    usesFuzzyFilter = true
    recordFilter.isFuzzy = true
    return matching()
  }

  /// Returns `false` if there is no filter.
  private mutating func clearFilter(_ context: inout UpdateContext) -> Bool {
    let hadMatch = nameFilter != nil && subject != nil
    guard filter.clear() else { return false }
    // The selected match stays selected in the unfiltered list.
    hasMoved = hasMoved || hadMatch
    discardOriginMatches(&context)
    updateRows(&context)
    return true
  }

  /// Discards the origin's matches for the previous text.
  private mutating func discardOriginMatches(_ context: inout UpdateContext) {
    originMatches = []
    if let originSearch { context.emit(.cancel(originSearch)) }
    originSearch = nil
  }
}
