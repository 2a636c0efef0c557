import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation

extension Explorer {
  /// Handles `message` at the time `now` and returns the effects to run.
  public mutating func update(_ message: Message, at now: Moment) -> [Effect] {
    let isFirstAct = !hasActed && message.isMoreThanLooking
    hasActed = hasActed || isFirstAct
    var context = UpdateContext(self, at: now)
    // The context alone holds the records, so that a change does not copy them.
    swap(&records, &context.records)
    if message.isInput { toast = nil }
    let (tabBefore, pagesBefore) = (current, tab.pages.count)
    handle(message, &context)
    // A navigation may trigger another one, but not for ever.
    for _ in 0..<16 {
      let destinations = context.destinations
      context.destinations = []
      for destination in destinations { navigate(to: destination, &context) }
    }
    // What the page asked only of the cache may be fetched now.
    if isFirstAct, isOriginNear != true { refreshPage(&context) }
    if tabBefore != current { tabs[tabBefore].root.update(.left, &context) }
    updatePreview(after: message, &context)
    if (tabBefore, pagesBefore) != (current, tab.pages.count) { cancelUnneeded(&context) }
    for effect in context.effects {
      switch effect {
      case .send(let id, let query): pending[id] = query
      case .cancel(let id): pending[id] = nil
      default: break
      }
    }
    if let toast = context.toast {
      self.toast = toast
      context.emit(.startTimer(.toastExpired, after: Toast.duration))
    }
    updatePendingIndicator(&context)
    forgetRecords(&context)
    swap(&records, &context.records)
    lastRequest = context.lastRequest
    return ordered(context.effects)
  }

  private mutating func handle(_ message: Message, _ context: inout UpdateContext) {
    if monitor.isLost, message.asksForRecords { context.emit(.permitStart(true)) }
    switch message {
    case .begin: begin(&context)
    case .resized(let viewport): show(ScreenLayout(viewport, isZoomed: layout.isZoomed), &context)
    case .perform(let action): perform(action, &context)
    case .edit(let edit): if overlay?.update(.edit(edit), &context) == nil { page.update(.edit(edit), &context) }
    case .click(let target): click(target, &context)
    case .wheel(let lines, let target): scroll(lines, target, &context)
    case .received(let id, let result): receive(result, for: id, &context)
    case .receivedPart(let id, .names(let labels)): if pending[id] != nil { store(labels, from: id, &context) }
    case .receivedPart: break
    case .event(let event): handle(event, &context)
    case .timerFired(let timer): timerFired(timer, &context)
    case .navigate(let destination): context.navigate(to: destination)
    case .terminalBackground(let background):
      settings.background = background
      context.navigate(to: .theme(settings.theme.name))
    case .toast(let toast): context.toast = toast
    case .unknownKey(let key): context.toast = Toast(context.language.say(.unknownKey(key)))
    }
  }

  private mutating func begin(_ context: inout UpdateContext) {
    monitor.poll(&context)
    page.update(.appeared, &context)
    if favourites != nil, tab.content != .favourites { _ = context.send(.favourites) }
    _ = context.send(.kinds)
  }

  /// Adopts the layout of another size, or with the active pane alone.
  mutating func show(_ newLayout: ScreenLayout, _ context: inout UpdateContext) {
    layout = newLayout
    context.layout = layout
    root.update(.appeared, &context)
    if tab.canGoBack { page.update(.appeared, &context) }
    overlay?.update(.appeared, &context)
  }

  private mutating func timerFired(_ timer: TimerID, _ context: inout UpdateContext) {
    switch timer {
    case .toastExpired: toast = nil
    case .pendingIndicatorDue: monitor.showsPendingIndicator = foregroundRequestCount > 0
    case .selectionSettled:
      _ = preview?.update(.appeared, &context)
      page.update(.timerFired(timer), &context)
      if layout.hasTwoPanes, recordBesideRoot != nil { root.update(.timerFired(timer), &context) }
    case .extrasDue: loadExtras(&context)
    case .statisticsDue: monitor.poll(&context)
    case .listSettled, .namesSettled: updateAllPages(.timerFired(timer), &context)
    case .typingPaused, .querySettled, .indexGrew, .crawlStep, .logDue:
      // A page may have started its timer before the overlay opened; each ignores timers that are not its own.
      page.update(.timerFired(timer), &context)
      overlay?.update(.timerFired(timer), &context)
    }
  }

  private mutating func handle(_ event: BusEvent, _ context: inout UpdateContext) {
    monitor.handle(event, &context)
    switch event {
    case .topic(.changed(let reference)), .topic(.purged(.record(let reference))):
      // An unknown record is at most in flight, and its request caused the event.
      guard context.records.name(of: reference) != nil else { break }
      context.records.invalidate(reference, asOf: context.lastRequest)
      // Pages that are not on the screen reload the record, or its name, when they appear.
      if shownPages.contains(where: { $0.shows(reference, context) }) { context.loadNames(of: [reference]) }
    case .everythingInvalidated: context.records.invalidate(asOf: context.lastRequest)
    case .topic(.confirmed(let reference)): context.records.markValidated(reference, at: context.now)
    default: break
    }
    updateAllPages(.bus(event), &context)
    if event.warrantsRetry {
      refreshPage(&context)
      if !hasKinds { _ = context.send(.kinds) }
    }
  }

  private mutating func refreshPage(_ context: inout UpdateContext) {
    page.update(.refresh, &context)
    _ = preview?.update(.refresh, &context)
  }

  /// Sends `event` to every page of every tab, to the preview and to the overlay.
  mutating func updateAllPages(_ event: PageEvent, _ context: inout UpdateContext) {
    for index in tabs.indices { tabs[index].update(event, &context) }
    _ = preview?.update(event, &context)
    overlay?.update(event, &context)
  }

  mutating func changeList(at index: Int?, _ change: (inout ListModel) -> Void) {
    guard let index, var list = tabs[index].root as? ListModel else { return }
    change(&list)
    tabs[index].root = list
  }

  /// Shows the selected record in the preview, whose references are loaded once the selection settles.
  private mutating func updatePreview(after message: Message, _ context: inout UpdateContext) {
    guard layout.hasTwoPanes, page.hasPreview, let subject else { return preview = nil }
    if preview?.reference != subject {
      preview = RecordModel(subject)
      context.emit(.startTimer(.selectionSettled, after: ListModel.selectionDebounce))
    }
    // If a result moved the selection and no further page can move it again, load the references at once.
    guard case .received = message, preview?.hasAppeared == false else { return }
    if case .kind(let kind) = tab.content, list(of: kind)?.pages.isLoading == true { return }
    _ = preview?.update(.appeared, &context)
  }
}

// MARK: Results

extension Explorer {
  private mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) {
    // Results of cancelled requests are dropped.
    guard let query = pending.removeValue(forKey: id) else { return }
    if let problem = result.problem { monitor.noteFailure(problem) }
    noteOrigin(of: result, &context)
    switch query {
    case .record, .names: finishLoading(query.records, by: id, result, &context)
    case .statistics:
      let indexed = monitor.snapshot?.indexed
      monitor.receive(result, &context)
      if monitor.snapshot?.indexed != indexed { handle(.indexChanged, &context) }
      if monitor.takeRetry(at: context.now) { handle(.originRecovered, &context) }
    case .kinds:
      guard case .kinds(let offered) = result else { break }
      hasKinds = hasKinds || !offered.isEmpty
      addTabs(for: offered)
    case .favourites, .setFavourite: receiveFavourites(result, of: query, &context)
    default:
      // The fields of a kind that only the origin knows are those of its first page.
      if case .page(let page, _) = result, kinds[page.kind]?.fields.count == 1 {
        kinds = kinds.adding([Kind(unknown: page.kind, of: page.records)])
        context.kinds = kinds
      }
      if overlay?.update(.result(result, for: id), &context) == true { return }
      for index in tabs.indices where tabs[index].update(.result(result, for: id), isForOne: true, &context) { return }
    }
  }

  /// Notes whether requests cost the origin anything, and loads what has waited for that.
  private mutating func noteOrigin(of result: QueryResult, _ context: inout UpdateContext) {
    guard let isNear = result.isOriginNear, isNear != isOriginNear else { return }
    isOriginNear = isNear
    context.thrift = thrift
    guard isNear else { return }
    context.emit(.startTimer(.extrasDue, after: RecordModel.extrasDelay))
    refreshPage(&context)
  }

  /// Ends the request `id` for records or names.
  private mutating func finishLoading(
    _ records: [Reference], by id: RequestID, _ result: QueryResult, _ context: inout UpdateContext
  ) {
    if case .names(let labels) = result { store(labels, from: id, &context) }
    // A newer request decides about the other records.
    let missing = context.records.end(id, of: records)
    guard let reference = missing.first else { return }
    let isForBrowser = recordToOpenAtOrigin == reference
    if isForBrowser { recordToOpenAtOrigin = nil }
    switch result {
    case .record(let record, let provenance):
      context.records.store(record, provenance, from: id, lastIssued: context.lastRequest, at: context.now)
      if isForBrowser { openURL(provenance.location, &context) }
      // The record may have changed while the request was in flight.
      context.load([reference])
    case .failed(let problem):
      for reference in missing { context.records.setFailure(problem, of: reference) }
      if isForBrowser { context.toast = Toast(problem.reason(in: context.language), .bad) }
    default:
      for reference in missing { context.records.setFailure(.malformedReply("the reply names too few records"), of: reference) }
    }
    if missing.count == 1 { updateAllPages(.loaded(reference), &context) } else { root.update(.namesArrived, &context) }
  }

  private mutating func store(_ labels: [ReferenceLabel], from id: RequestID, _ context: inout UpdateContext) {
    context.records.store(labels, from: id)
    for case .failed(_, let problem) in labels { monitor.noteFailure(problem) }
    // Records may have changed while the request for their names was in flight.
    context.loadMissingNames(of: labels.map(\.reference).filter { context.records.name(of: $0) != nil })
    root.update(.namesArrived, &context)
  }

  /// Loads the films of the record on the screen and the list of its kind, for its extras: after everything else, and only if the origin is near.
  private mutating func loadExtras(_ context: inout UpdateContext) {
    guard let reference = page.record ?? preview?.record, context.thrift == .none else { return }
    guard foregroundRequestCount == 0 else { return context.emit(.startTimer(.extrasDue, after: RecordModel.extrasDelay)) }
    if let record = context.records[reference]?.record { context.load(Companions.films(of: record)) }
    changeList(at: tabIndex(of: .kind(reference.kind))) { $0.loadInBackground(&context) }
  }
}

// MARK: Requests

extension Explorer {
  /// Cancels the requests for records and names that nothing on the screen shows.
  private func cancelUnneeded(_ context: inout UpdateContext) {
    let shown = shownPages
    for (id, query) in pending where !query.records.isEmpty {
      let isNeeded = query.records.contains { reference in
        guard context.records.isLoading(reference, by: id) else { return false }
        return reference == recordToOpenAtOrigin || shown.contains { $0.shows(reference, context) }
      }
      guard !isNeeded else { continue }
      _ = context.records.end(id, of: query.records)
      context.emit(.cancel(id))
    }
  }

  /// Returns the effects in order: cancelled requests end first, and what the user looks at comes before other lists and the statistics.
  private func ordered(_ effects: [Effect]) -> [Effect] {
    let cancelled = Set(effects.compactMap { if case .cancel(let id) = $0 { id } else { nil } })
    return effects.filter { if case .send(let id, _) = $0 { !cancelled.contains(id) } else { true } }.sorted(descending: false) { effect in
      switch effect {
      case .permitStart, .cancel: 0
      case .send(_, .page(let kind, _, _)) where tab.content != .kind(kind): 2
      case .send(_, .statistics), .send(_, .kinds): 3
      default: 1
      }
    }
  }

  /// Number of pending requests, without the monitor's own polling.
  var foregroundRequestCount: Int { pending.values.count { $0 != .statistics } }

  /// Shows the pending indicator only after a delay, so that it does not flicker.
  private mutating func updatePendingIndicator(_ context: inout UpdateContext) {
    let isWaiting = foregroundRequestCount > 0
    guard isWaiting != wasWaiting else { return }
    wasWaiting = isWaiting
    if isWaiting { return context.emit(.startTimer(.pendingIndicatorDue, after: BusMonitor.pendingIndicatorDelay)) }
    context.emit(.cancelTimer(.pendingIndicatorDue))
    monitor.showsPendingIndicator = false
  }

  /// If memory is short, forgets the records that neither the screen nor a list needs, and then unloads the lists of other tabs.
  private mutating func forgetRecords(_ context: inout UpdateContext) {
    guard context.records.isDue else { return }
    context.records.forget(except: neededRecords(context))
    guard context.records.isAboveLimit else { return }
    for index in tabs.indices where index != current { changeList(at: index) { $0.unload() } }
    context.records.forget(except: neededRecords(context))
  }

  private func neededRecords(_ context: UpdateContext) -> Set<Reference> {
    let shown = [root] + shownPages
    let needed = tabs.flatMap(\.root.neededRecords) + shown.flatMap(\.neededRecords)
    // The screen shows the names of the records that these refer to.
    let visible = shown.flatMap { $0.visibleRecords(in: layout) }.compactMap { context.records[$0]?.record }
    return Set(needed + visible.flatMap { $0.references + Companions(of: $0, context.records, kinds).list.map(\.reference) })
  }
}

extension QueryResult {
  /// Whether the origin that the result names is embedded or on this computer; `nil` if it names none.
  fileprivate var isOriginNear: Bool? {
    switch self {
    case .record(_, let provenance), .page(_, let provenance): return provenance.isNear
    case .statistics(let statistics):
      let workers = [ServiceName.fetch, .cache].flatMap { statistics.workers[$0.text] ?? [] }
      return workers.lazy.compactMap { $0["origin"]?.string.flatMap { OriginIdentity($0) } }.first?.isLocal
    default: return nil
    }
  }
}
