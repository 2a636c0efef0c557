import Contracts
import Localization
import Models
import Presentation
import TerminalText

extension SearchModel {
  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    isTyping ? performTyping(action, &context) : performMoving(action, &context)
  }

  /// Focuses the field. The first typed character replaces its text.
  mutating func focus() {
    isTyping = true
    replacesText = !field.text.isEmpty
    field.apply(.moveToEnd)
  }

  private mutating func performTyping(_ action: Action, _ context: inout UpdateContext) -> Bool {
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

  private mutating func performMoving(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let height = height(context)
    switch action {
    case .up: selection.move(by: -1, rows, height: height)
    case .down: selection.move(by: 1, rows, height: height)
    case .pageUp: selection.move(by: -max(1, height - 1), rows, height: height)
    case .pageDown: selection.move(by: max(1, height - 1), rows, height: height)
    case .first: selection.select(0, rows, height: height)
    case .last: selection.select(rows.count - 1, rows, height: height, towards: -1)
    case .open: if rows.isEmpty { focus() } else { openSelected(&context) }
    case .right: openSelected(&context)
    case .search, .filter: focus()
    case .reload: reload(&context)
    case .cancel:
      guard !field.text.isEmpty else { return false }
      search("", &context)
    case .forget:
      guard case .search(let text)? = selected else { return false }
      requestHistory(.remove(text), &context)
    case .copy:
      guard let text = selectedText(context) else { return false }
      context.emit(.copy(text.printable))
      context.toast = Toast(context.language.say(.copied(text.printable)), .good)
    default: return false
    }
    return true
  }

  private func selectedText(_ context: UpdateContext) -> String? {
    switch selected {
    case .match(let match)?: match.name
    case .search(let text)?, .allResults(let text, _)?: text
    case .favourite(let reference)?: if case .known(let record) = context.cache.label(of: reference) { record.name } else { nil }
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

  private mutating func reload(_ context: inout UpdateContext) {
    requestHistory(.none, &context)
    guard query.isEmpty else { return sendSearch(&context) }
    start.suggestions = []
    showStartPage(&context)
  }
}
