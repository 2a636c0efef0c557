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

  mutating func appear(_ context: inout UpdateContext) {
    scroller.follow(to: scroller.selection, count: rowCount, height: Self.height(context.layout))
    if isOutdated { reloadFromCache(&context) } else { requestPages(&context) }
    changes.reload(&context)
    selectionMoved(&context)
  }

  /// Requests the pages that the screen needs now; ``prefetch(isScreenWaiting:_:)`` requests the others.
  mutating func requestPages(_ context: inout UpdateContext) {
    let isFilled = nameFilter != nil || rows.count - scroller.top >= Self.height(context.layout)
    pages.requestPages(of: kind, for: isFilled ? .start : .visibleRows, &context)
  }

  /// Requests the pages that are not on the screen yet: one at a time while something that the screen shows is pending. The last pages of a
  /// list come first, because each one moves the rows of a sorted list, and with them the names that are needed.
  mutating func prefetch(isScreenWaiting: Bool, _ context: inout UpdateContext) {
    let isOpen = context.openTab == .kind(kind)
    let isWaiting = isScreenWaiting || visibleReferences(context).contains(where: context.cache.needsName)
    if isOpen, pages.isNearlyComplete { return pages.requestPages(of: kind, for: .prefetch, &context) }
    let isNearEnd = nameFilter == nil && rows.count - scroller.selection <= 2 * Self.height(context.layout)
    pages.requestPages(
      of: kind, for: isNearEnd ? .scrolling : .prefetch, limit: isWaiting ? 1 : ListPages.maxInFlight, &context)
  }

  /// Loads the pages that are loaded without scrolling, although another tab is open.
  mutating func loadInBackground(_ context: inout UpdateContext) {
    loadsInBackground = true
    prefetch(isScreenWaiting: true, &context)
  }

  /// Requests the first page, which reports the number of records, although another tab is open.
  mutating func loadCount(_ context: inout UpdateContext) {
    if !pages.isStarted { pages.requestPages(of: kind, for: .start, &context) }
  }

  private mutating func reloadFromCache(_ context: inout UpdateContext) {
    isOutdated = false
    pages.reload(revalidate: false)
    requestPages(&context)
  }

  mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    if id == originSearch {
      if case .search(let answer) = result {
        storeOriginMatches(answer.matches.map(\.reference), &context)
      } else {
        storeOriginMatches([], &context)
      }
      return true
    }
    guard pages.owns(id) else { return false }
    switch result {
    case .page(let page, let provenance):
      let unordered = context.cache.store(page, provenance, from: id, lastIssued: context.lastRequestID, at: context.now)
      for reference in unordered { context.reload(reference, revalidate: false) }
      pages.receive(page, provenance, for: id)
      updateRows(&context)
      // The rows no longer move, so names can be requested before the selection settles.
      if pages.isComplete, context.openTab == .kind(kind) { context.loadMissingNames(of: visibleReferences(context)) }
    case .failed(let problem):
      let isReload = pages.isComplete
      pages.fail(problem, for: id)
      // A list that was not on the screen is requested again when it is opened.
      if !pages.hasResult, context.openTab != .kind(kind) { pages = ListPages() }
      // The names that have waited for the pages.
      if context.openTab == .kind(kind) { context.loadMissingNames(of: visibleReferences(context)) }
      if isReload { context.toast = Toast(context.language.say(.notReloaded(problem.reason(in: context.language))), .bad) }
    default: return false
    }
    return true
  }

  mutating func loadFinished(_ reference: Reference, _ context: inout UpdateContext) {
    // The name or the sort value may have changed.
    if reference.kind == kind, originMatches.contains(reference) || rows.contains(reference) { scheduleUpdate(&context) }
    changes.loadFinished(reference, context)
    if context.openTab == .kind(kind) { changes.reload(&context) }
  }

  /// The filter and the order may depend on names of other records.
  mutating func namesArrived(_ context: inout UpdateContext) {
    let isFiltered = recordFilter(context.kinds, context.settings.wording)?.readsNames == true
    if isFiltered || sortsByNames(context.kinds) { scheduleUpdate(&context) }
  }

  /// Updates the rows after ``namesDelay``, unless that is about to happen.
  private mutating func scheduleUpdate(_ context: inout UpdateContext) {
    guard !isUpdateDue else { return }
    isUpdateDue = true
    context.emit(.startTimer(.namesSettled(.kind(kind)), after: Self.namesDelay))
  }

  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool {
    visibleRecords(in: context.layout).contains(reference) || visibleReferences(context).contains(reference)
  }

  mutating func handle(_ event: BusEvent, _ context: inout UpdateContext) {
    switch event {
    case .listChanged(kind), .everythingInvalidated:
      guard pages.isStarted else { return }
      if event == .everythingInvalidated { changes.removeAll() }
      scheduleReload(&context)
    // A page in flight may be older than the change, and there is no cached record to compare it with.
    case .changed(let reference) where reference.kind == kind && pages.isLoading && context.cache.entry(for: reference) == nil:
      scheduleReload(&context)
    // The record may now match the filter, or belong in another place.
    case .changed(let reference) where reference.kind == kind && pages.hasResult && context.cache.isInvalidated(reference):
      changes.insert(reference)
      if context.openTab == .kind(kind) { changes.reload(&context) }
    case .listConfirmed(kind):
      // The origin has revalidated the pages that were served stale.
      guard pages.isStale, !pages.isLoading else { return }
      isOutdated = true
      if context.openTab == .kind(kind) { context.emit(.startTimer(.listSettled(kind), after: Self.staleReloadDelay)) }
    case _ where event.warrantsRetry: retry(&context)
    default: break
    }
  }

  /// Requests the pages and, in visible rows, the names that failed; if another tab is open, once the list is opened.
  private mutating func retry(_ context: inout UpdateContext) {
    let isOpen = context.openTab == .kind(kind)
    if pages.problem != nil {
      pages.retry()
      if isOpen { requestPages(&context) }
    }
    guard isOpen else { return }
    context.loadNames(of: visibleReferences(context).filter { if case .failed = context.cache.label(of: $0) { true } else { false } })
  }

  /// Reloads the list once changes stop for a moment or, if another tab is open, when the list is opened.
  private mutating func scheduleReload(_ context: inout UpdateContext) {
    isOutdated = true
    if context.openTab == .kind(kind) { context.emit(.startTimer(.listSettled(kind), after: Self.changeDebounce)) }
  }

  mutating func timerFired(_ timer: TimerID, _ context: inout UpdateContext) {
    switch timer {
    case .listSettled(kind): if isOutdated { reloadFromCache(&context) }
    case .namesSettled(.kind(kind)):
      isUpdateDue = false
      if pages.hasResult { updateRows(&context) }
    case .querySettled:
      searchOrigin(&context)
      loadFilteredNames(&context)
    case .selectionSettled: if !pages.isNearlyComplete { context.loadMissingNames(of: visibleReferences(context)) }
    default: break
    }
  }

  /// Sorts and filters the loaded records. The selected record keeps its position on the screen; a list in which the user has not moved
  /// stays at its beginning.
  mutating func updateRows(_ context: inout UpdateContext) {
    let selected = subject
    loaded = pages.references
    let extraMatches = originMatches.isEmpty ? [] : originMatches.filter { !loaded.contains($0) }
    loaded += extraMatches
    let records = filtered(loaded.compactMap { context.cache.entry(for: $0) }, or: extraMatches, context)
    rows = order.sorted(records, context.kinds[kind]) { record, key in
      switch record.display(key) {
      case .reference(let reference)?: if case .known(let label) = context.cache.label(of: reference) { label.name } else { nil }
      case .absent?, nil: nil
      case let value?: context.settings.wording.text(of: value)
      }
    }.map(\.reference)
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

  /// Requests more pages if the end of the loaded rows is near, and the names in visible rows once the selection settles.
  mutating func selectionMoved(_ context: inout UpdateContext) {
    // Lists in other tabs wait until they are opened, unless details need them.
    if context.openTab == .kind(kind) {
      if pages.hasResult { requestPages(&context) }
    } else if loadsInBackground {
      return prefetch(isScreenWaiting: true, &context)
    }
    if visibleReferences(context).contains(where: context.cache.needsName) {
      context.emit(.startTimer(.selectionSettled, after: Self.selectionDebounce))
    }
  }

  /// The records whose names are shown in visible rows.
  private func visibleReferences(_ context: UpdateContext) -> [Reference] {
    guard let description = context.kinds[kind] else { return [] }
    let fields = ListColumns.fields(of: description).filter(\.shape.isReference)
    guard !fields.isEmpty else { return [] }
    let records = visibleRecords(in: context.layout).lazy.compactMap { context.cache.entry(for: $0)?.record }
    return Array(records.flatMap { record in fields.flatMap { record.display($0.key)?.references ?? [] } }.prefix(Self.maxFilteredNames))
  }
}
