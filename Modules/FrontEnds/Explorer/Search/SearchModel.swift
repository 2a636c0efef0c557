import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Text

/// The search across all kinds. Restores the last search, or shows suggestions and recent searches.
///
/// Matches stay visible until newer ones arrive. A result for an outdated query is dropped.
struct SearchModel: Page {
  /// How far the search for the text in the field is.
  enum Stage: Sendable, Hashable {
    /// Answered, or there is nothing to search for.
    case idle
    /// The text has changed, and the search waits for a pause in typing.
    case typing
    /// Sent. `opensBest` means that Enter was pressed before the result arrived.
    case sent(RequestID, opensBest: Bool = false)
    /// The index was incomplete, and the origin is searched once typing settles.
    case beforeOrigin
  }

  /// Maximum number of matches requested; further ones are only counted.
  static let limit = 100
  static let historyLimit = 50
  static let suggestionLimit = 6
  /// Maximum number of matches of the last search, and of favourites, on the first screen.
  static let sectionLimit = 5
  /// Typing pause after which the search is sent.
  static let typingDebounce = Duration.milliseconds(80)
  /// Time without typing after which the origin is searched as well.
  static let originDebounce = Duration.milliseconds(600)
  /// Time without changes after which a search in a growing index is repeated.
  static let indexDebounce = Duration.milliseconds(700)

  private(set) var field = TextField()
  private(set) var isTyping = false
  /// Whether the whole text is selected, so that the next character replaces it.
  private(set) var replacesText = false
  private(set) var content = Content.pending
  private(set) var stage = Stage.idle
  /// Why the last request failed; the previous matches stay.
  private(set) var problem: Problem?
  private(set) var suggestions: [Match] = []
  private(set) var history: [String] = []
  private(set) var rows: [Row] = []
  private(set) var scroller = Scroller()
  private(set) var suggestionRequest: RequestID?
  private var historyRequest: RequestID?
  /// The last query sent to the origin: each is sent once.
  private var originQuery: String?

  /// The text without surrounding spaces.
  var query: String { String(field.text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }

  /// Whether a search is pending or about to be sent.
  var isBusy: Bool {
    switch stage {
    case .idle: content == .pending && historyRequest != nil
    case .typing, .sent: true
    case .beforeOrigin: rows.isEmpty
    }
  }

  /// Whether the page is the first screen or the empty search, which say what can be done.
  var isStartPage: Bool {
    switch content {
    case .pending, .start(nil): !isTyping || query.isEmpty
    case .start: true
    case .answer, .cachedNames: false
    }
  }

  var selected: Row? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }
  var subject: Reference? { selected?.reference }
  var place: PagePlace { .list }
  var actions: [Action] { [.open, .search, .copy, .mark, .favourite, .compare, .palette, .path, .forget, .reload] }

  func applies(_ action: Action, in explorer: Explorer) -> Bool? {
    switch action {
    case .open: isTyping || selected != nil || rows.isEmpty
    case .copy: selected != nil
    case .filter: true
    case .forget: selected?.query != nil
    default: nil
    }
  }

  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool { rows.contains { $0.reference == reference } }

  private func height(_ context: UpdateContext) -> Int { SearchLayout(context.layout.list, hasPanel: isStartPage).rows.rows }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared: appear(&context)
    case .opened(let reference):
      if reference != subject, let row = rows.firstIndex(where: { $0.reference == reference }) { select(row, context) }
    case .action(let action): return isTyping ? performTyping(action, &context) : performMoving(action, &context)
    case .edit(let edit): self.edit(edit, &context)
    case .result(let result, let id): return receive(result, for: id, &context)
    case .favouritesChanged: showStartRows(&context)
    case .bus(let event): handle(event, &context)
    case .timerFired(.typingPaused): if stage == .typing { send(&context) }
    case .timerFired(.querySettled): if stage == .beforeOrigin { send(&context, toOrigin: true) }
    case .timerFired(.indexGrew): updateFromIndex(&context)
    case .click(let row):
      guard rows.indices.contains(row), rows[row].canBeSelected else { break }
      if row == scroller.selection, !isTyping { return openSelected(&context) }
      isTyping = false
      select(row, context)
    case .scroll(let lines):
      scroller.scroll(by: lines, count: rows.count, height: height(context))
      if selected?.canBeSelected == false { select(scroller.selection, context, towards: lines) }
    case .search(let query): search(query, &context)
    case .left, .loaded, .namesArrived, .refresh, .timerFired, .sort: break
    }
    return true
  }

  private mutating func appear(_ context: inout UpdateContext) {
    // Timers may have fired, and the index may have grown, while another page was open.
    switch stage {
    case .idle where content == .pending && historyRequest == nil: requestHistory(.none, &context)
    case .typing: send(&context)
    case .beforeOrigin: send(&context, toOrigin: true)
    case .idle, .sent: updateFromIndex(&context)
    }
    select(scroller.selection, context)
    context.loadMissingNames(of: rows.compactMap(\.reference).filter { context.records.name(of: $0) != nil })
  }

  /// Searches for `query`; `nil` only focuses the field.
  private mutating func search(_ query: String?, _ context: inout UpdateContext) {
    guard let query else { return focus() }
    isTyping = false
    field = TextField(query)
    leaveLastSearch()
    if self.query.isEmpty { showStartPage(&context) } else { send(&context) }
  }

  /// The user searches, so the last search is not restored any more.
  private mutating func leaveLastSearch() { content = content.answer.map { .answer($0) } ?? (content == .pending ? .start(nil) : content) }

  /// Focuses the field. The first typed character replaces its text.
  private mutating func focus() {
    isTyping = true
    replacesText = !field.text.isEmpty
    field.apply(.moveToEnd)
  }

  private mutating func leaveField() { (isTyping, replacesText) = (false, false) }

  private mutating func edit(_ edit: TextEdit, _ context: inout UpdateContext) {
    guard isTyping else { return }
    let before = query
    if replacesText {
      replacesText = false
      if ![.moveLeft, .moveRight, .moveToStart, .moveToEnd].contains(edit) { field = TextField() }
    }
    field.apply(edit)
    guard query != before else { return }
    leaveLastSearch()
    cancel(&context)
    if query.isEmpty { return showStartPage(&context) }
    stage = .typing
    context.emit(.startTimer(.typingPaused, after: Self.typingDebounce))
  }

  private mutating func performTyping(_ action: Action, _ context: inout UpdateContext) -> Bool {
    switch action {
    // Opens the best match as soon as there is a result for the current text, even if the search is being repeated.
    case .open:
      if stage == .typing { send(&context) }
      guard case .sent(let id, _) = stage, content.answer?.query != query else { return openSelected(&context) }
      stage = .sent(id, opensBest: true)
    case .up, .pageUp, .left, .right: break
    case .down, .pageDown, .cancel: leaveField()
    case .search, .filter: focus()
    default:
      leaveField()
      return false
    }
    return true
  }

  private mutating func performMoving(_ action: Action, _ context: inout UpdateContext) -> Bool {
    if let step = action.movement(page: height(context) - 1) {
      select(scroller.selection + step, context, towards: step)
      return true
    }
    switch action {
    case .open where rows.isEmpty, .search, .filter: focus()
    case .open, .right: return openSelected(&context)
    case .reload:
      requestHistory(.none, &context)
      if query.isEmpty {
        suggestions = []
        showStartPage(&context)
      } else {
        send(&context)
      }
    case .cancel where !field.text.isEmpty: search("", &context)
    case .forget:
      guard let query = selected?.query else { return false }
      requestHistory(.remove(query), &context)
    case .copy:
      guard let text = selected?.text(context.records) else { return false }
      context.copy(text.printable)
    default: return false
    }
    return true
  }

  private mutating func openSelected(_ context: inout UpdateContext) -> Bool {
    leaveField()
    if let reference = subject {
      if content.answer?.matches.contains(where: { $0.reference == reference }) == true { requestHistory(.remember(query), &context) }
      context.navigate(to: .record(reference))
    } else if let query = selected?.query {
      search(query, &context)
    }
    return true
  }

  // MARK: Rows

  private mutating func show(_ content: Content, _ context: inout UpdateContext, selectsFirst: Bool = false) {
    let selected = selectsFirst ? nil : selected
    self.content = content
    rows =
      switch content {
      case .pending: []
      case .start(let answer): startRows(answer, context.favourites.reversed())
      case .answer(let answer): answer.matches.map { .match($0) }
      case .cachedNames(let matches): matches.map { .match($0) }
      }
    func isSelected(_ row: Row) -> Bool { row.canBeSelected && row.reference == selected?.reference && row.query == selected?.query }
    if let row = rows.firstIndex(where: isSelected) {
      scroller.follow(to: row, count: rows.count, height: height(context))
    } else {
      scroller = Scroller()
      select(0, context)
    }
    guard case .start = content, context.openTab == .search else { return }
    context.loadMissingNames(of: Array(context.favourites.suffix(Self.sectionLimit)))
  }

  /// Shows the sections again, of which one has changed.
  private mutating func showStartRows(_ context: inout UpdateContext) {
    if isStartPage, content != .pending { show(content, &context) }
  }

  private mutating func showStartPage(_ context: inout UpdateContext) {
    cancel(&context)
    problem = nil
    show(.start(nil), &context, selectsFirst: content != .start(nil))
    requestSuggestions(&context)
  }

  /// Selects `row`, the next row in the direction of `step` that can be selected or, if there is none, the nearest one behind.
  private mutating func select(_ row: Int, _ context: UpdateContext, towards step: Int = 1) {
    let selectable = rows.indices.filter { rows[$0].canBeSelected }
    let found = step > 0 ? selectable.first { $0 >= row } ?? selectable.last : selectable.last { $0 <= row } ?? selectable.first
    guard let found else { return scroller = Scroller() }
    scroller.select(found, count: rows.count, height: height(context))
    // The heading above the first row scrolls into view with it.
    if found == selectable.first { scroller.scroll(by: -scroller.top, count: rows.count, height: height(context)) }
  }
  // MARK: Requests

  private mutating func send(_ context: inout UpdateContext, toOrigin: Bool = false) {
    cancel(&context)
    if toOrigin { originQuery = query }
    stage = .sent(context.send(.search(query, atOrigin: toOrigin)))
  }

  private mutating func cancel(_ context: inout UpdateContext) {
    if case .sent(let id, _) = stage { context.emit(.cancel(id)) }
    stage = .idle
  }

  /// Requests the history, or a change to it; both return the resulting history.
  private mutating func requestHistory(_ change: HistoryRequest.Change, _ context: inout UpdateContext) {
    historyRequest = context.send(.history(change))
  }

  private var needsSuggestions: Bool { content == .start(nil) && suggestions.count < Self.suggestionLimit }

  private mutating func requestSuggestions(_ context: inout UpdateContext) {
    guard suggestionRequest == nil, needsSuggestions else { return }
    suggestionRequest = context.send(.suggest("", kind: nil, limit: Self.suggestionLimit))
  }

  private mutating func handle(_ event: BusEvent, _ context: inout UpdateContext) {
    switch event {
    case .topic(.historyChanged): requestHistory(.none, &context)
    case .topic(.workerJoined(let service)) where service == ServiceName.search.text: retry(&context)
    case .originRecovered: retry(&context)
    case .topic(.changed), .topic(.listChanged), .topic(.purged), .indexChanged:
      if event == .everythingInvalidated { retry(&context) }
      // The index follows the cache. What it has answered is asked again when it stops growing, if more of it is of use.
      guard context.openTab == .search, isAsking || needsSuggestions || hasPartialAnswer else { break }
      context.emit(.startTimer(.indexGrew, after: Self.indexDebounce))
    default: break
    }
  }

  private var hasPartialAnswer: Bool { content.answer?.coverage.isComplete == false }

  /// Whether an answer is on its way, which may be from before the index grew.
  private var isAsking: Bool { if case .sent = stage { true } else { suggestionRequest != nil } }

  /// Repeats what an index that was incomplete has answered.
  private mutating func updateFromIndex(_ context: inout UpdateContext) {
    if isAsking { context.emit(.startTimer(.indexGrew, after: Self.indexDebounce)) }
    requestSuggestions(&context)
    if [.idle, .beforeOrigin].contains(stage), hasPartialAnswer { send(&context) }
  }

  /// Repeats requests that failed because the bus or the worker was missing.
  private mutating func retry(_ context: inout UpdateContext) {
    guard problem != nil else { return }
    requestHistory(.none, &context)
    if !query.isEmpty { return send(&context) }
    // The last search may still be restored.
    if history.isEmpty { content = .pending } else { showStartPage(&context) }
  }

  private mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    if case .sent(id, let opensBest) = stage {
      stage = .idle
      receiveSearch(result, &context)
      if opensBest, problem?.status != 400 { return openSelected(&context) }
    } else if id == suggestionRequest {
      suggestionRequest = nil
      receiveSuggestions(result, &context)
    } else if id == historyRequest {
      historyRequest = nil
      receiveHistory(result, &context)
    } else {
      return false
    }
    return true
  }

  private mutating func receiveSearch(_ result: QueryResult, _ context: inout UpdateContext) {
    switch result {
    case .search(let found):
      problem = nil
      // If the same search is repeated, the selection is kept; otherwise the best match is selected.
      let isSame = content.answer?.query == found.query && scroller.selection > 0
      let isRestored = content == .pending || content == content.answer.map { .start($0) }
      show(isRestored ? .start(found) : .answer(found), &context, selectsFirst: !isSame)
      if !found.coverage.isComplete, originQuery != query {
        stage = .beforeOrigin
        context.emit(.startTimer(.querySettled, after: Self.originDebounce))
      }
    case .failed(let problem):
      self.problem = problem
      // An incomplete filter must not discard the previous matches.
      guard problem.status != 400 else { return }
      show(.cachedNames(context.records.matches(NamePattern(query), limit: Self.limit)), &context, selectsFirst: true)
    default: break
    }
  }

  private mutating func receiveSuggestions(_ result: QueryResult, _ context: inout UpdateContext) {
    if case .suggestions(let matches) = result {
      suggestions = matches
      if content == .start(nil), problem != nil {
        problem = nil
        // The same service keeps the history, and it answers.
        if history.isEmpty, historyRequest == nil { requestHistory(.none, &context) }
      }
    } else if content == .start(nil) {
      problem = problem ?? result.problem
    }
    showStartRows(&context)
  }

  private mutating func receiveHistory(_ result: QueryResult, _ context: inout UpdateContext) {
    let restores = content == .pending && stage == .idle
    if case .history(let found) = result { history = found.entries.prefix(Self.historyLimit).map(\.text) }
    guard restores else { return showStartRows(&context) }
    if result.problem == nil, let last = history.first {
      problem = nil
      field = TextField(last)
      replacesText = isTyping
      send(&context)
    } else {
      showStartPage(&context)
      // The embedded catalogue keeps no history.
      problem = context.monitor.isEmbedded ? nil : result.problem
    }
  }
}
