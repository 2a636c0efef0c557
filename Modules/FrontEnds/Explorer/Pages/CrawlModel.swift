import Localization
import MessageBus
import Models
import Presentation
import Text

/// The opening crawl of a film, scrolling over the whole screen.
struct CrawlModel: PageModel {
  let reference: Reference
  /// Number of lines scrolled. The animation starts with the first line below the screen.
  private(set) var risen = 0.0
  private(set) var isPaused = false
  private var hasStarted = false

  init(_ film: Reference) { reference = film }

  var subject: Reference? { reference }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared:
      guard reference.kind == Film.kind else {
        closeAsNotAFilm(&context)
        break
      }
      context.load([reference])
      start(&context)
    case .loaded(reference): start(&context)
    case .action(let action): return perform(action, &context)
    case .timerFired(.crawlStep):
      guard !isPaused, let layout = crawlLayout(context) else { break }
      risen += layout.pace.lines
      if risen >= layout.end { context.navigate(to: .dismiss) } else { context.emit(.startTimer(.crawlStep, after: layout.pace.interval)) }
    case .scroll(let lines): scroll(by: Double(lines), &context)
    default: return false
    }
    return true
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let page = max(1, context.layout.viewport.rows - 2)
    if let lines = action.movement(page: page) {
      scroll(by: Double(lines), &context)
      return true
    }
    switch action {
    case .open, .mark: isStill(context) ? scroll(by: Double(page), &context) : togglePause(&context)
    case .reload: context.load([reference])
    // The key that opened the crawl closes it.
    case .crawl, .left: context.navigate(to: .dismiss)
    default: return false
    }
    return true
  }

  private func isStill(_ context: UpdateContext) -> Bool { !context.settings.usesMotion }

  private func crawlLayout(_ context: UpdateContext) -> CrawlLayout? {
    guard let film = context.records[reference]?.record.as(Film.self) else { return nil }
    return CrawlLayout(film, context.layout.viewport, isStill: isStill(context), language: context.language)
  }

  private mutating func start(_ context: inout UpdateContext) {
    guard let layout = crawlLayout(context) else {
      // The record was loaded and is not a film.
      if context.records[reference] != nil { closeAsNotAFilm(&context) }
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

extension CrawlModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    canvas.fill(rect, canvas.theme.style(.text))
    let isStill = !context.explorer.settings.usesMotion
    if let film = context.records[reference]?.record.as(Film.self) {
      let layout = CrawlLayout(film, context.layout.viewport, isStill: isStill, language: context.language)
      let lines = layout.lines(risen: risen)
      for (row, line) in lines.enumerated() where !line.text.isEmpty {
        canvas.put(line.text, line.tone.role, column: line.column, row: row, width: rect.columns - line.column)
      }
      let empty = Rect(column: 0, row: 0, columns: rect.columns, rows: lines.firstIndex { !$0.text.isEmpty } ?? lines.count)
      canvas.putWordmark(in: Rect(column: 0, row: 0, columns: rect.columns, rows: empty.rows > 6 ? 6 : 0), below: rect)
    } else {
      drawWaiting(on: &canvas, rect, context)
    }
    drawKeys(on: &canvas, rect, isStill: isStill, context)
  }

  private func drawWaiting(on canvas: inout Canvas, _ rect: Rect, _ context: RenderContext) {
    var lines = Placeholder.loading(context)
    if let problem = context.records.state(of: reference).failure { lines = Placeholder.failure(problem, context) }
    lines = lines.flatMap { $0.wrapped(to: max(1, min(60, rect.columns - 2))) }
    for (index, line) in lines.enumerated() {
      let row = rect.row + (rect.rows - lines.count) / 2 + index
      guard row < rect.row + rect.rows - 1 else { break }
      canvas.put(line, column: rect.column + max(0, (rect.columns - line.columns) / 2), row: row, width: rect.columns)
    }
  }

  /// Draws the key hints in the bottom row, and whose text this is if it is not the film's.
  private func drawKeys(on canvas: inout Canvas, _ rect: Rect, isStill: Bool, _ context: RenderContext) {
    let keys = context.keys
    var hints: [(Action, StyledText)] = []
    func add(_ action: Action, _ key: String?, _ text: String) {
      guard let key else { return }
      hints.append((action, StyledText(key, .key) + StyledText(" \(text)", .muted)))
    }
    if !isStill { add(.mark, keys.hint(for: .mark), context.language.say(isPaused ? .resume : .pause)) }
    add(.cancel, keys.hint(for: .cancel), context.language.say(.close))
    var column = 1
    for (action, hint) in hints {
      let width = canvas.put(hint, column: column, row: rect.row + rect.rows - 1, width: rect.columns - column - 1)
      canvas.mark(Rect(column: column, row: rect.row + rect.rows - 1, columns: width, rows: 1), as: .action(action))
      column += width + 3
    }
    guard let entry = context.records[reference], entry.provenance.isEmbedded || context.explorer.monitor.isEmbedded else { return }
    let note = context.language.say(.ownCrawl)
    column = max(column, rect.columns - note.columns - 1)
    canvas.put(note, .muted, column: column, row: rect.row + rect.rows - 1, width: rect.columns - column)
  }
}

extension CrawlFrame.Tone {
  fileprivate var role: Role {
    switch self {
    case .bright: .crawl
    case .normal: .accent
    case .faint: .muted
    }
  }
}
