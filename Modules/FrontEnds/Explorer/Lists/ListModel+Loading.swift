import Contracts
import Localization
import Models
import Presentation

/// Loading, and keeping the list up to date.
extension ListModel {
  static let changeDebounce: Duration = .milliseconds(300)
  /// Delay before reloading a list that was served stale. With very short lifetimes, each reload returns a stale list again.
  static let staleReloadDelay: Duration = .seconds(2)
  static let selectionDebounce: Duration = .milliseconds(60)
  /// The time for which names and records are collected before the rows are filtered and sorted again, which costs more the more there are.
  static let namesDelay: Duration = .milliseconds(100)
  /// Maximum number of records whose columns are filtered by the names of other records.
  static let maxFilteredNames = 2_000

  private func isOpen(_ context: UpdateContext) -> Bool { context.openTab == .kind(kind) }

  mutating func appear(_ context: inout UpdateContext) {
    measureColumns(context)
    scroller.follow(to: scroller.selection, count: rowCount, height: Self.height(context.layout))
    if isOutdated { reloadFromCache(&context) } else { requestPages(&context) }
    selectionMoved(&context)
  }

  /// Requests the pages that the screen needs now; ``prefetch(isScreenWaiting:_:)`` requests the others.
  mutating func requestPages(_ context: inout UpdateContext) {
    let isFilled = nameFilter != nil || rows.count - scroller.top >= Self.height(context.layout)
    pages.requestPages(of: kind, upTo: isFilled ? 0 : .max, &context)
  }

  /// Requests the pages that are not on the screen yet: one at a time while something that the screen shows is pending. The last pages of a
  /// list come first, because each one moves the rows of a sorted list, and with them the names that are needed.
  mutating func prefetch(isScreenWaiting: Bool, _ context: inout UpdateContext) {
    if isOpen(context), pages.isNearlyComplete { return pages.requestPages(of: kind, upTo: ListPages.prefetchLimit, &context) }
    let isWaiting = isScreenWaiting || visibleReferences(context).contains(where: context.records.needsName)
    let isNearEnd = nameFilter == nil && rows.count - scroller.selection <= 2 * Self.height(context.layout)
    pages.requestPages(
      of: kind, upTo: isNearEnd ? .max : ListPages.prefetchLimit, limit: isWaiting ? 1 : ListPages.maxInFlight, &context)
  }

  /// Loads the pages that are loaded without scrolling, although another tab is open.
  mutating func loadInBackground(_ context: inout UpdateContext) {
    loadsInBackground = true
    prefetch(isScreenWaiting: true, &context)
  }

  /// Requests the first page, which reports the number of records, although another tab is open.
  mutating func loadCount(_ context: inout UpdateContext) {
    if !pages.isStarted { pages.requestPages(of: kind, upTo: 0, &context) }
  }

  private mutating func reloadFromCache(_ context: inout UpdateContext) {
    isOutdated = false
    pages.reload(revalidate: false)
    requestPages(&context)
  }

  mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    if id == originSearch {
      let found = if case .search(let answer) = result { answer.matches.map(\.reference) } else { [Reference]() }
      originSearch = nil
      originMatches = found.filter { $0.kind == kind }
      context.load(originMatches)
      updateRows(&context)
      return true
    }
    guard pages.owns(id) else { return false }
    switch result {
    case .page(let page, let provenance):
      context.records.store(page, provenance, from: id, lastIssued: context.lastRequestID, at: context.now)
      pages.receive(page, provenance, for: id)
      updateRows(&context)
      // The rows no longer move, so names can be requested before the selection settles.
      if pages.isComplete, isOpen(context) { context.loadMissingNames(of: visibleReferences(context)) }
    case .failed(let problem):
      let isReload = pages.isComplete
      pages.fail(problem, for: id)
      // A list that was not on the screen is requested again when it is opened.
      if !pages.hasResult, !isOpen(context) { pages = ListPages() }
      // The names that have waited for the pages.
      if isOpen(context) { context.loadMissingNames(of: visibleReferences(context)) }
      if isReload { context.toast = Toast(context.language.say(.notReloaded(problem.reason(in: context.language))), .bad) }
    default: return false
    }
    return true
  }

  mutating func handle(_ event: BusEvent, _ context: inout UpdateContext) {
    switch event {
    case .listChanged(kind), .everythingInvalidated: if pages.isStarted { scheduleReload(&context) }
    // The record may now match the filter, or belong in another place; and a page in flight may be older than the change.
    case .changed(let reference) where reference.kind == kind:
      let isUnknown = context.records[reference] == nil
      if isUnknown ? pages.isLoading : pages.hasResult && context.records.isInvalidated(reference) { scheduleReload(&context) }
    case .listConfirmed(kind):
      // The origin has revalidated the pages that were served stale.
      if pages.isStale, !pages.isLoading { scheduleReload(after: Self.staleReloadDelay, &context) }
    case _ where event.warrantsRetry: retry(&context)
    default: break
    }
  }

  /// Reloads the list once changes stop for a moment or, if another tab is open, when the list is opened.
  private mutating func scheduleReload(after delay: Duration = changeDebounce, _ context: inout UpdateContext) {
    isOutdated = true
    if isOpen(context) { context.emit(.startTimer(.listSettled(kind), after: delay)) }
  }

  /// Requests the pages and, in visible rows, the names that failed; if another tab is open, once the list is opened.
  private mutating func retry(_ context: inout UpdateContext) {
    if pages.problem != nil {
      pages.retry()
      if isOpen(context) { requestPages(&context) }
    }
    guard isOpen(context) else { return }
    context.loadNames(of: visibleReferences(context).filter { context.records.label(of: $0).failure != nil })
  }

  mutating func timerFired(_ timer: TimerID, _ context: inout UpdateContext) {
    switch timer {
    case .listSettled(kind): if isOutdated { reloadFromCache(&context) }
    case .namesSettled(.kind(kind)):
      isUpdateDue = false
      if pages.hasResult { updateRows(&context) }
    case .querySettled:
      if nameFilter != nil, !pages.isComplete, originSearch == nil {
        originSearch = context.send(.searchOrigin(filter.text.asSearchText, kind: kind, limit: Self.originSearchLimit))
      }
      loadNamesOfAllRows(&context)
    case .selectionSettled: if !pages.isNearlyComplete { context.loadMissingNames(of: visibleReferences(context)) }
    default: break
    }
  }

  /// Updates the rows after ``namesDelay``, unless that is about to happen.
  mutating func scheduleUpdate(_ context: inout UpdateContext) {
    guard !isUpdateDue else { return }
    isUpdateDue = true
    context.emit(.startTimer(.namesSettled(.kind(kind)), after: Self.namesDelay))
  }

  /// Requests more pages if the end of the loaded rows is near, and the names in visible rows once the selection settles.
  mutating func selectionMoved(_ context: inout UpdateContext) {
    // Lists in other tabs wait until they are opened, unless details need them.
    if isOpen(context) {
      if pages.hasResult { requestPages(&context) }
    } else if loadsInBackground {
      return prefetch(isScreenWaiting: true, &context)
    }
    if visibleReferences(context).contains(where: context.records.needsName) {
      context.emit(.startTimer(.selectionSettled, after: Self.selectionDebounce))
    }
  }

  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool {
    visibleRecords(in: context.layout).contains(reference) || visibleReferences(context).contains(reference)
  }

  /// Whether the filter or the order reads the names of other records.
  func dependsOnNames(_ context: UpdateContext) -> Bool {
    let (description, key) = (context.kinds[kind], order.sortKey(of: context.kinds[kind]))
    return description?.fields.first { $0.key == key }?.shape == .reference
      || recordFilter(context.kinds, context.wording)?.readsNames == true
  }

  /// Requests the names of records that the filter or the order reads, also for rows that are not visible.
  func loadNamesOfAllRows(_ context: inout UpdateContext) {
    guard dependsOnNames(context) else { return }
    context.loadMissingNames(of: references(in: pages.references.prefix(Self.maxFilteredNames), context))
  }

  /// The records whose names are shown in visible rows.
  private func visibleReferences(_ context: UpdateContext) -> [Reference] {
    Array(references(in: visibleRecords(in: context.layout), context).prefix(Self.maxFilteredNames))
  }

  /// Returns the records that the columns of `rows` refer to.
  private func references(in rows: some Sequence<Reference>, _ context: UpdateContext) -> [Reference] {
    let fields = context.kinds[kind].map { ListColumns.fields(of: $0).filter(\.shape.isReference) } ?? []
    guard !fields.isEmpty else { return [] }
    return rows.compactMap { context.records[$0]?.record }.flatMap { record in
      fields.flatMap { record.display($0.key)?.references ?? [] }
    }
  }
}

extension String {
  /// The text with `!`, which excludes records in a filter, written as the search writes it.
  fileprivate var asSearchText: String {
    let characters = Array(self)
    return QueryTerm.parse(self, negations: RecordFilter.negations).map { term in
      let text = String(characters[term.range])
      guard term.isNegated else { return text }
      // The search reads a minus sign before a digit as that of a number.
      if case .word(let word) = term.content, word.first?.isLetter != true { return "-\"\(word)\"" }
      return "-\(text)"
    }.joined(separator: " ")
  }
}
