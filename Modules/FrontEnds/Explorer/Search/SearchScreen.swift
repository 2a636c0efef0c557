import Contracts
import Localization
import MessageBus
import Presentation
import Text

extension SearchModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let layout = SearchLayout(rect, hasPanel: isStartPage)
    drawTitle(on: &canvas, in: layout.field, isActive: isActive, context)
    let width = layout.note.columns - 2
    let notes = notes(context, within: width)
    // Where there is nothing to say about the result, the first screen says how the bus is.
    let note = notes.spans.isEmpty && isStartPage ? BusHealth.sentence(context, within: width) : notes
    canvas.put(note, column: layout.note.column + 1, row: layout.note.row, width: width)
    StartPanel.draw(on: &canvas, in: layout.panel, context)
    if rows.isEmpty { drawEmptyText(on: &canvas, layout.rows, context) } else { drawRows(on: &canvas, layout.rows, isActive, context) }
    if isStartPage { canvas.putWordmark(in: layout.rows.droppingRows(rows.count), below: rect) }
  }

  /// Draws the title row: `Search  sky     22 results  3/22`. Where the title leaves too little room for the prompt of the field, a slash
  /// stands for it; this depends on the width of the pane only, so that the text never moves.
  private func drawTitle(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    guard rect.rows > 0 else { return }
    canvas.mark(rect, as: .action(.search))
    let prompt = context.language.say(.searchPrompt)
    let word = context.language.say(.search) + "  "
    let title = word.columns + prompt.columns <= rect.columns - 2 ? StyledText(word, .title) : StyledText("/ ", .key)
    var row = TitleRow(rect.inset(left: 1, right: 1))
    row.put(title, on: &canvas, gap: 0)
    row.putAtEnd(StyledText(state(within: row.rest.columns, context), .muted), on: &canvas)
    canvas.put(
      field, prompt: prompt, column: row.rest.column, row: rect.row, width: row.rest.columns, isActive: isActive && isTyping,
      isSelected: replacesText)
  }

  /// Width of the field that the number of results leaves.
  private static let leastFieldWidth = 12

  /// Returns the number of matches and the selected one, or one of them, or nothing, whichever leaves room for the field. The previous number
  /// stays until the new one arrives, to avoid flicker while typing, unless the search is slow.
  private func state(within columns: Int, _ context: RenderContext) -> String {
    let isSlow = isBusy && !rows.isEmpty && context.explorer.monitor.showsPendingIndicator
    var count = ""
    if isSlow {
      count = context.language.say(.searching)
    } else if let answer = content.answer {
      let shown = answer.matches.count
      count = context.language.say(answer.count > shown ? .best(shown, of: answer.count) : .found(answer.count))
    }
    // While the user types, and among the sections of the first screen, the position means nothing.
    let position = isTyping || isStartPage || isSlow ? "" : Canvas.position(of: scroller, rows.count, context)
    let both = [count, position].filter { !$0.isEmpty }.joined(separator: "  ")
    if both.columns + TitleRow.gap + ListTitle.leastFilterWidth <= columns { return both }
    // The position has the number of rows, which is that of the results unless there are more than are shown.
    let one = position.isEmpty ? count : position
    return one.columns + TitleRow.gap + Self.leastFieldWidth <= columns ? one : ""
  }

  /// Returns the notes about the result, as many as fit.
  private func notes(_ context: RenderContext, within columns: Int) -> StyledText {
    let language = context.language
    var parts: [StyledText] = []
    // Without rows, the failure is in their place.
    if let problem, !rows.isEmpty || isBusy {
      if problem.type == ProblemType.noBus, problem.reason != .noHandshake {
        // The status page says where nothing is listening; the command that starts a bus needs the room.
        parts = [StyledText(language.say(.busNotResponding), .caution)] + BusHealth.remedies(problem, context)
      } else {
        parts = [StyledText(Self.text(of: problem, language), problem.status == 400 ? .bad : .caution)]
        parts += Self.corrections(of: problem, language).prefix(1)
      }
    }
    if case .cachedNames = content { parts.append(StyledText(language.say(.namesOnly(context.records.namedRecordCount)), .muted)) }
    if problem == nil, let answer = content.answer {
      let coverage = answer.coverage
      // The warning comes first, so that narrow screens show it.
      if let warning = coverage.warning {
        parts.append(StyledText(language.say(.indexWarning(warning)), .caution))
      }
      if let correction = answer.correction { parts.append(StyledText(language.say(.corrected(correction.printable)))) }
      if !coverage.isComplete {
        // An incomplete index may be why there are no results.
        let role: Role = answer.matches.isEmpty ? .caution : .muted
        parts.append(StyledText(language.say(.coverage(coverage.records, of: coverage.of)), role))
      }
      if coverage.askedOrigin { parts.append(StyledText(language.say(.askedOrigin), .muted)) }
    }
    return parts.dropFirst().reduce(parts.first ?? StyledText()) { line, part in
      let longer = line + LabeledValue.separator + part
      return longer.columns <= columns ? longer : line
    }
  }

  private static func text(of problem: Problem, _ language: any Language) -> String {
    problem.type == ProblemType.noWorker ? language.say(.noSearchWorker(ServiceName.search.executable)) : problem.reason(in: language)
  }

  /// Returns what to write in place of a wrong filter: `Did you mean height?`
  private static func corrections(of problem: Problem, _ language: any Language) -> [StyledText] {
    problem.status == 400 ? problem.advice(in: language).map { StyledText($0) } : []
  }

  private func drawEmptyText(on canvas: inout Canvas, _ rect: Rect, _ context: RenderContext) {
    let language = context.language
    let body = Rect(column: rect.column + ListLayout.margin, row: rect.row, columns: rect.columns - ListLayout.margin - 1, rows: rect.rows)
    let isSearching = (content == .pending && problem == nil) || isBusy || (content == .startPage && isWaitingForSuggestions)
    guard let problem, !isSearching else {
      let phrase: Phrase = isSearching ? .searching : content == .startPage ? .noRecentSearches : .noResults(query.printable)
      return Placeholder.draw([StyledText(language.say(phrase), .muted)], on: &canvas, in: body)
    }
    let reason = Self.text(of: problem, language)
    // A filter has to be corrected; any other search can be repeated.
    let lines =
      problem.status == 400
      ? [StyledText(reason, .bad)] + Self.corrections(of: problem, language)
      : [StyledText(language.say(.searchFailed(reason)), .bad), ""] + BusHealth.remedies(problem, context) + [Placeholder.retry(context)]
    Placeholder.draw(lines, on: &canvas, in: body)
  }

  private func drawRows(on canvas: inout Canvas, _ rect: Rect, _ isActive: Bool, _ context: RenderContext) {
    let columns = SearchColumns(rows, within: ListLayout.text(of: rect).columns, context)
    // While the user types, the best match is marked because Enter opens it; recent searches are not opened by Enter.
    canvas.drawRows(
      rows.count, scroller, in: rect, isActive: isActive && !isTyping, context, hasSelection: !isTyping || content != .startPage
    ) {
      rows[$0].reference
    } canSelect: {
      rows[$0].canBeSelected
    } draw: { canvas, line, index, selection in
      // A heading whose rows are all below the pane is left out.
      if case .heading(let heading) = rows[index], line.row < rect.row + rect.rows - 1 {
        canvas.put(context.language.say(heading), .title, column: rect.column + 1, row: line.row, width: rect.columns - 2)
      }
      columns.draw(rows[index], on: &canvas, in: line, selection)
    }
  }
}

/// The areas of the search page.
struct SearchLayout: Sendable, Hashable {
  /// One row: the text field and the number of matches.
  let field: Rect
  /// One row for notes about the result. Reserved even when empty, so that the rows below do not move.
  let note: Rect
  let rows: Rect
  /// What the first screen says below the rows; empty elsewhere.
  let panel: Rect

  /// Maximum number of rows of the panel, which takes at most a third of the pane.
  private static let maxPanelRows = 8

  /// Whether there is room for suggestions below the last search.
  static func isTall(_ pane: Rect) -> Bool { pane.rows >= 30 }

  init(_ pane: Rect, hasPanel: Bool = false) {
    func row(_ index: Int) -> Rect {
      Rect(column: pane.column, row: pane.row + index, columns: pane.columns, rows: pane.rows > index ? 1 : 0)
    }
    (field, note) = (row(0), row(1))
    let below = pane.droppingRows(2)
    let panelRows = hasPanel ? min(Self.maxPanelRows, below.rows / 3) : 0
    rows = Rect(column: below.column, row: below.row, columns: below.columns, rows: below.rows - panelRows)
    panel = Rect(column: below.column, row: below.row + rows.rows, columns: below.columns, rows: panelRows)
  }
}
