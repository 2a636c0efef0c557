import Contracts
import Localization
import MessageBus
import Models
import Presentation

extension ListModel {
  func isOpen(_ context: UpdateContext) -> Bool { context.openTab == .kind(kind) }

  mutating func appear(_ context: inout UpdateContext) {
    measure(context)
    cursor.scroller.follow(to: scroller.selection, count: count, height: Self.height(context.layout))
    if isOutdated {
      isOutdated = false
      pages.reload(revalidate: false)
    }
    requestPages(&context)
    loadNamesOfAllRows(&context)
    selectionMoved(&context)
  }

  /// Requests the pages in the window and the one behind it, then all others if the list has to be whole.
  mutating func requestPages(_ context: inout UpdateContext) {
    var wanted = Array(pages.numbers(of: ordered == nil ? window(context.layout) : 0..<0))
    if context.thrift == .least {
      wanted = wanted.filter { $0 <= ListPages.leastLimit }
    } else if let last = wanted.last {
      wanted.append(last + 1)
    }
    if needsAllPages(context) { wanted += 1..<pages.pageCount + 1 }
    pages.request(wanted, of: kind, &context)
  }

  /// Loads what needs no scrolling, while another tab is open.
  mutating func loadInBackground(_ context: inout UpdateContext) {
    loadsInBackground = true
    requestPages(&context)
  }

  mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    guard pages.owns(id) else { return false }
    switch result {
    case .page(let page, let provenance):
      context.records.store(page, provenance, from: id, lastIssued: context.lastRequest, at: context.now)
      pages.receive(page, provenance, for: id)
      measure(context, page.records.map(\.reference))
      // Filtering costs time in proportion to all loaded records.
      if pages.isComplete || filter.text.isEmpty { updateRows(&context) } else { scheduleUpdate(&context) }
      if isOpen(context) || loadsInBackground { requestPages(&context) }
    case .failed(let problem):
      let isReload = pages.isComplete
      pages.fail(problem, for: id)
      // A list that was not on the screen is requested again when it is opened.
      if !pages.hasResult, !isOpen(context) { pages = ListPages() }
      if isReload { context.toast = Toast(context.language.say(.notReloaded(problem.reason(in: context.language))), .bad) }
      if pages.hasResult { updateRows(&context) }
    default: return false
    }
    // The rows no longer move, so names can be requested before the selection settles.
    if !pages.isLoading, isOpen(context) { context.loadMissingNames(of: visibleReferences(context)) }
    return true
  }

  mutating func handle(_ event: BusEvent, _ context: inout UpdateContext) {
    switch event {
    case .topic(.listChanged(kind)), .topic(.purged(.kind(kind))), .everythingInvalidated: if pages.isStarted { scheduleReload(&context) }
    // The record may now match the filter, or belong in another place; and a page in flight may be older than the change.
    case .topic(.changed(let reference)), .topic(.purged(.record(let reference))):
      guard reference.kind == kind else { break }
      let isUnknown = context.records[reference] == nil
      if isUnknown ? pages.isLoading : pages.hasResult && context.records.isInvalidated(reference) { scheduleReload(&context) }
    case .topic(.listConfirmed(kind)):
      // The origin has revalidated the pages that were served stale.
      if pages.isStale, !pages.isLoading { scheduleReload(after: Self.staleReloadDelay, &context) }
    case _ where event.warrantsRetry:
      // In another tab, once the list is opened.
      pages.retry()
      guard isOpen(context) else { break }
      requestPages(&context)
      context.loadNames(of: visibleReferences(context))
    default: break
    }
  }

  /// Reloads the list once changes stop or, if another tab is open, when the list is opened.
  mutating func scheduleReload(after delay: Duration = changeDebounce, _ context: inout UpdateContext) {
    isOutdated = true
    if isOpen(context) { context.emit(.startTimer(.listSettled(kind), after: delay)) }
  }

  mutating func timerFired(_ timer: TimerID, _ context: inout UpdateContext) {
    switch timer {
    case .listSettled(kind): if isOutdated, isOpen(context) { appear(&context) }
    case .namesSettled(.kind(kind)):
      isUpdateDue = false
      if pages.hasResult { updateRows(&context) }
    case .querySettled: loadNamesOfAllRows(&context)
    case .selectionSettled: if !pages.isLoading { context.loadMissingNames(of: visibleReferences(context)) }
    default: break
    }
  }

  mutating func scheduleUpdate(_ context: inout UpdateContext) {
    guard !isUpdateDue else { return }
    isUpdateDue = true
    context.emit(.startTimer(.namesSettled(.kind(kind)), after: Self.namesDelay))
  }

  /// Requests the pages that have come into the window, and the names in visible rows once the selection settles.
  mutating func selectionMoved(_ context: inout UpdateContext) {
    guard isOpen(context) else { return }
    if pages.hasResult { requestPages(&context) }
    if visibleReferences(context).contains(where: { context.records.needsName($0) }) {
      context.emit(.startTimer(.selectionSettled, after: Self.selectionDebounce))
    }
  }

  /// Whether the filter or the order reads the names of other records.
  func dependsOnNames(_ context: UpdateContext) -> Bool {
    let (description, key) = (context.kinds[kind], order.sortKey(of: context.kinds[kind]))
    return description?.fields.first { $0.key == key }?.shape == .reference
      || recordFilter(context.kinds, context.wording)?.readsNames == true
  }

  /// Requests the names that the filter or the order reads, also for rows that are not visible.
  mutating func loadNamesOfAllRows(_ context: inout UpdateContext) {
    guard dependsOnNames(context) else { return }
    context.loadMissingNames(of: references(in: pages.references.prefix(Self.maxFilteredNames), context))
  }

  /// The records whose names are shown in visible rows.
  func visibleReferences(_ context: UpdateContext) -> [Reference] {
    Array(references(in: visibleRecords(in: context.layout), context).prefix(Self.maxFilteredNames))
  }

  /// Returns the records that the columns of `rows` refer to.
  func references(in rows: some Sequence<Reference>, _ context: UpdateContext) -> [Reference] {
    let fields = context.kinds[kind].map { ListColumns.fields(of: $0).filter(\.shape.isReference) } ?? []
    guard !fields.isEmpty else { return [] }
    return rows.compactMap { context.records[$0]?.record }.flatMap { record in
      fields.flatMap { record.display($0.key)?.references ?? [] }
    }
  }
}
