import Contracts
import Localization
import MessageBus
import Presentation
import TerminalText

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
    case .cachedNames: parts.append(StyledText(language.say(.namesOnly(context.cache.namedRecordCount)), .muted))
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
        canvas.put(heading.text(context.language), .title, column: rect.column + 1, row: line.row, width: rect.columns - 2)
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

extension SearchRow.Heading {
  fileprivate func text(_ language: any Language) -> String {
    switch self {
    case .lastSearch: language.say(StartPhrase.lastSearch)
    case .favourites: language.say(StartPhrase.favourites)
    case .suggestions: language.say(.suggestions)
    case .recentSearches: language.say(.recentSearches)
    }
  }
}
