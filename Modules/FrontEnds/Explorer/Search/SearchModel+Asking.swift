import Contracts
import MessageBus

extension SearchModel {
  mutating func ask(_ work: inout Work) {
    stopAsking(&work)
    asked = work.ask(.search(query, kind: nil, limit: Self.limit))
  }

  /// Asks the origin's own search, too.
  mutating func askOrigin(_ work: inout Work) {
    stopAsking(&work)
    settled = query
    asked = work.ask(.searchOrigin(query, kind: nil, limit: Self.limit))
  }

  mutating func stopAsking(_ work: inout Work) {
    isDue = false
    isSettling = false
    isOutdated = false
    if let ticket = asked { work.order(.cancel(ticket)) }
    asked = nil
  }

  /// Shows suggestions and earlier searches.
  mutating func start(_ work: inout Work) {
    stopAsking(&work)
    problem = nil
    opensBest = false
    show(.start, &work, keepsSelection: findings == .start)
    guard suggestions.isEmpty, suggesting == nil else { return }
    suggesting = work.ask(.suggest("", kind: nil, limit: Self.suggestionLimit))
  }

  /// Asks for the history, or for a change to it: either is answered with what it then is.
  mutating func recall(_ change: HistoryRequest.Change, _ work: inout Work) { recalling = work.ask(.history(change)) }

  public mutating func receive(_ answer: Answer, to ticket: Ticket, _ work: inout Work) -> Bool {
    switch ticket {
    case asked:
      asked = nil
      found(answer, &work)
    case suggesting:
      suggesting = nil
      suggested(answer, &work)
    case recalling:
      recalling = nil
      recalled(answer, &work)
    default: return false
    }
    return true
  }

  private mutating func found(_ answer: Answer, _ work: inout Work) {
    switch answer {
    case .search(let found):
      problem = nil
      // Asked again for the same, what somebody selected stays selected; else the best one is.
      var isSame = false
      if case .answer(let before) = findings { isSame = before.query == found.query && scroller.selection > 0 }
      show(.answer(found), &work, keepsSelection: isSame)
      if !found.coverage.isComplete, settled != query {
        isSettling = true
        work.order(.wake(.querySettled, after: Self.settledPause))
      }
    case .failed(let failure):
      problem = failure
      // A filter that is half typed says nothing against what was found before it.
      guard failure.status != 400 else { return opensBest = false }
      show(.names(work.library.matches(FuzzyPattern(query), limit: Self.limit).map(\.match)), &work, keepsSelection: false)
    default: return
    }
    if opensBest {
      opensBest = false
      openSelected(&work)
    }
  }

  private mutating func suggested(_ answer: Answer, _ work: inout Work) {
    switch answer {
    case .suggestions(let matches): suggestions = matches
    case .failed(let failure): if findings == .start { problem = failure }
    default: return
    }
    if findings == .start { show(.start, &work, keepsSelection: true) }
  }

  private mutating func recalled(_ answer: Answer, _ work: inout Work) {
    let mayRestore = isUntouched && findings == .unknown
    switch answer {
    case .history(let answer):
      history = answer.entries.prefix(Self.historyLimit).map(\.text)
      if mayRestore { problem = nil }
    case .failed(let failure):
      if mayRestore {
        start(&work)
        problem = failure
      }
      return
    default: return
    }
    if mayRestore, let last = history.first {
      field = TextField(last)
      replacesText = isTyping
      ask(&work)
    } else if mayRestore {
      start(&work)
    } else if findings == .start {
      show(.start, &work, keepsSelection: true)
    }
  }

  private mutating func show(_ findings: Findings, _ work: inout Work, keepsSelection: Bool) {
    let selected = keepsSelection ? selected : nil
    self.findings = findings
    rows = findings.rows(suggestions: suggestions, history: history)
    selection.follow(selected, rows, height: height(work))
  }
}
