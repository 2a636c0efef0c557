import Contracts
import MessageBus
import Models
import Presentation

extension SearchModel {
  mutating func send(_ context: inout UpdateContext, toOrigin: Bool = false) {
    cancel(&context)
    if toOrigin { originQuery = query }
    stage = .sent(context.send(.search(query, atOrigin: toOrigin)))
  }

  mutating func cancel(_ context: inout UpdateContext) {
    if case .sent(let id, _) = stage { context.emit(.cancel(id)) }
    stage = .idle
  }

  /// Requests the history, or a change to it; both return the resulting history.
  mutating func requestHistory(_ change: HistoryRequest.Change, _ context: inout UpdateContext) {
    historyRequest = context.send(.history(change))
  }

  /// How many suggestions the page has room for. Below the last search, only tall screens have room.
  func suggestionLimit(_ context: UpdateContext) -> Int {
    let isTall = SearchLayout.isTall(context.layout.list)
    switch content {
    case .startPage: break
    case .restored: if !isTall { return 0 }
    case .pending, .answer, .cachedNames: return 0
    }
    let room = isTall ? SearchLayout(context.layout.list, hasPanel: true).rows.rows - Self.otherRows : 0
    return min(max(Self.suggestionLimit, room), Self.maxSuggestionLimit)
  }

  func needsSuggestions(_ context: UpdateContext) -> Bool { start.suggestions.count < suggestionLimit(context) }

  mutating func requestSuggestions(_ context: inout UpdateContext) {
    guard suggestionRequest == nil, needsSuggestions(context) else { return }
    suggestionRequest = context.send(.suggest("", kind: nil, limit: suggestionLimit(context)))
  }

  mutating func handle(_ event: BusEvent, _ context: inout UpdateContext) {
    switch event {
    case .historyChanged: requestHistory(.none, &context)
    case .worker(let service, joined: true) where service == ServiceName.search.text: retry(&context)
    case .originRecovered: retry(&context)
    case .everythingInvalidated:
      retry(&context)
      waitForIndex(&context)
    case .changed, .listChanged, .indexChanged: waitForIndex(&context)
    default: break
    }
  }

  /// Waits until the index, which follows the cache, stops growing, if more of it is of use.
  func waitForIndex(_ context: inout UpdateContext) {
    guard context.openTab == .search else { return }
    let isSent = if case .sent = stage { true } else { false }
    if isSent || suggestionRequest != nil || needsSuggestions(context) || content.answer?.coverage.isComplete == false {
      context.emit(.startTimer(.indexGrew, after: Self.indexDebounce))
    }
  }

  /// Repeats what an index that was incomplete has answered.
  mutating func updateFromIndex(_ context: inout UpdateContext) {
    // An answer that is on its way may be from before.
    if suggestionRequest != nil { context.emit(.startTimer(.indexGrew, after: Self.indexDebounce)) }
    requestSuggestions(&context)
    switch stage {
    case .sent: context.emit(.startTimer(.indexGrew, after: Self.indexDebounce))
    case .idle, .beforeOrigin: if content.answer?.coverage.isComplete == false { send(&context) }
    case .typing: break
    }
  }

  /// Repeats requests that failed because the bus or the worker was missing.
  mutating func retry(_ context: inout UpdateContext) {
    guard problem != nil else { return }
    requestHistory(.none, &context)
    if !query.isEmpty { return send(&context) }
    // The last search may still be restored.
    if start.history.isEmpty { content = .pending } else { showStartPage(&context) }
  }

  mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    if case .sent(id, let opensBest) = stage {
      stage = .idle
      receiveSearch(result, &context)
      if opensBest, problem?.status != 400 { _ = openSelected(&context) }
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

  mutating func receiveSearch(_ result: QueryResult, _ context: inout UpdateContext) {
    switch result {
    case .search(let found):
      problem = nil
      // If the same search is repeated, the selection is kept; otherwise the best match is selected.
      let isSame = content.answer?.query == found.query && scroller.selection > 0
      let isRestored = content == .pending || content == content.answer.map { .restored($0) }
      show(isRestored ? .restored(found) : .answer(found), &context, selectsFirst: !isSame)
      if isRestored { requestSuggestions(&context) }
      if !found.coverage.isComplete, originQuery != query {
        stage = .beforeOrigin
        context.emit(.startTimer(.querySettled, after: Self.originDebounce))
      }
    case .failed(let problem):
      self.problem = problem
      // An incomplete filter must not discard the previous matches.
      guard problem.status != 400 else { return }
      show(.cachedNames(context.records.matches(FuzzyPattern(query), limit: Self.limit)), &context, selectsFirst: true)
    default: break
    }
  }

  mutating func receiveSuggestions(_ result: QueryResult, _ context: inout UpdateContext) {
    switch result {
    case .suggestions(let matches):
      start.suggestions = matches
      guard content == .startPage, problem != nil else { break }
      problem = nil
      // The same service keeps the history, and it answers.
      if start.history.isEmpty, historyRequest == nil { requestHistory(.none, &context) }
    case .failed(let problem): if content == .startPage { self.problem = self.problem ?? problem }
    default: return
    }
    if isStartPage, content != .pending { show(content, &context) }
  }

  mutating func receiveHistory(_ result: QueryResult, _ context: inout UpdateContext) {
    let restores = content == .pending && stage == .idle
    switch result {
    case .history(let history): start.history = history.entries.prefix(Self.historyLimit).map(\.text)
    case .failed(let problem):
      guard restores else { return }
      showStartPage(&context)
      // The embedded catalogue keeps no history.
      if !context.monitor.isEmbedded { self.problem = problem }
      return
    default: return
    }
    if restores, let last = start.history.first {
      problem = nil
      field = TextField(last)
      replacesText = isTyping
      send(&context)
    } else if restores {
      showStartPage(&context)
    } else if isStartPage, content != .pending {
      show(content, &context)
    }
  }
}
