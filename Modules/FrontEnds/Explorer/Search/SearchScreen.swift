import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Text

extension SearchModel {
  /// What the rows show.
  enum Content: Sendable, Hashable {
    /// The history has not been loaded yet, or the last search has not been answered.
    case pending
    /// The sections of the first screen; before the user has searched, with the best results of the last search.
    case start(SearchAnswer?)
    case answer(SearchAnswer)
    /// No search worker: names in the cache.
    case cachedNames([Match])

    var answer: SearchAnswer? {
      switch self {
      case .start(let answer): answer
      case .answer(let answer): answer
      case .pending, .cachedNames: nil
      }
    }
  }

  /// A row below the search field.
  enum Row: Sendable, Hashable {
    case heading(Phrase)
    case gap
    case match(Match)
    case search(String)

    var canBeSelected: Bool { reference != nil || query != nil }
    var reference: Reference? { if case .match(let match) = self { match.reference } else { nil } }

    /// The query that the row repeats.
    var query: String? { if case .search(let text) = self { text } else { nil } }

    func text(_ records: RecordStore) -> String? { if case .match(let match) = self { records.name(of: match).text } else { query } }
  }

  /// Returns the sections with their headings, separated by empty rows. After the start, the best results of the last search come first.
  func startRows(_ answer: SearchAnswer?, _ favourites: [Reference]) -> [Row] {
    let sections: [(Phrase, [Row])] = [
      (.lastSearch, (answer?.matches.prefix(Self.sectionLimit) ?? []).map { .match($0) }),
      (.favourites, favourites.prefix(Self.sectionLimit).map { .match(Match($0, $0.description)) }),
      (.suggestions, answer == nil ? suggestions.map { .match($0) } : []),
      (.recentSearches, history.map { .search($0) }),
    ]
    return Array(sections.filter { !$0.1.isEmpty }.map { [.heading($0.0)] + $0.1 }.joined(separator: [.gap]))
  }
}

extension SearchModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let layout = SearchLayout(rect, hasPanel: isStartPage)
    drawTitle(on: &canvas, in: layout.field, isActive: isActive, context)
    let note = layout.note.inset(left: 1, right: 1)
    let notes = notes(context, within: note.columns)
    // Where there is nothing to say about the result, the first screen says how the bus is.
    let text = notes.spans.isEmpty && isStartPage ? BusHealth.sentence(context, within: note.columns) : notes
    if note.rows > 0 { canvas.put(text, in: note) }
    drawPanel(on: &canvas, in: layout.panel.inset(left: 1, right: 1), context)
    if rows.isEmpty { drawEmptyText(on: &canvas, layout.rows, context) } else { drawRows(on: &canvas, layout.rows, isActive, context) }
    if isStartPage { canvas.putWordmark(in: layout.rows.droppingRows(rows.count), below: rect) }
  }

  /// Draws the title row: `Search  sky     22 results  3/22`. Where the title leaves too little room for the prompt of the field, a slash
  /// stands for it; this depends on the width of the pane only, so that the text never moves.
  private func drawTitle(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    guard rect.rows > 0 else { return }
    canvas.mark(rect, as: .action(.search))
    let prompt = context.language.say("a name, a word, or kind:people mass>100")
    let word = context.language.say(.search) + "  "
    let title = word.columns + prompt.columns <= rect.columns - 2 ? StyledText(word, .title) : StyledText("/ ", .key)
    var row = TitleRow(rect.inset(left: 1, right: 1))
    row.put(title, on: &canvas, gap: 0)
    row.putAtEnd(StyledText(state(within: row.rest.columns, context), .muted), on: &canvas)
    canvas.put(
      field, prompt: prompt, column: row.rest.column, row: rect.row, width: row.rest.columns, isActive: isActive && isTyping,
      isSelected: replacesText)
  }

  /// Returns the number of matches and the selected one, or one of them, or nothing, whichever leaves room for the field. The previous number
  /// stays until the new one arrives, to avoid flicker while typing.
  private func state(within columns: Int, _ context: RenderContext) -> String {
    var count = ""
    if let answer = content.answer {
      let shown = answer.matches.count
      count = context.language.say(answer.count > shown ? .part(shown, of: answer.count) : .found(answer.count))
    }
    // While the user types, and among the sections of the first screen, the position means nothing.
    let position = isTyping || isStartPage ? "" : Canvas.position(scroller.selection + 1, of: rows.count, context)
    let both = [count, position].filter { !$0.isEmpty }.joined(separator: "  ")
    // The position has the number of rows, which is that of the results unless there are more than are shown.
    let texts = [both, position.isEmpty ? count : position]
    return texts.first { $0.columns + TitleRow.gap + ListTitle.leastFilterWidth <= columns } ?? ""
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
    if case .cachedNames = content {
      parts.append(
        StyledText(
          language.say("names only, {count} {count:record loaded|records loaded}", .number(context.records.namedRecordCount)), .muted))
    }
    if problem == nil, let answer = content.answer {
      let coverage = answer.coverage
      // The warning comes first, so that narrow screens show it.
      if coverage.isFull { parts.append(StyledText(language.say("index full"), .caution)) }
      if let correction = answer.correction { parts.append(StyledText(language.say("results for {text}", .text(correction.printable)))) }
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
    let body = rect.inset(left: ListLayout.margin, right: 1)
    let isSearching = isBusy || (content == .pending && problem == nil) || (content == .start(nil) && suggestionRequest != nil)
    guard let problem, !isSearching else {
      let phrase: Phrase = isSearching ? .searching : content == .start(nil) ? Phrase("no recent searches") : .noResults(query.printable)
      return Placeholder.draw([StyledText(language.say(phrase), .muted)], on: &canvas, in: body)
    }
    let reason = Self.text(of: problem, language)
    // A filter has to be corrected; any other search can be repeated.
    let lines =
      problem.status == 400
      ? [StyledText(reason, .bad)] + Self.corrections(of: problem, language)
      : [StyledText(language.say("The search failed: {reason}", .text(reason)), .bad), ""] + BusHealth.remedies(problem, context) + [
        Placeholder.retry(context)
      ]
    Placeholder.draw(lines, on: &canvas, in: body)
  }

  private func drawRows(on canvas: inout Canvas, _ rect: Rect, _ isActive: Bool, _ context: RenderContext) {
    let columns = SearchColumns(rows, within: ListLayout.text(of: rect).columns, context)
    // While the user types, the best match is marked because Enter opens it; recent searches are not opened by Enter.
    canvas.drawRows(
      rows.count, scroller, in: rect, isActive: isActive && !isTyping, context, hasSelection: !isTyping || content != .start(nil)
    ) {
      rows[$0].reference
    } canSelect: {
      rows[$0].canBeSelected
    } draw: { canvas, line, index, selection in
      // A heading whose rows are all below the pane is left out.
      if case .heading(let heading) = rows[index], line.row < rect.row + rect.rows - 1 {
        canvas.put(StyledText(context.language.say(heading), .title), in: line.inset(left: 1, right: 1))
      }
      columns.draw(rows[index], on: &canvas, in: line, selection)
    }
  }

  /// The actions that the first screen offers, most useful first. Those without an effect are left out.
  private static let offered: [Action] = [
    .search, .palette, .help, .random, .favourite, .mark, .compare, .path, .theme, .language, .tab1, .tab8, .tab9,
  ]

  /// Draws the lower part of the first screen: the line of the day, and what one can do, as keys that can be clicked.
  private func drawPanel(on canvas: inout Canvas, in rect: Rect, _ context: RenderContext) {
    let explorer = context.explorer
    let line = explorer.day.map { context.language.say(.lineOfTheDay($0)).wrapped(to: max(1, rect.columns)) } ?? []
    // A small screen has room for the line only.
    let hasKeys = rect.rows >= 4
    let heads = line.prefix(hasKeys ? 2 : rect.rows)
    let keys = Self.offered.compactMap { action -> (action: Action, key: String, text: String)? in
      guard hasKeys, explorer.applies(action), let key = context.pageHint(for: action) else { return nil }
      guard let tab = action.tab else { return (action, key, context.language.say(action.phrase)) }
      return explorer.tabs.indices.contains(tab) ? (action, key, explorer.title(of: explorer.tabs[tab])) : nil
    }
    let keyWidth = keys.map(\.key.columns).max() ?? 0
    let cells = keys.map { StyledText($0.key.padded(to: keyWidth) + " ", .key) + StyledText($0.text, .muted) }
    let stride = (cells.map(\.columns).max() ?? 0) + 3
    let perRow = max(1, (rect.columns + 3) / stride)
    let last = rect.rows - (cells.count + perRow - 1) / perRow
    let first = hasKeys ? max(1, heads.isEmpty ? last : last - heads.count - 1) : 0
    for (index, text) in heads.enumerated() { canvas.put(StyledText(text, .muted), in: rect.line(first + index)) }
    for (index, cell) in cells.enumerated() {
      let place = rect.line((heads.isEmpty ? first : first + heads.count + 1) + index / perRow).inset(left: index % perRow * stride)
      guard place.row < rect.row + rect.rows else { break }
      let used = canvas.put(cell, in: place)
      canvas.mark(place.inset(left: 0, right: place.columns - used), as: .action(keys[index].action))
    }
  }
}

/// The columns of search results: the name, the matching field unless it is the name, and the kind at the right edge.
private struct SearchColumns {
  let context: RenderContext
  let name, field, kind: Int

  /// Measures all rows, so that scrolling does not move the columns.
  init(_ rows: [SearchModel.Row], within columns: Int, _ context: RenderContext) {
    self.context = context
    let kinds = Set(rows.compactMap(\.reference?.kind)).map { context.names.word(for: $0).columns }
    kind = min(kinds.max() ?? 0, max(0, columns / 3))
    let room = max(0, columns - kind - 2)
    // A row without a field uses the whole width for its name.
    let widest = rows.compactMap { row -> Int? in
      guard case .match(let match) = row, match.field != nil else { return nil }
      return context.records.name(of: match).text.printable.columns
    }.max()
    name = if let widest, room >= 34 { min(widest, room * 3 / 5) } else { room }
    field = max(0, room - name - 2)
  }

  func draw(_ row: SearchModel.Row, on canvas: inout Canvas, in line: Rect, _ selection: Canvas.Selection) {
    let text = ListLayout.text(of: line)
    func put(_ styled: StyledText, at offset: Int = 0, width: Int) -> Int {
      canvas.put(styled, column: text.column + offset, row: line.row, width: width, selected: selection)
    }
    switch row {
    case .heading, .gap: break
    case .search(let query): _ = put(StyledText(query), width: text.columns)
    case .match(let match):
      let title = context.records.name(of: match)
      let width = match.field == nil && field > 0 ? name + 2 + field : name
      let used = put(.marked(title.text, .accent, at: title.marks), width: width)
      let (start, room) = field > 0 ? (name + 2, field) : (used + 2, name - used - 2)
      if room >= 6, let excerpt = fieldText(match, within: room) { _ = put(excerpt, at: start, width: room) }
      let word = StyledText(context.names.word(for: match.reference.kind), .muted)
      _ = put(word, at: text.columns - min(kind, word.columns), width: kind)
    }
  }

  /// Returns the matching field and its excerpt, `Homeworld Tatooine`. Drops the field's label, and then the beginning of the excerpt,
  /// where space is short.
  private func fieldText(_ match: Match, within columns: Int) -> StyledText? {
    guard let key = match.field else { return nil }
    let label = StyledText(context.names.label(of: key, in: match.reference.kind) + " ", .muted)
    guard let (excerpt, marks) = match.localizedExcerpt(context.wording) else { return label }
    let end = marks.first.map { String(excerpt.prefix($0.upperBound)).columns + 1 } ?? excerpt.columns
    let marked = StyledText.marked(excerpt, .muted, at: marks)
    if label.columns + min(end, marked.columns) <= columns { return label + marked }
    guard marked.columns > columns, end - 1 > columns, let first = marks.first else { return marked }
    let shifted = marks.map { $0.lowerBound - first.lowerBound..<$0.upperBound - first.lowerBound }
    return StyledText("…", .muted) + .marked(String(excerpt.dropFirst(first.lowerBound)), .muted, at: shifted)
  }
}

/// The areas of the search page.
struct SearchLayout: Sendable, Hashable {
  /// One row: the text field and the number of matches.
  let field: Rect
  /// One row for notes about the result. Reserved even when empty, so that the rows below do not move.
  let note: Rect
  let rows: Rect
  /// What the first screen says below the rows, at most a third of the pane; empty elsewhere.
  let panel: Rect

  init(_ pane: Rect, hasPanel: Bool = false) {
    func part(_ row: Int, _ rows: Int) -> Rect { Rect(column: pane.column, row: pane.row + row, columns: pane.columns, rows: rows) }
    let below = max(0, pane.rows - 2)
    let panelRows = hasPanel ? min(8, below / 3) : 0
    (field, note) = (part(0, min(1, pane.rows)), part(1, min(1, pane.rows - 1)))
    (rows, panel) = (part(2, below - panelRows), part(2 + below - panelRows, panelRows))
  }
}
