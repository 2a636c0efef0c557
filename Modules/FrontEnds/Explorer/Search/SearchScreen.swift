import Contracts
import Localization
import MessageBus
import Presentation
import TerminalText

extension SearchModel {
  public func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ scene: Scene) {
    let layout = SearchLayout(rect)
    drawField(on: &canvas, layout.field, isActive, scene)
    canvas.put(
      note(scene, within: layout.note.columns - 2), column: layout.note.column + 1, row: layout.note.row, width: layout.note.columns - 2)
    if rows.isEmpty {
      drawNothing(on: &canvas, layout.rows, scene)
    } else {
      drawRows(on: &canvas, layout.rows, isActive, scene)
    }
  }

  private func drawField(on canvas: inout Canvas, _ rect: Rect, _ isActive: Bool, _ scene: Scene) {
    guard rect.rows > 0 else { return }
    canvas.mark(rect, as: .action(.search))
    let end = rect.column + rect.columns - 1
    var column = rect.column + 1
    column += canvas.put(scene.language.say(ChromePhrase.search), .title, column: column, row: rect.row, width: end - column) + 2
    let count = count(scene)
    let room = end - column - (count.isEmpty ? 0 : count.columns + 2)
    if !count.isEmpty, room >= 12 { canvas.put(count, .muted, column: end - count.columns, row: rect.row, width: count.columns) }
    canvas.put(
      field, prompt: scene.language.say(.searchPrompt), column: column, row: rect.row, width: room >= 12 ? room : end - column,
      isActive: isActive && isTyping, isSelected: replacesText)
  }

  /// How many were found. The count of before stays until there is a new one, so that it does not flicker while one types.
  private func count(_ scene: Scene) -> String {
    guard case .answer(let answer) = findings else { return "" }
    let shown = answer.matches.count
    return scene.language.say(answer.count > shown ? .best(shown, of: answer.count) : .found(answer.count))
  }

  /// What is to be known of the answer, as much of it as fits.
  private func note(_ scene: Scene, within columns: Int) -> StyledText {
    let language = scene.language
    var parts: [StyledText] = []
    if let problem {
      parts.append(StyledText(Self.text(of: problem, language), problem.status == 400 ? .bad : .caution))
    }
    switch findings {
    case .names: parts.append(StyledText(language.say(.amongLoaded(scene.library.records.count)), .muted))
    case .answer(let answer) where problem == nil:
      // First, so that it shows on narrow screens, too.
      if answer.coverage.warning != nil { parts.append(StyledText(language.say(.indexNotSaved), .caution)) }
      if let correction = answer.correction { parts.append(StyledText(language.say(.corrected(correction.printable)))) }
      let coverage = answer.coverage
      if !coverage.isComplete { parts.append(StyledText(language.say(.coverage(coverage.records, of: coverage.of)), .muted)) }
      if coverage.askedOrigin { parts.append(StyledText(language.say(.askedOrigin), .muted)) }
    case .answer, .start, .unknown: break
    }
    return parts.dropFirst().reduce(parts.first ?? StyledText()) { line, part in
      let longer = line + StyledText(" · ", .muted) + part
      return longer.columns <= columns ? longer : line
    }
  }

  private static func text(of problem: Problem, _ language: any Language) -> String {
    switch problem.type {
    case ProblemType.noWorker: language.say(.noSearchWorker(ServiceName.search.executable))
    default: (problem.detail ?? problem.title).printable
    }
  }

  private func drawNothing(on canvas: inout Canvas, _ rect: Rect, _ scene: Scene) {
    let phrase: FindingPhrase? =
      switch findings {
      case .unknown: .searching
      case .start: isBusy || isWaiting ? .searching : problem == nil ? .nothingSearchedYet : nil
      case .answer, .names: isBusy ? .searching : .nothingFound(query.printable)
      }
    guard let phrase else { return }
    let body = Rect(column: rect.column + ListLayout.margin, row: rect.row, columns: rect.columns - ListLayout.margin - 1, rows: rect.rows)
    StateText.draw([StyledText(scene.language.say(phrase), .muted)], on: &canvas, in: body)
  }

  private func drawRows(on canvas: inout Canvas, _ rect: Rect, _ isActive: Bool, _ scene: Scene) {
    let columns = SearchColumns(rows, within: rect.columns - ListLayout.margin - 1, scene)
    for (offset, row) in rows.dropFirst(scroller.top).prefix(rect.rows).enumerated() {
      let line = Rect(column: rect.column, row: rect.row + offset, columns: rect.columns, rows: 1)
      if case .heading(let heading) = row {
        canvas.put(scene.language.say(heading.phrase), .title, column: rect.column + 1, row: line.row, width: rect.columns - 2)
      }
      guard row.canBeSelected else { continue }
      let index = scroller.top + offset
      let isSelected = index == scroller.selection
      // While one types, the best match shows that enter would open it; an earlier search would not be.
      let hasSelection = isSelected && (!isTyping || findings != .start)
      let selection: Canvas.Selection = !hasSelection ? .none : isActive && !isTyping ? .active : .inactive
      canvas.mark(line, as: .listRow(index))
      canvas.select(line, selection)
      if selection != .none { canvas.put("▸", .accent, column: line.column + 1, row: line.row, width: 1, selected: selection) }
      columns.draw(row, on: &canvas, in: line, selection, scene)
    }
  }
}

extension SearchRow.Heading {
  fileprivate var phrase: FindingPhrase {
    switch self {
    case .worthALook: .worthALook
    case .recentSearches: .recentSearches
    }
  }
}
