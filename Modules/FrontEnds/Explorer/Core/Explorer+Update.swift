import Localization
import MessageBus
import Models
import Presentation

extension Explorer {
  /// Handles `message` at the time `now` and returns the effects to run. The cost does not depend on the size of the catalogue, with two
  /// exceptions: a result for a list sorts the loaded records, and an event is passed to every page of every tab.
  public mutating func update(_ message: Message, at now: Moment) -> [Effect] {
    var context = UpdateContext(
      now: now, layout: layout, kinds: kinds, settings: settings, cache: RecordCache(), lastRequestNumber: lastRequestNumber)
    // The context alone holds the cache, so that a change does not copy it.
    swap(&cache, &context.cache)
    context.openTab = tab.content
    context.monitor = monitor
    context.favourites = favourites?.references ?? []
    if message.isInput { toast = nil }
    if case .resized(let viewport) = message { resize(viewport, &context) } else { handle(message, &context) }
    var rounds = 0
    // A navigation may trigger another one. The limit turns an accidental cycle into a finite loop.
    while rounds < 16, case let destinations = context.takeDestinations(), !destinations.isEmpty {
      for destination in destinations { navigate(to: destination, &context) }
      rounds += 1
    }
    updatePreview(after: message, &context)
    if let choice = context.paletteChoice { noteChoice(choice) }
    prefetch(&context)
    for case .send(let id, _) in context.effects { pending.insert(id) }
    noteFavouriteRequests(context.effects)
    for case .cancel(let id) in context.effects { pending.remove(id) }
    noteReload(after: message, &context)
    if let toast = context.toast { show(toast, &context) }
    updatePendingIndicator(&context)
    evictRecords(&context)
    swap(&cache, &context.cache)
    lastRequestNumber = context.lastRequestNumber
    return context.effects
  }

  /// Requests the pages of the open list that are not on the screen, after everything that is.
  private mutating func prefetch(_ context: inout UpdateContext) {
    guard case .list(var list) = tabs[current].root, list.pages.hasResult, !list.pages.isComplete else { return }
    let isWaiting = pending.contains { $0 != monitor.request && !list.pages.owns($0) }
    let isAsking = context.effects.contains { effect in
      guard case .send(let id, let query) = effect, query != .statistics else { return false }
      return !list.pages.owns(id)
    }
    list.prefetch(isScreenWaiting: isWaiting || isAsking, &context)
    tabs[current].root = .list(list)
  }

  private mutating func resize(_ viewport: Viewport, _ context: inout UpdateContext) {
    change(to: ScreenLayout(viewport, isZoomed: layout.isZoomed), &context)
  }

  /// Shows the active pane alone, or both again.
  mutating func toggleZoom(_ context: inout UpdateContext) {
    change(to: ScreenLayout(layout.viewport, isZoomed: !layout.isZoomed), &context)
  }

  private mutating func change(to newLayout: ScreenLayout, _ context: inout UpdateContext) {
    layout = newLayout
    context.layout = layout
    tabs[current].root.model.appear(&context)
    if tab.canGoBack { tabs[current].page.model.appear(&context) }
    overlay?.model.appear(&context)
  }

  /// If records take too much memory, evicts those that no page on the screen and no list needs; if that is not enough, unloads the lists of
  /// tabs that are not open.
  private mutating func evictRecords(_ context: inout UpdateContext) {
    guard context.cache.needsEviction else { return }
    // The name of an evicted record may be on the screen.
    context.emit(.startTimer(.selectionSettled, after: ListModel.selectionDebounce))
    context.cache.evict(keeping: neededRecords)
    guard context.cache.isAboveLimit else { return }
    for index in tabs.indices where index != current {
      guard case .list(var list) = tabs[index].root else { continue }
      list.unload()
      tabs[index].root = .list(list)
    }
    context.cache.evict(keeping: neededRecords)
  }

  private var neededRecords: Set<Reference> {
    let others: [(any PageModel)?] = [page.model, preview, overlay?.model]
    return Set((tabs.map(\.root.model) + others.compactMap(\.self)).flatMap(\.neededRecords))
  }

  private mutating func handle(_ message: Message, _ context: inout UpdateContext) {
    if monitor.isLost, message.asksForRecords { context.emit(.permitStart(true)) }
    switch message {
    case .begin: begin(&context)
    case .resized: break
    case .perform(let action): perform(action, &context)
    case .edit(let edit):
      if overlay == nil { tabs[current].page.model.edit(edit, &context) } else { overlay?.model.edit(edit, &context) }
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
    tabs[current].page.model.appear(&context)
    if favourites != nil, tab.content != .favourites { _ = context.send(.favourites) }
  }

  private mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) {
    // Results of cancelled requests are dropped: a late result never replaces a newer one.
    guard pending.remove(id) != nil else { return }
    if let problem = result.problem { monitor.noteFailure(problem) }
    if let (reference, isOutdated) = context.cache.finishLoading(id) {
      switch result {
      case .record(let record, let provenance):
        context.cache.store(record, provenance, from: id, lastIssued: context.lastRequestID, at: context.now)
        if recordToOpenAtOrigin == reference { openURL(provenance.location, &context) }
        // The record may have changed while the request was in flight.
        context.reloadInvalidated([reference])
      // The newer request decides.
      case .failed where isOutdated: return
      case .failed(let problem):
        context.cache.setFailure(problem, of: reference)
        if recordToOpenAtOrigin == reference { context.toast = Toast(problem.reason(in: context.language), .bad) }
      default: break
      }
      if recordToOpenAtOrigin == reference { recordToOpenAtOrigin = nil }
      forEachModel { $0.loadFinished(reference, &context) }
      return
    }
    if case .names(let labels) = result { store(labels, from: id, &context) }
    context.cache.endLoadingLabels(id, result.problem)
    let indexed = monitor.snapshot?.indexed
    if monitor.receive(result, for: id, &context) {
      if monitor.snapshot?.indexed != indexed { handle(.indexChanged, &context) }
      if monitor.takeRetry(at: context.now) { handle(.originRecovered, &context) }
      return
    }
    if receiveFavourites(result, for: id, &context) { return }
    if overlay?.model.receive(result, for: id, &context) == true { return }
    var isHandled = false
    for index in tabs.indices where !isHandled {
      tabs[index].updateEach { page in if !isHandled { isHandled = page.model.receive(result, for: id, &context) } }
    }
  }

  private mutating func store(_ labels: [ReferenceLabel], from id: RequestID, _ context: inout UpdateContext) {
    context.cache.store(labels, from: id)
    for case .failed(_, let problem) in labels { monitor.noteFailure(problem) }
    // Records may have changed while the request for their names was in flight. Failed names are not requested again here.
    context.reloadNames(of: labels.map(\.reference))
    tabs[current].root.model.namesArrived(&context)
  }

  private mutating func handle(_ event: BusEvent, _ context: inout UpdateContext) {
    monitor.handle(event, &context)
    switch event {
    case .changed(let reference):
      // A record whose name is not known is at most in flight for the first time, and that request caused the event.
      guard case .known = context.cache.label(of: reference) else { break }
      context.cache.invalidate(reference, asOf: context.lastRequestID)
      // Other pages reload the record, or its name, when they appear.
      guard isOnScreen(reference, context) else { break }
      if context.cache.entry(for: reference) != nil {
        context.reload(reference, revalidate: false)
      } else {
        context.loadNames(of: [reference])
      }
    case .everythingInvalidated: context.cache.invalidate(asOf: context.lastRequestID)
    case .confirmed(let reference): context.cache.markValidated(reference, at: context.now)
    default: break
    }
    forEachModel { $0.handle(event, &context) }
    guard event.warrantsRetry else { return }
    tabs[current].page.model.refresh(&context)
    preview?.refresh(&context)
  }

  /// Whether a page on the screen shows the record or its name.
  private func isOnScreen(_ reference: Reference, _ context: UpdateContext) -> Bool {
    let list: (any PageModel)? = layout.hasTwoPanes && !page.hasPreview && !page.coversBody ? tab.root.model : nil
    let models: [(any PageModel)?] = [page.model, list, preview, overlay?.model]
    return models.contains { $0?.shows(reference, context) ?? false }
  }

  private mutating func timerFired(_ timer: TimerID, _ context: inout UpdateContext) {
    switch timer {
    case .toastExpired: toast = nil
    case .pendingIndicatorDue: monitor.showsPendingIndicator = foregroundRequestCount > 0
    case .selectionSettled:
      preview?.appear(&context)
      tabs[current].page.model.timerFired(timer, &context)
      if layout.hasTwoPanes, recordBesideRoot != nil { tabs[current].root.model.timerFired(timer, &context) }
    case .extrasDue: loadExtras(&context)
    case .listSettled, .namesSettled, .favouritesDue: forEachModel { $0.timerFired(timer, &context) }
    default:
      monitor.timerFired(timer, &context)
      // A page may have started its timer before the overlay opened; each ignores timers that are not its own.
      tabs[current].page.model.timerFired(timer, &context)
      overlay?.model.timerFired(timer, &context)
    }
  }

  /// Calls `change` for every page of every tab, for the preview and for the overlay.
  mutating func forEachModel(_ change: (inout any PageModel) -> Void) {
    for index in tabs.indices {
      tabs[index].updateEach { page in change(&page.model) }
    }
    if let shown = preview {
      var model: any PageModel = shown
      change(&model)
      preview = model as? RecordModel
    }
    if var shown = overlay {
      change(&shown.model)
      overlay = shown
    }
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
      return page.model.neededRecords.reduce(into: [:]) { $0[$1] = .some(context.cache.entry(for: $1)?.record) }
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
    guard layout.hasTwoPanes, page.hasPreview, let subject else {
      if preview != nil { preview = nil }
      return
    }
    if preview?.reference != subject {
      preview = RecordModel(subject)
      context.emit(.startTimer(.selectionSettled, after: ListModel.selectionDebounce))
    }
    // If a result moved the selection and no further page can move it again, load the references at once.
    guard case .received = message, preview?.hasAppeared == false else { return }
    if case .list(let list) = page, list.pages.isLoading { return }
    preview?.appear(&context)
  }
}
