import Contracts
import MessageBus

extension SearchModel {
  mutating func sendSearch(_ context: inout UpdateContext) {
    cancelSearch(&context)
    searchRequest = context.send(.search(query, kind: nil, limit: Self.limit))
  }

  /// Searches the index and the origin.
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

  /// Shows suggestions and recent searches.
  mutating func showStartPage(_ context: inout UpdateContext) {
    cancelSearch(&context)
    problem = nil
    opensBestMatch = false
    show(.startPage, &context, keepsSelection: content == .startPage)
    requestSuggestions(&context)
  }

  /// Requests as many suggestions as the screen has room for, unless there are some.
  mutating func requestSuggestions(_ context: inout UpdateContext) {
    guard start.suggestions.isEmpty, suggestionRequest == nil else { return }
    var limit = Self.suggestionLimit
    if SearchLayout.isTall(context.layout.list) {
      let room = SearchLayout(context.layout.list, hasPanel: true).rows.rows - Self.otherRows
      limit = min(max(limit, room), Self.maxSuggestionLimit)
    }
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
      problem = nil
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
    case .failed(let failure) where failure.type == ProblemType.noBus && isTyping && repeatedQuery != query:
      repeatedQuery = query
      context.emit(.permitStart(true))
      sendSearch(&context)
      return
    case .failed(let failure):
      problem = failure
      // An incomplete filter must not discard the previous matches.
      guard failure.status != 400 else { return opensBestMatch = false }
      show(.cachedNames(context.cache.matches(FuzzyPattern(query), limit: Self.limit).map(\.match)), &context, keepsSelection: false)
    default: return
    }
    if opensBestMatch {
      opensBestMatch = false
      openSelected(&context)
    }
  }

  private mutating func receiveSuggestions(_ result: QueryResult, _ context: inout UpdateContext) {
    switch result {
    case .suggestions(let matches): start.suggestions = matches
    case .failed(let failure): if content == .startPage { problem = failure }
    default: return
    }
    if isStartPage, content != .pending { show(content, &context, keepsSelection: true) }
  }

  private mutating func receiveHistory(_ result: QueryResult, _ context: inout UpdateContext) {
    let restores = mayRestore && content == .pending
    switch result {
    case .history(let history):
      start.history = history.entries.prefix(Self.historyLimit).map(\.text)
      if restores { problem = nil }
    case .failed(let failure):
      if restores {
        showStartPage(&context)
        // The embedded catalogue keeps no history.
        if !context.monitor.isEmbedded { problem = failure }
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
