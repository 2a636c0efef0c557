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
  enum Content: Sendable, Hashable {
    /// The history has not been loaded yet, or the last search has not been answered.
    case pending
    /// An empty query: suggestions and recent searches.
    case startPage
    /// The last search, above the sections of the first screen: the user has not searched yet.
    case restored(SearchAnswer)
    case answer(SearchAnswer)
    /// No search worker: names in the cache.
    case cachedNames([Match])

    var answer: SearchAnswer? {
      switch self {
      case .restored(let answer), .answer(let answer): answer
      case .pending, .startPage, .cachedNames: nil
      }
    }
  }

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
  /// Maximum number of suggestions on a tall screen, and the rows that they leave to other sections and to the wordmark.
  static let maxSuggestionLimit = 24
  static let otherRows = 16
  /// Typing pause after which the search is sent.
  static let typingDebounce = Duration.milliseconds(80)
  /// Time without typing after which the origin is searched as well.
  static let originDebounce = Duration.milliseconds(600)
  /// Time without changes after which a search in a growing index is repeated.
  static let indexDebounce = Duration.milliseconds(700)

  var field = TextField()
  var isTyping = false
  /// Whether the whole text is selected, so that the next character replaces it.
  var replacesText = false
  var content = Content.pending
  var stage = Stage.idle
  /// Why the last request failed; the previous matches stay.
  var problem: Problem?
  var start = StartRows()
  var rows: [SearchRow] = []
  var scroller = Scroller()
  var suggestionRequest: RequestID?
  var historyRequest: RequestID?
  /// The last query sent to the origin: each is sent once.
  var originQuery: String?

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

  var isWaitingForSuggestions: Bool { suggestionRequest != nil }
  var selected: SearchRow? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }
  var subject: Reference? { selected?.reference }

  /// Whether the page is the first screen or the empty search, which say what can be done.
  var isStartPage: Bool {
    switch content {
    case .pending, .startPage: !isTyping || query.isEmpty
    case .restored: true
    case .answer, .cachedNames: false
    }
  }

  var place: PagePlace { .list }
  var actions: [Action] {
    [
      .open, .search, .copy, .mark, .favourite, .compare, .palette, .path, .forget, .reload,
    ]
  }

  func applies(_ action: Action, in explorer: Explorer) -> Bool? {
    switch action {
    case .open: isTyping || selected != nil || rows.isEmpty
    case .copy: selected != nil
    case .filter: true
    case .forget: if case .search? = selected { true } else { false }
    default: nil
    }
  }

  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool { visibleReferences(context).contains(reference) }

  func visibleReferences(_ context: UpdateContext) -> [Reference] {
    rows.dropFirst(scroller.top).prefix(height(context)).compactMap(\.reference)
  }

  func height(_ context: UpdateContext) -> Int { SearchLayout(context.layout.list, hasPanel: isStartPage).rows.rows }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared: appear(&context)
    case .opened(let reference):
      guard reference != subject, let row = rows.firstIndex(where: { $0.reference == reference }) else { break }
      select(row, context)
    case .action(let action): return isTyping ? performTyping(action, &context) : performMoving(action, &context)
    case .edit(let edit): self.edit(edit, &context)
    case .result(let result, let id): return receive(result, for: id, &context)
    case .favouritesChanged:
      start.favourites = context.favourites.reversed()
      if isStartPage { show(content, &context) }
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
      let top = scroller.top
      guard selected?.canBeSelected == false else { break }
      select(scroller.selection, context)
      if scroller.selection < top + height(context) { scroller.scroll(by: top - scroller.top, count: rows.count, height: height(context)) }
    case .search(let query): search(query, &context)
    case .left, .loaded, .namesArrived, .refresh, .timerFired, .sort: break
    }
    return true
  }

  mutating func appear(_ context: inout UpdateContext) {
    if content == .pending, historyRequest == nil, stage == .idle {
      requestHistory(.none, &context)
    } else {
      // Timers may have fired, and the index may have grown, while another page was open.
      switch stage {
      case .typing: send(&context)
      case .beforeOrigin: send(&context, toOrigin: true)
      case .idle, .sent: updateFromIndex(&context)
      }
    }
    select(scroller.selection, context)
    context.loadMissingNames(of: visibleReferences(context).filter { context.records.name(of: $0) != nil })
  }

  /// Searches for `query`; `nil` only focuses the field.
  mutating func search(_ query: String?, _ context: inout UpdateContext) {
    guard let query else { return focus() }
    isTyping = false
    field = TextField(query)
    // The last search is not restored any more.
    content = content.answer.map { .answer($0) } ?? (content == .pending ? .startPage : content)
    if self.query.isEmpty { showStartPage(&context) } else { send(&context) }
  }

  /// Focuses the field. The first typed character replaces its text.
  mutating func focus() {
    isTyping = true
    replacesText = !field.text.isEmpty
    field.apply(.moveToEnd)
  }

  mutating func leaveField() { (isTyping, replacesText) = (false, false) }

  mutating func edit(_ edit: TextEdit, _ context: inout UpdateContext) {
    guard isTyping else { return }
    let before = query
    if replacesText {
      replacesText = false
      if ![.moveLeft, .moveRight, .moveToStart, .moveToEnd].contains(edit) { field = TextField() }
    }
    field.apply(edit)
    guard query != before else { return }
    content = content.answer.map { .answer($0) } ?? (content == .pending ? .startPage : content)
    cancel(&context)
    if query.isEmpty { return showStartPage(&context) }
    stage = .typing
    context.emit(.startTimer(.typingPaused, after: Self.typingDebounce))
  }

  mutating func performTyping(_ action: Action, _ context: inout UpdateContext) -> Bool {
    switch action {
    // Opens the best match as soon as there is a result for the current text, even if the search is being repeated.
    case .open:
      if query.isEmpty { leaveField() }
      if stage == .typing { send(&context) }
      if case .sent(let id, _) = stage, content.answer?.query != query {
        stage = .sent(id, opensBest: true)
      } else {
        return openSelected(&context)
      }
    case .up, .pageUp, .left, .right: break
    case .down, .pageDown, .cancel: leaveField()
    case .search, .filter: focus()
    default:
      leaveField()
      return false
    }
    return true
  }

  mutating func performMoving(_ action: Action, _ context: inout UpdateContext) -> Bool {
    if let step = action.movement(page: height(context) - 1) {
      select(scroller.selection + step, context, towards: action == .first ? 1 : action == .last ? -1 : step)
      return true
    }
    switch action {
    case .open where rows.isEmpty, .search, .filter: focus()
    case .open, .right: return openSelected(&context)
    case .reload:
      requestHistory(.none, &context)
      if !query.isEmpty {
        send(&context)
      } else {
        start.suggestions = []
        showStartPage(&context)
      }
    case .cancel where !field.text.isEmpty: search("", &context)
    case .forget:
      guard case .search(let text)? = selected else { return false }
      requestHistory(.remove(text), &context)
    case .copy:
      guard let text = selected?.text(context.records) else { return false }
      context.copy(text.printable)
    default: return false
    }
    return true
  }

  mutating func openSelected(_ context: inout UpdateContext) -> Bool {
    leaveField()
    if let reference = selected?.reference {
      if case .match? = selected, content != .startPage { requestHistory(.remember(query), &context) }
      context.navigate(to: .record(reference))
    } else if let query = selected?.query {
      search(query, &context)
    }
    return true
  }

  // MARK: Rows

  mutating func show(_ content: Content, _ context: inout UpdateContext, selectsFirst: Bool = false) {
    let selected = selectsFirst ? nil : selected
    self.content = content
    rows =
      switch content {
      case .pending: []
      case .startPage: start.rows()
      case .restored(let answer): start.rows(restoring: answer, query)
      case .answer(let answer): answer.matches.map { .match($0) }
      case .cachedNames(let matches): matches.map { .match($0) }
      }
    if let selected, let row = rows.firstIndex(where: { $0.isSame(as: selected) }) {
      scroller.follow(to: row, count: rows.count, height: height(context))
    } else {
      scroller = Scroller()
      select(0, context)
    }
    guard context.openTab == .search else { return }
    context.loadMissingNames(of: rows.compactMap { if case .favourite(let reference) = $0 { reference } else { nil } })
  }

  /// Selects `row`, the next row in the direction of `step` that can be selected or, if there is none, the nearest one behind.
  mutating func select(_ row: Int, _ context: UpdateContext, towards step: Int = 1) {
    let target = min(max(0, row), max(0, rows.count - 1))
    let selectable = rows.indices.filter { rows[$0].canBeSelected }
    let found =
      step > 0 ? selectable.first { $0 >= target } ?? selectable.last : selectable.last { $0 <= target } ?? selectable.first
    guard let found else { return scroller = Scroller() }
    scroller.select(found, count: rows.count, height: height(context))
    // The heading above the first row scrolls into view with it.
    if found == selectable.first { scroller.scroll(by: -scroller.top, count: rows.count, height: height(context)) }
  }

  mutating func showStartPage(_ context: inout UpdateContext) {
    cancel(&context)
    problem = nil
    show(.startPage, &context, selectsFirst: content != .startPage)
    requestSuggestions(&context)
  }
}
