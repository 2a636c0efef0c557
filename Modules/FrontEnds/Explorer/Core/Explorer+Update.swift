import Localization
import MessageBus
import Models
import Presentation

extension Explorer {
  /// Handles `message` at the time `now` and returns the effects to run. The cost does not depend on the size of the catalogue, with two
  /// exceptions: a result for a list sorts the loaded records, and an event is passed to every page of every tab.
  public mutating func update(_ message: Message, at now: Moment) -> [Effect] {
    var context = UpdateContext(self, at: now)
    // The context alone holds the records, so that a change does not copy them.
    swap(&records, &context.records)
    if message.isInput { toast = nil }
    if case .resized(let viewport) = message {
      show(ScreenLayout(viewport, isZoomed: layout.isZoomed), &context)
    } else {
      handle(message, &context)
    }
    var rounds = 0
    // A navigation may trigger another one. The limit turns an accidental cycle into a finite loop.
    while rounds < 16, case let destinations = context.takeDestinations(), !destinations.isEmpty {
      for destination in destinations { navigate(to: destination, &context) }
      rounds += 1
    }
    updatePreview(after: message, &context)
    if let choice = context.paletteChoice { noteChoice(choice) }
    prefetch(&context)
    for effect in context.effects {
      switch effect {
      case .send(let id, let query):
        pending.insert(id)
        switch query {
        case .favourites: favouriteRequests.append((id, isChange: false))
        case .setFavourite: favouriteRequests.append((id, isChange: true))
        default: break
        }
      case .cancel(let id): pending.remove(id)
      default: break
      }
    }
    noteReload(after: message, &context)
    if let toast = context.toast { show(toast, &context) }
    updatePendingIndicator(&context)
    forgetRecords(&context)
    swap(&records, &context.records)
    lastRequestNumber = context.lastRequestNumber
    return context.effects
  }

  mutating func changeList(at index: Int?, _ change: (inout ListModel) -> Void) {
    guard let index, case .list(var list) = tabs[index].root else { return }
    change(&list)
    tabs[index].root = .list(list)
  }

  func tabIndex(of content: Tab.Content) -> Int? { tabs.firstIndex { $0.content == content } }

  /// Requests the pages of the open list that are not on the screen, after everything that is.
  private mutating func prefetch(_ context: inout UpdateContext) {
    guard case .list(let list) = root, list.pages.hasResult, !list.pages.isComplete else { return }
    let isWaiting = pending.contains { $0 != monitor.request && !list.pages.owns($0) }
    let isAsking = context.effects.contains { effect in
      guard case .send(let id, let query) = effect, query != .statistics else { return false }
      return !list.pages.owns(id)
    }
    changeList(at: current) { $0.prefetch(isScreenWaiting: isWaiting || isAsking, &context) }
  }

  /// Adopts the layout of another size, or with the active pane alone.
  mutating func show(_ newLayout: ScreenLayout, _ context: inout UpdateContext) {
    layout = newLayout
    context.layout = layout
    root.update(.appeared, &context)
    if tab.canGoBack { page.update(.appeared, &context) }
    overlay?.update(.appeared, &context)
  }

  /// If records take too much memory, forgets those that neither the screen nor a list needs; if that is not enough, unloads the lists of
  /// tabs that are not open.
  private mutating func forgetRecords(_ context: inout UpdateContext) {
    guard context.records.isDue else { return }
    context.records.forget(except: neededRecords(context))
    guard context.records.isAboveLimit else { return }
    for index in tabs.indices where index != current { changeList(at: index) { $0.unload() } }
    context.records.forget(except: neededRecords(context))
  }

  private func neededRecords(_ context: UpdateContext) -> Set<Reference> {
    let shown: [any PageModel] = [root.model, page.model] + [preview, overlay?.model].compactMap(\.self)
    let needed = tabs.flatMap(\.root.model.neededRecords) + shown.flatMap(\.neededRecords)
    // The screen shows the names of the records that these refer to.
    let visible = shown.flatMap { $0.visibleRecords(in: layout) }.compactMap { context.records[$0]?.record }
    return Set(needed + visible.flatMap { $0.references + Companions(of: $0, context.records, kinds).list.map(\.reference) })
  }

  private mutating func handle(_ message: Message, _ context: inout UpdateContext) {
    if monitor.isLost, message.asksForRecords { context.emit(.permitStart(true)) }
    switch message {
    case .begin: begin(&context)
    case .resized: break
    case .perform(let action): perform(action, &context)
    case .edit(let edit): if overlay?.update(.edit(edit), &context) == nil { page.update(.edit(edit), &context) }
    case .click(let target): click(target, &context)
    case .wheel(let lines, let target): scroll(lines, target, &context)
    case .received(let id, let result): receive(result, for: id, &context)
    case .receivedPart(let id, .names(let labels)): if pending.contains(id) { store(labels, from: id, &context) }
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
    monitor.start(&context)
    page.update(.appeared, &context)
    if favourites != nil, tab.content != .favourites { _ = context.send(.favourites) }
  }

  private mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) {
    // Results of cancelled requests are dropped: a late result never replaces a newer one.
    guard pending.remove(id) != nil else { return }
    if let problem = result.problem { monitor.noteFailure(problem) }
    if let reference = context.records.finishLoading(id) { return finishLoading(reference, result, for: id, &context) }
    if case .names(let labels) = result { store(labels, from: id, &context) }
    context.records.endLoadingNames(id, result.problem)
    let indexed = monitor.snapshot?.indexed
    if monitor.receive(result, for: id, &context) {
      if monitor.snapshot?.indexed != indexed { handle(.indexChanged, &context) }
      if monitor.takeRetry(at: context.now) { handle(.originRecovered, &context) }
      return
    }
    if receiveFavourites(result, for: id, &context) { return }
    if overlay?.update(.result(result, for: id), &context) == true { return }
    for index in tabs.indices where tabs[index].update(.result(result, for: id), isForOne: true, &context) { return }
  }

  private mutating func finishLoading(_ reference: Reference, _ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) {
    let isForBrowser = recordToOpenAtOrigin == reference
    switch result {
    case .record(let record, let provenance):
      context.records.store(record, provenance, from: id, lastIssued: context.lastRequestID, at: context.now)
      if isForBrowser { openURL(provenance.location, &context) }
      // The record may have changed while the request was in flight.
      context.reloadInvalidated([reference])
    case .failed(let problem):
      context.records.setFailure(problem, of: reference)
      if isForBrowser { context.toast = Toast(problem.reason(in: context.language), .bad) }
    default: break
    }
    if isForBrowser { recordToOpenAtOrigin = nil }
    updateAllPages(.loaded(reference), &context)
  }

  private mutating func store(_ labels: [ReferenceLabel], from id: RequestID, _ context: inout UpdateContext) {
    context.records.store(labels, from: id)
    for case .failed(_, let problem) in labels { monitor.noteFailure(problem) }
    // Records may have changed while the request for their names was in flight. Failed names are not requested again here.
    context.reloadNames(of: labels.map(\.reference))
    root.update(.namesArrived, &context)
  }

  private mutating func handle(_ event: BusEvent, _ context: inout UpdateContext) {
    monitor.handle(event, &context)
    switch event {
    case .changed(let reference):
      // A record whose name is not known is at most in flight for the first time, and that request caused the event.
      guard context.records.name(of: reference) != nil else { break }
      context.records.invalidate(reference, asOf: context.lastRequestID)
      // Other pages reload the record, or its name, when they appear.
      guard isOnScreen(reference, context) else { break }
      if context.records[reference] != nil {
        context.reload(reference, revalidate: false)
      } else {
        context.loadNames(of: [reference])
      }
    case .everythingInvalidated: context.records.invalidate(asOf: context.lastRequestID)
    case .confirmed(let reference): context.records.markValidated(reference, at: context.now)
    default: break
    }
    updateAllPages(.bus(event), &context)
    guard event.warrantsRetry else { return }
    page.update(.refresh, &context)
    _ = preview?.update(.refresh, &context)
  }

  /// Whether a page on the screen shows the record or its name.
  private func isOnScreen(_ reference: Reference, _ context: UpdateContext) -> Bool {
    let list: (any PageModel)? = layout.hasTwoPanes && !page.hasPreview && !page.coversBody ? root.model : nil
    return [page.model, list, preview, overlay?.model].contains { $0?.shows(reference, context) ?? false }
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
    case .listSettled, .namesSettled, .favouritesDue: updateAllPages(.timerFired(timer), &context)
    default:
      monitor.timerFired(timer, &context)
      // A page may have started its timer before the overlay opened; each ignores timers that are not its own.
      page.update(.timerFired(timer), &context)
      overlay?.update(.timerFired(timer), &context)
    }
  }

  /// Sends `event` to every page of every tab, to the preview and to the overlay.
  mutating func updateAllPages(_ event: PageEvent, _ context: inout UpdateContext) {
    for index in tabs.indices { tabs[index].update(event, &context) }
    _ = preview?.update(event, &context)
    overlay?.update(event, &context)
  }

  private mutating func show(_ toast: Toast, _ context: inout UpdateContext) {
    self.toast = toast
    context.emit(.startTimer(.toastExpired, after: Toast.duration))
  }

  /// Remembers what the page shows when the user reloads it, and says so if that is the same when every request has been answered.
  private mutating func noteReload(after message: Message, _ context: inout UpdateContext) {
    func shown() -> [Reference: Record?] {
      // Results of a search are not records of the page.
      if case .search = page { return [:] }
      return page.model.neededRecords.reduce(into: [:]) { $0[$1] = .some(context.records[$1]?.record) }
    }
    if message.isInput { reloaded = nil }
    if case .received(_, let result) = message, result.problem != nil { reloaded = nil }
    if case .perform(.reload) = message, overlay == nil, foregroundRequestCount > 0 { reloaded = shown() }
    guard let reloaded, foregroundRequestCount == 0 else { return }
    if context.toast == nil, !reloaded.isEmpty, reloaded == shown() { context.toast = Toast(context.language.say(RecordPhrase.unchanged)) }
    self.reloaded = nil
  }

  /// Number of pending requests, without the monitor's own polling.
  var foregroundRequestCount: Int { pending.count - (monitor.request.map { pending.contains($0) ? 1 : 0 } ?? 0) }

  /// Shows the pending indicator only after a delay: most results arrive within a frame, and the indicator would flicker.
  private mutating func updatePendingIndicator(_ context: inout UpdateContext) {
    let isWaiting = foregroundRequestCount > 0
    guard isWaiting != wasWaiting else { return }
    wasWaiting = isWaiting
    if isWaiting { return context.emit(.startTimer(.pendingIndicatorDue, after: BusMonitor.pendingIndicatorDelay)) }
    context.emit(.cancelTimer(.pendingIndicatorDue))
    monitor.showsPendingIndicator = false
  }

  /// Shows the selected record in the preview. Its references are loaded once the selection settles.
  private mutating func updatePreview(after message: Message, _ context: inout UpdateContext) {
    guard layout.hasTwoPanes, page.hasPreview, let subject else { return preview = nil }
    if preview?.reference != subject {
      preview = RecordModel(subject)
      context.emit(.startTimer(.selectionSettled, after: ListModel.selectionDebounce))
    }
    // If a result moved the selection and no further page can move it again, load the references at once.
    guard case .received = message, preview?.hasAppeared == false else { return }
    if case .list(let list) = page, list.pages.isLoading { return }
    _ = preview?.update(.appeared, &context)
  }
}
