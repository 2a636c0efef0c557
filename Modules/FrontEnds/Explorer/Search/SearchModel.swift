import Contracts
import MessageBus
import Models

/// The search across all kinds. Restores the last search, or shows suggestions and recent searches.
///
/// Matches stay visible until newer ones arrive. A result for an outdated query is dropped.
struct SearchModel: PageModel {
  enum Content: Sendable, Hashable {
    /// The history has not been loaded yet.
    case pending
    /// An empty query: suggestions and recent searches.
    case startPage
    case answer(SearchAnswer)
    /// No search worker: names in the cache.
    case cachedNames([Match])
  }

  /// The last failure, and the part of the page whose request failed: an answer for another part does not hide it.
  struct Failure: Sendable, Hashable {
    enum Part: Sendable, Hashable { case matches, suggestions, history }

    let problem: Problem
    let part: Part
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
  var failure: Failure?
  var rows: [SearchRow] = []
  var start = StartRows()
  var selection = SearchSelection()
  var searchRequest: RequestID?
  var suggestionRequest: RequestID?
  var historyRequest: RequestID?
  /// Whether the text has changed and the search waits for a pause in typing.
  var isSearchDue = false
  /// Whether the index was incomplete and the origin is searched once typing settles.
  var isOriginSearchDue = false
  /// The last query sent to the origin: each is sent once.
  var lastOriginQuery: String?
  /// The query that was repeated because the bus went away during its search: each is repeated once.
  var repeatedQuery: String?
  /// Whether the index may have grown since the search was sent.
  var isOutdated = false
  /// Whether the index may have grown since suggestions were requested.
  var areSuggestionsOutdated = false
  /// How many suggestions were requested last.
  var requestedSuggestions = 0
  /// Whether Enter was pressed before the result arrived.
  var opensBestMatch = false
  /// Whether the user has not typed or searched yet, so that the last search may be restored.
  var mayRestore = true
  var hasAppeared = false

  var scroller: Scroller { selection.scroller }
  /// The text without surrounding spaces.
  var query: String { String(field.text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
  /// Whether a search is pending or about to be sent.
  var isBusy: Bool {
    isSearchDue || searchRequest != nil || (isOriginSearchDue && rows.isEmpty) || (content == .pending && historyRequest != nil)
  }

  var problem: Problem? { failure?.problem }

  var isWaiting: Bool { suggestionRequest != nil }

  var selected: SearchRow? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }

  var subject: Reference? { selected?.reference }

  /// Whether the page is the first screen or the empty search, which say what can be done.
  var isStartPage: Bool {
    switch content {
    case .pending, .startPage: !isTyping || query.isEmpty
    case .answer: mayRestore
    case .cachedNames: false
    }
  }

  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool { visibleMatches(context).contains(reference) }

  private func visibleMatches(_ context: UpdateContext) -> [Reference] {
    rows.dropFirst(scroller.top).prefix(height(context)).compactMap(\.reference)
  }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared: appear(&context)
    case .opened(let reference):
      guard reference != subject, let row = rows.firstIndex(where: { $0.reference == reference }) else { break }
      selection.select(row, rows, height: height(context))
    case .action(let action): return isTyping ? performTyping(action, &context) : performMoving(action, &context)
    case .edit(let edit): self.edit(edit, &context)
    case .result(let result, let id): return receive(result, for: id, &context)
    case .favouritesChanged:
      start.favourites = context.favourites.reversed()
      guard isStartPage, content != .pending else { break }
      updateRows(context, keepsSelection: true)
      loadFavouriteNames(&context)
    case .bus(let event): handle(event, &context)
    case .timerFired(let timer):
      if (timer == .typingPaused && isSearchDue) || (timer == .indexGrew && isOutdated) { sendSearch(&context) }
      if timer == .indexGrew, offersSuggestions(context) { requestSuggestions(&context) }
      if timer == .querySettled, isOriginSearchDue { sendOriginSearch(&context) }
    case .click(let row):
      guard rows.indices.contains(row), rows[row].canBeSelected else { break }
      if row == scroller.selection, !isTyping {
        openSelected(&context)
      } else {
        isTyping = false
        selection.select(row, rows, height: height(context))
      }
    case .scroll(let lines): selection.scroll(by: lines, rows, height: height(context))
    case .loaded, .namesArrived, .refresh, .sort: break
    }
    return true
  }

  private mutating func appear(_ context: inout UpdateContext) {
    if !hasAppeared {
      hasAppeared = true
      requestHistory(.none, &context)
    } else if isSearchDue || isOutdated {
      // The timer may have fired while another page was open.
      sendSearch(&context)
    } else if isOriginSearchDue {
      sendOriginSearch(&context)
    } else if offersSuggestions(context) {
      requestSuggestions(&context)
    }
    if SearchLayout.isTall(context.layout.list) { context.emit(.startTimer(.extrasDue, after: RecordModel.extrasDelay)) }
    selection.select(scroller.selection, rows, height: height(context))
    context.reloadNames(of: visibleMatches(context))
  }

  func loadFavouriteNames(_ context: inout UpdateContext) {
    guard context.openTab == .search else { return }
    context.loadMissingNames(of: rows.compactMap { if case .favourite(let reference) = $0 { reference } else { nil } })
  }

  /// Searches for `query`; `nil` only focuses the field.
  mutating func search(_ query: String?, _ context: inout UpdateContext) {
    guard let query else { return focus() }
    mayRestore = false
    isTyping = false
    field = TextField(query)
    if self.query.isEmpty { showStartPage(&context) } else { sendSearch(&context) }
  }

  private mutating func edit(_ edit: TextEdit, _ context: inout UpdateContext) {
    guard isTyping else { return }
    let before = query
    if replacesText {
      replacesText = false
      switch edit {
      case .insert, .deleteBackward, .deleteForward, .deleteWord, .deleteAll: field = TextField()
      case .moveLeft, .moveRight, .moveToStart, .moveToEnd: break
      }
    }
    field.apply(edit)
    guard query != before else { return }
    mayRestore = false
    opensBestMatch = false
    repeatedQuery = nil
    cancelSearch(&context)
    if query.isEmpty { return showStartPage(&context) }
    isSearchDue = true
    context.emit(.startTimer(.typingPaused, after: Self.typingDebounce))
  }

  private mutating func handle(_ event: BusEvent, _ context: inout UpdateContext) {
    switch event {
    case .historyChanged: requestHistory(.none, &context)
    case .worker(let service, joined: true) where service == ServiceName.search.text: retry(&context)
    case .originRecovered: retry(&context)
    case .everythingInvalidated:
      indexMayHaveGrown(&context)
      retry(&context)
    case .changed, .listChanged, .indexChanged: indexMayHaveGrown(&context)
    default: break
    }
  }

  /// Handles a change of the cache, with which the index grows. An answer that is on its way may be from before.
  private mutating func indexMayHaveGrown(_ context: inout UpdateContext) {
    if suggestionRequest != nil {
      areSuggestionsOutdated = true
    } else if needsSuggestions(context) {
      // The index was empty when the first screen asked for suggestions.
      context.emit(.startTimer(.indexGrew, after: Self.indexDebounce))
    }
    guard searchRequest == nil else { return isOutdated = true }
    guard case .answer(let answer) = content, !answer.coverage.isComplete else { return }
    isOutdated = true
    if context.openTab == .search { context.emit(.startTimer(.indexGrew, after: Self.indexDebounce)) }
  }

  func height(_ context: UpdateContext) -> Int { SearchLayout(context.layout.list, hasPanel: isStartPage).rows.rows }

  /// Repeats requests that failed because the bus or the worker was missing.
  private mutating func retry(_ context: inout UpdateContext) {
    guard problem != nil, hasAppeared else { return }
    requestHistory(.none, &context)
    // The user has not searched yet, so the last search may still be restored.
    guard !mayRestore else { return content = .pending }
    if query.isEmpty { showStartPage(&context) } else { sendSearch(&context) }
  }
}
