import Localization
public import Models
import Presentation

/// The opening crawl of a film, rising through the whole screen.
public struct CrawlModel: PageModel {
  public let reference: Reference
  /// Lines that the text has risen since its first line was below the screen; a still text: lines that it is scrolled.
  public private(set) var risen = 0.0
  public private(set) var isPaused = false
  private var hasBegun = false

  public init(_ film: Reference) { reference = film }

  public var subject: Reference? { reference }

  public mutating func appear(_ work: inout Work) {
    guard reference.kind == Film.kind else { return leave(&work) }
    work.need([reference])
    begin(&work)
  }

  public mutating func learnt(_ reference: Reference, _ work: inout Work) {
    if reference == self.reference { begin(&work) }
  }

  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool {
    let page = Double(max(1, work.layout.viewport.rows - 2))
    switch action {
    case .open, .mark: isStill(work) ? move(by: page, &work) : turn(&work)
    case .up: move(by: -1, &work)
    case .down: move(by: 1, &work)
    case .pageUp: move(by: -page, &work)
    case .pageDown: move(by: page, &work)
    case .first: move(by: -.infinity, &work)
    case .last: move(by: .infinity, &work)
    case .reload: work.need([reference])
    // The key that opened it closes it.
    case .crawl, .left: work.go(.dismiss)
    default: return false
    }
    return true
  }

  public mutating func ring(_ alarm: Alarm, _ work: inout Work) {
    guard alarm == .crawlMoves, !isPaused, let stage = stage(work) else { return }
    risen += stage.pace.lines
    if risen >= stage.end { work.go(.dismiss) } else { work.order(.wake(.crawlMoves, after: stage.pace.interval)) }
  }

  public mutating func scroll(_ lines: Int, _ work: inout Work) { move(by: Double(lines), &work) }

  private func isStill(_ work: Work) -> Bool { !work.look.usesMotion }

  private func stage(_ work: Work) -> CrawlStage? {
    guard let film = work.library[known: reference]?.record.as(Film.self) else { return nil }
    return CrawlStage(film, work.layout.viewport, isStill: isStill(work))
  }

  private mutating func begin(_ work: inout Work) {
    guard let stage = stage(work) else {
      // Loaded, and no film after all.
      if work.library[known: reference] != nil { leave(&work) }
      return
    }
    risen = min(risen, stage.last)
    guard !hasBegun else { return }
    hasBegun = true
    risen = stage.first
    if !isStill(work) { work.order(.wake(.crawlMoves, after: stage.pace.interval)) }
  }

  /// Moving by hand holds it.
  private mutating func move(by lines: Double, _ work: inout Work) {
    guard let stage = stage(work) else { return }
    isPaused = !isStill(work)
    work.order(.sleep(.crawlMoves))
    risen = min(max(stage.first, (risen + lines).rounded()), stage.last)
  }

  private mutating func turn(_ work: inout Work) {
    isPaused.toggle()
    work.order(isPaused ? .sleep(.crawlMoves) : .wake(.crawlMoves, after: .zero))
  }

  private func leave(_ work: inout Work) {
    work.remark = Remark(work.language.say(.onlyFilmsCrawl), .caution)
    work.go(.dismiss)
  }
}
