import MessageBus
import Models
import Presentation

extension Explorer {
  /// Takes in what happened at `now`, and returns what to do about it. Costs no more than the change: no message walks the catalogue.
  public mutating func update(_ message: Message, at now: Moment) -> [Effect] {
    var work = Work(
      now: now, layout: layout, kinds: kinds, look: look, library: library, issued: issued)
    work.openTab = tab.content
    work.monitor = monitor
    if case .resized(let viewport) = message { resize(viewport, &work) } else { take(message, &work) }
    var hops = 0
    // A destination may name the next one; nothing goes in circles on purpose, and a bound keeps an accident from hanging the screen.
    while hops < 16, case let journey = work.takeJourney(), !journey.isEmpty {
      for destination in journey { travel(to: destination, &work) }
      hops += 1
    }
    settlePreview(after: message, &work)
    if let remark = work.remark { show(remark, &work) }
    for case .ask(let ticket, _) in work.effects { pending.insert(ticket) }
    for case .cancel(let ticket) in work.effects { pending.remove(ticket) }
    watchPending(&work)
    library = work.library
    issued = work.issued
    return work.effects
  }

  private mutating func resize(_ viewport: Viewport, _ work: inout Work) {
    layout = ScreenLayout(viewport)
    work = Work(now: work.now, layout: layout, kinds: kinds, look: look, library: library, issued: issued)
    work.openTab = tab.content
    work.monitor = monitor
    tabs[current].root.model.appear(&work)
    if tab.canGoBack { tabs[current].page.model.appear(&work) }
    overlay?.model.appear(&work)
  }

  private mutating func take(_ message: Message, _ work: inout Work) {
    switch message {
    case .begin: begin(&work)
    case .resized: break
    case .act(let action): perform(action, &work)
    case .edit(let edit):
      if overlay == nil { tabs[current].page.model.edit(edit, &work) } else { overlay?.model.edit(edit, &work) }
    case .point(let spot): point(spot, &work)
    case .wheel(let lines, let spot): scroll(lines, spot, &work)
    case .answered(let ticket, let answer): receive(answer, to: ticket, &work)
    case .notice(let notice): heed(notice, &work)
    case .ring(let alarm): ring(alarm, &work)
    case .go(let destination): work.go(destination)
    case .remark(let remark): work.remark = remark
    }
  }

  private mutating func begin(_ work: inout Work) {
    monitor.begin(&work)
    tabs[current].page.model.appear(&work)
  }

  private mutating func receive(_ answer: Answer, to ticket: Ticket, _ work: inout Work) {
    // What was cancelled may still be answered: a late answer never replaces a newer one.
    guard pending.remove(ticket) != nil else { return }
    if let reference = work.library.settle(ticket) {
      switch answer {
      case .record(let record, let provenance):
        work.library.learn(record, provenance, from: ticket, last: work.latest, at: work.now)
        if opening == reference { open(provenance.location, &work) }
        // It changed while the answer was on its way.
        work.renew([reference])
      case .failed(let problem):
        work.library.fail(reference, problem)
        if opening == reference { work.remark = Remark(problem.reason, .bad) }
      default: break
      }
      if opening == reference { opening = nil }
      forEachModel { $0.learnt(reference, &work) }
      return
    }
    if monitor.receive(answer, to: ticket, &work) { return }
    if overlay?.model.receive(answer, to: ticket, &work) == true { return }
    var isTaken = false
    for index in tabs.indices where !isTaken {
      tabs[index].forEach { page in if !isTaken { isTaken = page.model.receive(answer, to: ticket, &work) } }
    }
  }

  private mutating func heed(_ notice: Notice, _ work: inout Work) {
    monitor.heed(notice, &work)
    switch notice {
    case .changed(let reference):
      // What is on its way for the first time is fetched this moment, which is what is told of.
      guard work.library[known: reference] != nil else { break }
      work.library.doubt(reference, since: work.latest)
      work.refresh(reference, revalidate: false)
    case .changedSomehow: work.library.doubt(since: work.latest)
    case .confirmed(let reference): work.library.vouch(for: reference, at: work.now)
    default: break
    }
    forEachModel { $0.heed(notice, &work) }
  }

  private mutating func ring(_ alarm: Alarm, _ work: inout Work) {
    switch alarm {
    case .remarkFades: remark = nil
    case .waitingShows: monitor.showsPending = awaited > 0
    case .selectionRests:
      preview?.appear(&work)
      tabs[current].page.model.ring(alarm, &work)
    case .listSettles: forEachModel { $0.ring(alarm, &work) }
    default:
      monitor.ring(alarm, &work)
      // A page may have set its alarm before the overlay came; each knows what it waits for.
      tabs[current].page.model.ring(alarm, &work)
      overlay?.model.ring(alarm, &work)
    }
  }

  /// Every page of every tab, the preview and the overlay.
  private mutating func forEachModel(_ change: (inout any PageModel) -> Void) {
    for index in tabs.indices {
      tabs[index].forEach { page in change(&page.model) }
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

  private mutating func show(_ remark: Remark, _ work: inout Work) {
    self.remark = remark
    work.order(.wake(.remarkFades, after: .seconds(4)))
  }

  /// Questions that a person waits for, without those that the monitor asks by itself.
  public var awaited: Int { pending.count - (monitor.ticket.map { pending.contains($0) ? 1 : 0 } ?? 0) }

  /// Most answers come within a frame; a sign that comes and goes with them would only flicker.
  private mutating func watchPending(_ work: inout Work) {
    let isWaiting = awaited > 0
    guard isWaiting != wasWaiting else { return }
    wasWaiting = isWaiting
    if isWaiting { return work.order(.wake(.waitingShows, after: Monitor.patience)) }
    work.order(.sleep(.waitingShows))
    monitor.showsPending = false
  }

  /// The preview follows the selection at once; what it points to is loaded when the selection rests.
  private mutating func settlePreview(after message: Message, _ work: inout Work) {
    guard layout.isWide, page.hasPreview, let subject else {
      if preview != nil { preview = nil }
      return
    }
    if preview?.reference != subject {
      preview = RecordModel(subject)
      work.order(.wake(.selectionRests, after: ListModel.resting))
    }
    // Where an answer brought the selection there, and no other page is to come that may move it, nobody is on the way past it.
    guard case .answered = message, preview?.isWanted == false else { return }
    if case .list(let list) = page, list.pages.isLoading { return }
    preview?.appear(&work)
  }
}
