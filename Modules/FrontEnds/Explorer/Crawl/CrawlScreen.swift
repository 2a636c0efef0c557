import Localization
import MessageBus
import Models
import Presentation

extension CrawlModel {
  public func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ scene: Scene) {
    canvas.fill(rect, canvas.theme.style(.text))
    let isStill = !scene.explorer.look.usesMotion
    if let film = scene.library[known: reference]?.record.as(Film.self) {
      let stage = CrawlStage(film, scene.layout.viewport, isStill: isStill)
      for (row, line) in stage.lines(risen: risen).enumerated() where !line.text.isEmpty {
        canvas.put(line.text, line.tone.role, column: line.column, row: row, width: rect.columns - line.column)
      }
    } else {
      drawWaiting(on: &canvas, rect, scene)
    }
    drawKeys(on: &canvas, rect, isStill: isStill, scene)
  }

  private func drawWaiting(on canvas: inout Canvas, _ rect: Rect, _ scene: Scene) {
    var lines = StateText.loading(scene)
    if case .failed(let problem) = scene.library[reference] { lines = StateText.failure(problem, scene) }
    lines = lines.flatMap { $0.wrapped(to: max(1, min(60, rect.columns - 2))) }
    for (index, line) in lines.enumerated() {
      let row = rect.row + (rect.rows - lines.count) / 2 + index
      guard row < rect.row + rect.rows - 1 else { break }
      canvas.put(line, column: rect.column + max(0, (rect.columns - line.columns) / 2), row: row, width: rect.columns)
    }
  }

  /// The lowest row: what keys do.
  private func drawKeys(on canvas: inout Canvas, _ rect: Rect, isStill: Bool, _ scene: Scene) {
    let keys = scene.keys
    var hints: [(Action, StyledText)] = []
    func add(_ action: Action, _ sign: String?, _ text: String) {
      guard let sign else { return }
      hints.append((action, StyledText(sign, .key) + StyledText(" \(text)", .muted)))
    }
    if !isStill { add(.mark, keys.name(of: .mark), scene.language.say(isPaused ? .goOn : .pause)) }
    add(.cancel, keys.name(of: .cancel), scene.language.say(.close))
    var column = 1
    for (action, hint) in hints {
      let width = canvas.put(hint, column: column, row: rect.row + rect.rows - 1, width: rect.columns - column - 1)
      canvas.mark(Rect(column: column, row: rect.row + rect.rows - 1, columns: width, rows: 1), as: .action(action))
      column += width + 3
    }
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
