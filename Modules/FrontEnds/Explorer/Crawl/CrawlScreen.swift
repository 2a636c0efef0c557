import Localization
import MessageBus
import Models
import Presentation
import TerminalText

extension CrawlModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    canvas.fill(rect, canvas.theme.style(.text))
    let isStill = !context.explorer.settings.usesMotion
    if let film = context.cache.entry(for: reference)?.record.as(Film.self) {
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
    if case .failed(let problem) = context.cache[reference] { lines = Placeholder.failure(problem, context) }
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
    guard let entry = context.cache.entry(for: reference), entry.provenance.isEmbedded || context.explorer.monitor.isEmbedded else { return }
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
