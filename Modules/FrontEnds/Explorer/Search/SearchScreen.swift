import Contracts
import Localization
import MessageBus
import Presentation
import Text

extension SearchModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let layout = SearchLayout(rect, hasPanel: isStartPage)
    SearchTitle(self, context).draw(on: &canvas, in: layout.field, isActive: isActive)
    let width = layout.note.columns - 2
    let notes = notes(context, within: width)
    // Where there is nothing to say about the result, the first screen says how the bus is.
    let note = notes.spans.isEmpty && isStartPage ? BusHealth.sentence(context, within: width) : notes
    canvas.put(note, column: layout.note.column + 1, row: layout.note.row, width: width)
    StartPanel.draw(on: &canvas, in: layout.panel, context)
    if rows.isEmpty {
      drawEmptyText(on: &canvas, layout.rows, context)
    } else {
      drawRows(on: &canvas, layout.rows, isActive, context)
    }
    if isStartPage { canvas.putWordmark(in: layout.rows.droppingRows(rows.count), below: rect) }
  }

  /// Returns the notes about the result, as many as fit.
  private func notes(_ context: RenderContext, within columns: Int) -> StyledText {
    let language = context.language
    var parts: [StyledText] = []
    // Without rows, the failure is in their place.
    if let problem, problem.type == ProblemType.noBus, problem.reason != .noHandshake, !rows.isEmpty || isBusy {
      // The status page says where nothing is listening; the command that starts a bus needs the room.
      parts = [StyledText(language.say(.busNotResponding), .caution)] + BusHealth.remedies(problem, context)
    } else if let problem, !rows.isEmpty || isBusy {
      parts.append(StyledText(Self.text(of: problem, language), problem.status == 400 ? .bad : .caution))
      if let correction = Self.corrections(of: problem, language).first { parts.append(StyledText(correction)) }
    }
    switch content {
    case .cachedNames: parts.append(StyledText(language.say(.namesOnly(context.records.namedRecordCount)), .muted))
    case .answer(let answer) where problem == nil:
      // The warning comes first, so that narrow screens show it.
      if let warning = answer.coverage.warning {
        parts.append(StyledText(language.say(FindingPhrase(indexWarning: warning)), .caution))
      }
      if let correction = answer.correction { parts.append(StyledText(language.say(.corrected(correction.printable)))) }
      let coverage = answer.coverage
      if !coverage.isComplete {
        // An incomplete index may be why there are no results.
        let role: Role = answer.matches.isEmpty ? .caution : .muted
        parts.append(StyledText(language.say(.coverage(coverage.records, of: coverage.of)), role))
      }
      if coverage.askedOrigin { parts.append(StyledText(language.say(.askedOrigin), .muted)) }
    case .answer, .startPage, .pending: break
    }
    return parts.dropFirst().reduce(parts.first ?? StyledText()) { line, part in
      let longer = line + StyledText(" · ", .muted) + part
      return longer.columns <= columns ? longer : line
    }
  }

  private static func text(of problem: Problem, _ language: any Language) -> String {
    switch problem.type {
    case ProblemType.noWorker: language.say(.noSearchWorker(ServiceName.search.executable))
    default: problem.reason(in: language)
    }
  }

  /// Returns what to write in place of a wrong filter: `Did you mean height?`
  private static func corrections(of problem: Problem, _ language: any Language) -> [String] {
    problem.status == 400 ? problem.advice(in: language).map(\.printable) : []
  }

  private func drawEmptyText(on canvas: inout Canvas, _ rect: Rect, _ context: RenderContext) {
    let body = Rect(column: rect.column + ListLayout.margin, row: rect.row, columns: rect.columns - ListLayout.margin - 1, rows: rect.rows)
    let isSearching = (content == .pending && problem == nil) || isBusy || (content == .startPage && isWaiting)
    if let problem, !isSearching {
      let reason = Self.text(of: problem, context.language)
      // A filter has to be corrected; any other search can be repeated.
      var lines = [StyledText(problem.status == 400 ? reason : context.language.say(.searchFailed(reason)), .bad)]
      if problem.status == 400 {
        lines += Self.corrections(of: problem, context.language).map { StyledText($0) }
      } else {
        lines += [StyledText()] + BusHealth.remedies(problem, context)
        lines.append(Placeholder.retry(context))
      }
      return Placeholder.draw(lines, on: &canvas, in: body)
    }
    let phrase: FindingPhrase =
      isSearching ? .searching : content == .startPage ? .noRecentSearches : .noResults(query.printable)
    Placeholder.draw([StyledText(context.language.say(phrase), .muted)], on: &canvas, in: body)
  }

  private func drawRows(on canvas: inout Canvas, _ rect: Rect, _ isActive: Bool, _ context: RenderContext) {
    let columns = SearchColumns(rows, within: ListLayout.textColumns(in: rect.columns), context)
    let shown = context.explorer.recordBesideRoot
    for (offset, row) in rows.dropFirst(scroller.top).prefix(rect.rows).enumerated() {
      let line = Rect(column: rect.column, row: rect.row + offset, columns: rect.columns, rows: 1)
      let index = scroller.top + offset
      // A heading whose rows are all below the pane is left out.
      if case .heading(let heading) = row, offset < rect.rows - 1 {
        canvas.put(context.language.say(heading), .title, column: rect.column + 1, row: line.row, width: rect.columns - 2)
      }
      guard row.canBeSelected else {
        canvas.putScrollArrow(in: line, index, of: rows.count, visible: scroller.top..<scroller.top + rect.rows, .none)
        continue
      }
      let isSelected = shown.map { row.reference == $0 } ?? (index == scroller.selection)
      // While the user types, the best match is marked because Enter opens it; recent searches are not opened by Enter.
      let hasSelection = isSelected && (!isTyping || content != .startPage)
      let selection: Canvas.Selection = !hasSelection ? .none : isActive && !isTyping ? .active : .inactive
      canvas.mark(line, as: .listRow(index))
      canvas.select(line, selection)
      canvas.putMarks(of: row.reference, in: line, isSelected: selection != .none, selection, context)
      columns.draw(row, on: &canvas, in: line, selection, context)
      canvas.putScrollArrow(in: line, index, of: self.rows.count, visible: scroller.top..<scroller.top + rect.rows, selection)
    }
  }
}

/// The title row of the search page: `Search  sky     22 results  3/22`. Where the title leaves too little room for the prompt of the field,
/// a slash stands for it.
struct SearchTitle {
  /// Width of the field that the number of results leaves.
  private static let leastFieldWidth = 12

  private let model: SearchModel
  private let context: RenderContext

  init(_ model: SearchModel, _ context: RenderContext) {
    self.model = model
    self.context = context
  }

  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool) {
    guard rect.rows > 0 else { return }
    canvas.mark(rect, as: .action(.search))
    var end = rect.column + rect.columns - 1
    let column = rect.column + 1 + canvas.put(title, column: rect.column + 1, row: rect.row, width: rect.columns - 2)
    canvas.putAtEnd(StyledText(state(within: end - column), .muted), after: column, before: &end, row: rect.row)
    canvas.put(
      model.field, prompt: prompt, column: column, row: rect.row, width: end - column, isActive: isActive && model.isTyping,
      isSelected: model.replacesText)
  }

  /// Draws the title across the whole screen while the user types more than fits into the pane.
  func drawAcross(on canvas: inout Canvas) {
    let (pane, body) = (context.layout.list, context.layout.body)
    let room = pane.columns - 2 - title.columns
    let state = state(within: room)
    let text = model.field.text.isEmpty ? prompt : model.field.text.printable + " "
    guard model.isTyping, text.columns > room - (state.isEmpty ? 0 : state.columns + Canvas.titleGap) else { return }
    let rect = Rect(column: body.column, row: body.row, columns: body.columns, rows: min(1, body.rows))
    canvas.fill(rect, canvas.theme.style(.text))
    draw(on: &canvas, in: rect, isActive: true)
  }

  private var prompt: String { context.language.say(.searchPrompt) }

  /// The title and the space behind it, which depend on the width of the pane only, so that the text never moves.
  private var title: StyledText {
    let word = context.language.say(ChromePhrase.search) + "  "
    return word.columns + prompt.columns <= context.layout.list.columns - 2 ? StyledText(word, .title) : StyledText("/ ", .key)
  }

  /// Returns the number of results and the position, or one of them, or nothing, whichever leaves room for the field.
  private func state(within columns: Int) -> String {
    let (count, position) = (count, position)
    let both = [count, position].filter { !$0.isEmpty }.joined(separator: "  ")
    if both.columns + Canvas.titleGap + ListTitle.leastFilterWidth <= columns { return both }
    // The position has the number of rows, which is that of the results unless there are more than are shown.
    let one = position.isEmpty ? count : position
    return one.columns + Canvas.titleGap + Self.leastFieldWidth <= columns ? one : ""
  }

  /// Whether a search takes so long that this is said in place of the number of results.
  private var isSlow: Bool { model.isBusy && !model.rows.isEmpty && context.explorer.monitor.showsPendingIndicator }

  /// The number of matches. The previous number stays until the new one arrives, to avoid flicker while typing, unless the search is slow.
  private var count: String {
    if isSlow { return context.language.say(.searching) }
    guard case .answer(let answer) = model.content else { return "" }
    let shown = answer.matches.count
    return context.language.say(answer.count > shown ? .best(shown, of: answer.count) : .found(answer.count))
  }

  /// The selected row of the results. While the user types, and among the sections of the first screen, the position means nothing.
  private var position: String {
    model.isTyping || model.isStartPage || isSlow ? "" : Canvas.position(of: model.scroller, model.rows.count, context)
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

  /// Maximum number of rows of the panel, with and without the catalogue; at most 45 % or a third of the pane.
  private static let maxPanelRows = (short: 8, tall: 16)

  /// Whether there is room for the catalogue in the panel, and for suggestions below the last search.
  static func isTall(_ pane: Rect) -> Bool { pane.rows >= 30 }

  init(_ pane: Rect, hasPanel: Bool = false) {
    func row(_ index: Int) -> Rect {
      Rect(column: pane.column, row: pane.row + index, columns: pane.columns, rows: pane.rows > index ? 1 : 0)
    }
    field = row(0)
    note = row(1)
    let below = pane.droppingRows(2)
    let fitting = Self.isTall(pane) ? min(Self.maxPanelRows.tall, below.rows * 9 / 20) : min(Self.maxPanelRows.short, below.rows / 3)
    let panelRows = hasPanel ? fitting : 0
    rows = Rect(column: below.column, row: below.row, columns: below.columns, rows: below.rows - panelRows)
    panel = Rect(column: below.column, row: below.row + rows.rows, columns: below.columns, rows: panelRows)
  }
}

extension FindingPhrase {
  /// The short form of a warning of the search service.
  init(indexWarning warning: String) { self = warning == Coverage.fullIndexWarning ? .indexFull : .indexNotSaved }
}
