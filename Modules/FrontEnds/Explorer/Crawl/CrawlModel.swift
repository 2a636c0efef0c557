import Localization
import Models
import Presentation

/// The opening crawl of a film, scrolling over the whole screen.
struct CrawlModel: PageModel {
  let reference: Reference
  /// Number of lines scrolled. The animation starts with the first line below the screen.
  private(set) var risen = 0.0
  private(set) var isPaused = false
  private var hasStarted = false

  init(_ film: Reference) { reference = film }

  var subject: Reference? { reference }

  mutating func appear(_ context: inout UpdateContext) {
    guard reference.kind == Film.kind else { return closeAsNotAFilm(&context) }
    context.load([reference])
    start(&context)
  }

  mutating func loadFinished(_ reference: Reference, _ context: inout UpdateContext) {
    if reference == self.reference { start(&context) }
  }

  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let page = Double(max(1, context.layout.viewport.rows - 2))
    switch action {
    case .open, .mark: isStill(context) ? scroll(by: page, &context) : togglePause(&context)
    case .up: scroll(by: -1, &context)
    case .down: scroll(by: 1, &context)
    case .pageUp: scroll(by: -page, &context)
    case .pageDown: scroll(by: page, &context)
    case .first: scroll(by: -.infinity, &context)
    case .last: scroll(by: .infinity, &context)
    case .reload: context.load([reference])
    // The key that opened the crawl closes it.
    case .crawl, .left: context.navigate(to: .dismiss)
    default: return false
    }
    return true
  }

  mutating func timerFired(_ timer: TimerID, _ context: inout UpdateContext) {
    guard timer == .crawlStep, !isPaused, let layout = crawlLayout(context) else { return }
    risen += layout.pace.lines
    if risen >= layout.end { context.navigate(to: .dismiss) } else { context.emit(.startTimer(.crawlStep, after: layout.pace.interval)) }
  }

  mutating func scroll(_ lines: Int, _ context: inout UpdateContext) { scroll(by: Double(lines), &context) }

  private func isStill(_ context: UpdateContext) -> Bool { !context.settings.usesMotion }

  private func crawlLayout(_ context: UpdateContext) -> CrawlLayout? {
    guard let film = context.cache.entry(for: reference)?.record.as(Film.self) else { return nil }
    return CrawlLayout(film, context.layout.viewport, isStill: isStill(context), language: context.language)
  }

  private mutating func start(_ context: inout UpdateContext) {
    guard let layout = crawlLayout(context) else {
      // The record was loaded and is not a film.
      if context.cache.entry(for: reference) != nil { closeAsNotAFilm(&context) }
      return
    }
    risen = min(risen, layout.last)
    guard !hasStarted else { return }
    hasStarted = true
    risen = layout.first
    if !isStill(context) { context.emit(.startTimer(.crawlStep, after: layout.pace.interval)) }
  }

  /// Scrolls by hand, which pauses the animation.
  private mutating func scroll(by lines: Double, _ context: inout UpdateContext) {
    guard let layout = crawlLayout(context) else { return }
    isPaused = !isStill(context)
    context.emit(.cancelTimer(.crawlStep))
    risen = min(max(layout.first, (risen + lines).rounded()), layout.last)
  }

  private mutating func togglePause(_ context: inout UpdateContext) {
    isPaused.toggle()
    context.emit(isPaused ? .cancelTimer(.crawlStep) : .startTimer(.crawlStep, after: .zero))
  }

  private func closeAsNotAFilm(_ context: inout UpdateContext) {
    context.toast = Toast(context.language.say(.onlyFilmsCrawl), .caution)
    context.navigate(to: .dismiss)
  }
}
