import Localization
import MessageBus
import Models
import Presentation
import Text

/// The opening crawl of a film, scrolling over the whole screen.
struct CrawlModel: Page {
  let reference: Reference
  /// Number of lines scrolled; `nil` until the film is loaded. The animation starts with the first line below the screen.
  private(set) var risen: Double?
  private(set) var isPaused = false

  init(_ film: Reference) { reference = film }

  var subject: Reference? { reference }
  var place: PagePlace { .screen }
  var actions: [Action] { [.cancel] }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared:
      if reference.kind == .films { context.load([reference]) }
      start(&context)
    case .loaded(reference): start(&context)
    case .action(let action): return perform(action, &context)
    case .timerFired(.crawlStep):
      guard !isPaused, let risen, let layout = layout(context.records, context.layout, context.settings) else { break }
      self.risen = risen + layout.pace.lines
      let isOver = risen + layout.pace.lines >= layout.end
      if isOver { context.navigate(to: .dismiss) } else { context.emit(.startTimer(.crawlStep, after: layout.pace.interval)) }
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
    case .open, .mark:
      guard context.settings.usesMotion else {
        scroll(by: Double(page), &context)
        break
      }
      isPaused.toggle()
      context.emit(isPaused ? .cancelTimer(.crawlStep) : .startTimer(.crawlStep, after: .zero))
    case .reload: context.load([reference])
    // The key that opened the crawl closes it.
    case .crawl, .left: context.navigate(to: .dismiss)
    default: return false
    }
    return true
  }

  private func layout(_ records: RecordStore, _ screen: ScreenLayout, _ settings: Explorer.Settings) -> CrawlLayout? {
    guard reference.kind == .films, let film = records[reference]?.record else { return nil }
    return CrawlLayout(film, screen.viewport, isStill: !settings.usesMotion, language: settings.language)
  }

  private mutating func start(_ context: inout UpdateContext) {
    guard let layout = layout(context.records, context.layout, context.settings) else {
      guard reference.kind != .films || context.records[reference] != nil else { return }
      context.toast = Toast(context.language.say(.onlyFilmsCrawl), .caution)
      return context.navigate(to: .dismiss)
    }
    if risen == nil, context.settings.usesMotion { context.emit(.startTimer(.crawlStep, after: layout.pace.interval)) }
    risen = min(risen ?? layout.first, layout.last)
  }

  /// Scrolls by hand, which pauses the animation.
  private mutating func scroll(by lines: Double, _ context: inout UpdateContext) {
    guard let risen, let layout = layout(context.records, context.layout, context.settings) else { return }
    isPaused = context.settings.usesMotion
    context.emit(.cancelTimer(.crawlStep))
    self.risen = min(max(layout.first, (risen + lines).rounded()), layout.last)
  }
}

extension CrawlModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    canvas.fill(rect, canvas.theme.style(.text))
    if let layout = layout(context.records, context.layout, context.explorer.settings) {
      let lines = layout.lines(risen: risen ?? layout.first)
      for (row, line) in lines.enumerated() where !line.text.isEmpty {
        canvas.put(line.text, line.role, column: line.column, row: row, width: rect.columns - line.column)
      }
      let empty = lines.prefix { $0.text.isEmpty }.count
      canvas.putWordmark(in: Rect(column: 0, row: 0, columns: rect.columns, rows: empty > 6 ? 6 : 0), below: rect)
    } else {
      let problem = context.records.state(of: reference).failure
      let lines = problem.map { Placeholder.failure($0, context) } ?? Placeholder.loading(context)
      let width = min(60, rect.columns - 2, lines.map(\.columns).max() ?? 0)
      let middle = Rect(column: (rect.columns - width) / 2, row: rect.rows / 2 - 2, columns: width, rows: rect.rows / 2)
      Placeholder.draw(lines, on: &canvas, in: middle)
    }
    drawKeys(on: &canvas, rect.line(rect.rows - 1), context)
  }

  /// Draws the key hints in the bottom row, and whose text this is if it is not the film's.
  private func drawKeys(on canvas: inout Canvas, _ line: Rect, _ context: RenderContext) {
    var rest = line.inset(left: 1, right: 1)
    let pause: [(Action, Phrase)] = context.explorer.settings.usesMotion ? [(.mark, isPaused ? .resume : .pause)] : []
    for (action, phrase) in pause + [(.cancel, .close)] {
      guard let key = context.keys.hint(for: action) else { continue }
      let hint = StyledText(key, .key) + StyledText(" \(context.language.say(phrase))", .muted)
      let width = canvas.put(hint, in: rest)
      canvas.mark(rest.inset(left: 0, right: rest.columns - width), as: .action(action))
      rest = rest.inset(left: width + 3)
    }
    guard let entry = context.records[reference], entry.provenance.isEmbedded || context.explorer.monitor.isEmbedded else { return }
    let note = StyledText(context.language.say(.ownCrawl), .muted)
    canvas.put(note, in: rest.inset(left: max(0, rest.columns - note.columns)))
  }
}
