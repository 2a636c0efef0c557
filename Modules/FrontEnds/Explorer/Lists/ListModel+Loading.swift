import Contracts
import Localization
public import Models
import Presentation

/// Loading a list, and keeping it as it is at its origin.
extension ListModel {
  static let settling: Duration = .milliseconds(300)
  /// Longer: where lifetimes are very short, each look finds it stale again.
  static let patience: Duration = .seconds(2)
  static let resting: Duration = .milliseconds(60)

  public mutating func appear(_ work: inout Work) {
    scroller.follow(to: scroller.selection, count: rowCount, height: Self.height(work.layout))
    if isOutdated { lookAgain(&work) } else { proceed(&work) }
    rest(&work)
  }

  mutating func proceed(_ work: inout Work) {
    let isNear = narrowing == nil && rows.count - scroller.selection <= 2 * Self.height(work.layout)
    pages.proceed(kind, isNear: isNear, &work)
  }

  private mutating func lookAgain(_ work: inout Work) {
    isOutdated = false
    pages.reload(revalidate: false)
    proceed(&work)
  }

  public mutating func receive(_ answer: Answer, to ticket: Ticket, _ work: inout Work) -> Bool {
    if ticket == search {
      if case .search(let answer) = answer { take(answer.matches.map(\.reference), &work) } else { take([], &work) }
      return true
    }
    guard pages.isOwn(ticket) else { return false }
    switch answer {
    case .page(let page, let provenance):
      let disputed = work.library.learn(listed: page.records, provenance, from: ticket, last: work.latest, at: work.now)
      for reference in disputed { work.refresh(reference, revalidate: false) }
      pages.receive(page, provenance, to: ticket)
      arrange(&work)
      // Rows keep their places now: what they mention need not wait for the selection to rest.
      if pages.isComplete, work.openTab == .kind(kind) { work.need(unnamed(work)) }
    case .failed(let problem):
      let isReload = pages.isComplete
      pages.fail(problem, of: ticket)
      if isReload { work.remark = Remark(work.language.say(.notReloaded(problem.reason)), .bad) }
    default: return false
    }
    return true
  }

  public mutating func learnt(_ reference: Reference, _ work: inout Work) {
    // A name or the field it is sorted by may be another one now.
    if reference.kind == kind, found.contains(reference) || rows.contains(reference) { arrange(&work) }
  }

  public mutating func heed(_ notice: Notice, _ work: inout Work) {
    switch notice {
    case .listChanged(kind), .changedSomehow:
      guard pages.isBegun else { return }
      lookLater(&work)
    // A page on its way may have been put together before the change, and nothing that is known tells its record from the younger one.
    case .changed(let reference) where reference.kind == kind && pages.isLoading && work.library[known: reference] == nil:
      lookLater(&work)
    case .listConfirmed(kind):
      // What was served past its lifetime has been looked after meanwhile.
      guard pages.isStale, !pages.isLoading else { return }
      isOutdated = true
      if work.openTab == .kind(kind) { work.order(.wake(.listSettles(kind), after: Self.patience)) }
    case _ where notice.isReasonToRetry && pages.problem != nil:
      pages.retry()
      if work.openTab == .kind(kind) { proceed(&work) }
    default: break
    }
  }

  /// Once no more changes follow one another, or when the list is opened.
  private mutating func lookLater(_ work: inout Work) {
    isOutdated = true
    if work.openTab == .kind(kind) { work.order(.wake(.listSettles(kind), after: Self.settling)) }
  }

  public mutating func ring(_ alarm: Alarm, _ work: inout Work) {
    switch alarm {
    case .listSettles(kind): if isOutdated { lookAgain(&work) }
    case .querySettled: askForMore(&work)
    case .selectionRests: work.need(unnamed(work))
    default: break
    }
  }

  /// Sorts and narrows what is here. The selected record keeps its place on the screen; an untouched list keeps its beginning there.
  mutating func arrange(_ work: inout Work) {
    let selected = subject
    let narrowing = narrowing
    let here = pages.references
    let extra = found.isEmpty ? [] : found.filter { !here.contains($0) }
    let records = (here + extra).compactMap { work.library[known: $0]?.record }
      .filter { record in narrowing.map { $0.fits(record.name) || extra.contains(record.reference) } ?? true }
    rows = order.sorted(records, work.kinds[kind]).map(\.reference)
    let height = Self.height(work.layout)
    if isTouched, let selected, let row = rows.firstIndex(of: selected) {
      scroller.follow(to: row, count: rowCount, height: height)
    } else {
      scroller.select(isTouched ? scroller.selection : 0, count: rowCount, height: height)
    }
    rest(&work)
  }

  /// After the selection moved: more pages where their end comes near, and when it rests the names that visible rows mention.
  mutating func rest(_ work: inout Work) {
    // Lists that nobody looks at wait until somebody does.
    if pages.hasAnswer, work.openTab == .kind(kind) { proceed(&work) }
    if !unnamed(work).isEmpty { work.order(.wake(.selectionRests, after: Self.resting)) }
  }

  private func unnamed(_ work: Work) -> [Reference] {
    guard let description = work.kinds[kind] else { return [] }
    let fields = ListTable.fields(of: description).filter { $0.shape == .reference }
    guard !fields.isEmpty else { return [] }
    return shown(in: work.layout).compactMap { work.library[known: $0]?.record }.flatMap { record in
      fields.flatMap { record.display($0.key)?.references ?? [] }
    }.filter { reference in if case .unknown = work.library[reference] { true } else { false } }
  }
}
