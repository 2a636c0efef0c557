import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Text

extension SearchModel {
  mutating func sendSearch(_ context: inout UpdateContext) {
    cancelSearch(&context)
    searchRequest = context.send(.search(query, kind: nil, limit: Self.limit))
  }

  mutating func sendOriginSearch(_ context: inout UpdateContext) {
    cancelSearch(&context)
    lastOriginQuery = query
    searchRequest = context.send(.searchOrigin(query, kind: nil, limit: Self.limit))
  }

  mutating func cancelSearch(_ context: inout UpdateContext) {
    isSearchDue = false
    isOriginSearchDue = false
    isOutdated = false
    if let id = searchRequest { context.emit(.cancel(id)) }
    searchRequest = nil
  }

  mutating func showStartPage(_ context: inout UpdateContext) {
    cancelSearch(&context)
    failure = nil
    opensBestMatch = false
    show(.startPage, &context, keepsSelection: content == .startPage)
    requestSuggestions(&context)
  }

  /// Whether the page has a place for suggestions. Below the last search, only tall screens have one.
  func offersSuggestions(_ context: UpdateContext) -> Bool {
    switch content {
    case .startPage: true
    case .answer: mayRestore && SearchLayout.isTall(context.layout.list)
    case .pending, .cachedNames: false
    }
  }

  /// Whether the page is open, has a place for suggestions, and has none or too few.
  func needsSuggestions(_ context: UpdateContext) -> Bool {
    context.openTab == .search && offersSuggestions(context) && (start.suggestions.isEmpty || areSuggestionsOutdated)
  }

  /// Requests as many suggestions as the screen has room for, unless there are enough or a request for them is pending.
  mutating func requestSuggestions(_ context: inout UpdateContext) {
    guard start.suggestions.isEmpty || areSuggestionsOutdated, suggestionRequest == nil else { return }
    areSuggestionsOutdated = false
    var limit = Self.suggestionLimit
    if SearchLayout.isTall(context.layout.list) {
      let room = SearchLayout(context.layout.list, hasPanel: true).rows.rows - Self.otherRows
      limit = min(max(limit, room), Self.maxSuggestionLimit)
    }
    requestedSuggestions = limit
    suggestionRequest = context.send(.suggest("", kind: nil, limit: limit))
  }

  /// Requests the history, or a change to it; both return the resulting history.
  mutating func requestHistory(_ change: HistoryRequest.Change, _ context: inout UpdateContext) {
    historyRequest = context.send(.history(change))
  }

  mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    switch id {
    case searchRequest:
      searchRequest = nil
      receiveSearch(result, &context)
    case suggestionRequest:
      suggestionRequest = nil
      receiveSuggestions(result, &context)
    case historyRequest:
      historyRequest = nil
      receiveHistory(result, &context)
    default: return false
    }
    return true
  }

  private mutating func receiveSearch(_ result: QueryResult, _ context: inout UpdateContext) {
    switch result {
    case .search(let found):
      failure = nil
      // If the same search is repeated, the selection is kept; otherwise the best match is selected.
      var isSame = false
      if case .answer(let before) = content { isSame = before.query == found.query && scroller.selection > 0 }
      show(.answer(found), &context, keepsSelection: isSame)
      isOutdated = isOutdated && !found.coverage.isComplete
      if isOutdated, context.openTab == .search { context.emit(.startTimer(.indexGrew, after: Self.indexDebounce)) }
      if !found.coverage.isComplete, lastOriginQuery != query {
        isOriginSearchDue = true
        context.emit(.startTimer(.querySettled, after: Self.originDebounce))
      }
    // Typing permits a start, even if the bus was stopped after the last character.
    case .failed(let problem) where problem.type == ProblemType.noBus && isTyping && repeatedQuery != query:
      repeatedQuery = query
      context.emit(.permitStart(true))
      return sendSearch(&context)
    case .failed(let problem):
      failure = Failure(problem: problem, part: .matches)
      // An incomplete filter must not discard the previous matches.
      guard problem.status != 400 else { return opensBestMatch = false }
      show(.cachedNames(context.records.matches(FuzzyPattern(query), limit: Self.limit).map(\.match)), &context, keepsSelection: false)
    default: return
    }
    if opensBestMatch {
      opensBestMatch = false
      openSelected(&context)
    }
  }

  private mutating func receiveSuggestions(_ result: QueryResult, _ context: inout UpdateContext) {
    switch result {
    case .suggestions(let matches):
      start.suggestions = matches
      // A full list needs no more records.
      areSuggestionsOutdated = areSuggestionsOutdated && matches.count < requestedSuggestions
      if failure?.part == .suggestions { failure = nil }
      // The same service keeps the history, and it answers.
      if failure?.part == .history, historyRequest == nil { requestHistory(.none, &context) }
    case .failed(let problem):
      if content == .startPage, failure?.part != .history { failure = Failure(problem: problem, part: .suggestions) }
    default: return
    }
    if areSuggestionsOutdated, needsSuggestions(context) { context.emit(.startTimer(.indexGrew, after: Self.indexDebounce)) }
    if isStartPage, content != .pending { show(content, &context, keepsSelection: true) }
  }

  private mutating func receiveHistory(_ result: QueryResult, _ context: inout UpdateContext) {
    let restores = mayRestore && content == .pending
    switch result {
    case .history(let history):
      start.history = history.entries.prefix(Self.historyLimit).map(\.text)
      if restores || failure?.part == .history { failure = nil }
    case .failed(let problem):
      if restores {
        showStartPage(&context)
        // The embedded catalogue keeps no history.
        if !context.monitor.isEmbedded { failure = Failure(problem: problem, part: .history) }
      }
      return
    default: return
    }
    if restores, let last = start.history.first {
      field = TextField(last)
      replacesText = isTyping
      sendSearch(&context)
      if SearchLayout.isTall(context.layout.list) { requestSuggestions(&context) }
    } else if restores {
      showStartPage(&context)
    } else if isStartPage {
      show(content, &context, keepsSelection: true)
    }
  }

  private mutating func show(_ content: Content, _ context: inout UpdateContext, keepsSelection: Bool) {
    self.content = content
    updateRows(context, keepsSelection: keepsSelection)
    loadFavouriteNames(&context)
  }

  mutating func updateRows(_ context: UpdateContext, keepsSelection: Bool) {
    let selected = keepsSelection ? selected : nil
    rows = content.rows(start, restored: mayRestore ? query : nil)
    selection.follow(selected, rows, height: height(context))
  }
}

extension SearchModel {
  /// Focuses the field. The first typed character replaces its text.
  mutating func focus() {
    isTyping = true
    replacesText = !field.text.isEmpty
    field.apply(.moveToEnd)
  }

  mutating func performTyping(_ action: Action, _ context: inout UpdateContext) -> Bool {
    switch action {
    case .open: accept(&context)
    case .down, .pageDown: leaveField()
    case .up, .pageUp, .left, .right: break
    case .cancel: leaveField()
    case .search, .filter: focus()
    default:
      leaveField()
      return false
    }
    return true
  }

  mutating func performMoving(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let height = height(context)
    if let step = action.movement(page: height - 1) {
      if action == .last {
        selection.select(rows.count - 1, rows, height: height, towards: -1)
      } else {
        selection.select(scroller.selection + step, rows, height: height, towards: action == .first ? 1 : step)
      }
      return true
    }
    switch action {
    case .open: if rows.isEmpty { focus() } else { openSelected(&context) }
    case .right: openSelected(&context)
    case .search, .filter: focus()
    case .reload:
      requestHistory(.none, &context)
      guard query.isEmpty else {
        sendSearch(&context)
        break
      }
      start.suggestions = []
      showStartPage(&context)
    case .cancel:
      guard !field.text.isEmpty else { return false }
      search("", &context)
    case .forget:
      guard case .search(let text)? = selected else { return false }
      requestHistory(.remove(text), &context)
    case .copy:
      guard let text = selectedText(context) else { return false }
      context.copy(text.printable)
    default: return false
    }
    return true
  }

  private func selectedText(_ context: UpdateContext) -> String? {
    switch selected {
    case .match(let match)?: match.name
    case .search(let text)?, .allResults(let text, _)?: text
    case .favourite(let reference)?: context.records.name(of: reference)
    case .heading?, .gap?, nil: nil
    }
  }

  private mutating func leaveField() {
    isTyping = false
    replacesText = false
  }

  /// Opens the best match as soon as there is a result for the current text.
  private mutating func accept(_ context: inout UpdateContext) {
    guard !query.isEmpty else { return leaveField() }
    if isSearchDue { sendSearch(&context) }
    if searchRequest != nil, !hasCurrentMatches { opensBestMatch = true } else { openSelected(&context) }
  }

  /// Whether the matches belong to the current text, even if the search is being repeated.
  private var hasCurrentMatches: Bool { if case .answer(let answer) = content { answer.query == query } else { false } }

  mutating func openSelected(_ context: inout UpdateContext) {
    switch selected {
    case .match(let match)?:
      leaveField()
      if content != .startPage { requestHistory(.remember(query), &context) }
      context.navigate(to: .record(match.reference))
    case .favourite(let reference)?:
      leaveField()
      context.navigate(to: .record(reference))
    case .search(let text)?, .allResults(let text, _)?: search(text, &context)
    case .heading?, .gap?, nil: leaveField()
    }
  }
}
