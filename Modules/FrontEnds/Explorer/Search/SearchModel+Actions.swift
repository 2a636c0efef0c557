import Contracts
import Localization
import Presentation
import TerminalText

extension SearchModel {
  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool {
    isTyping ? performTyping(action, &work) : performMoving(action, &work)
  }

  /// Puts the cursor into the field. What stands there goes with the first letter that is typed.
  mutating func focus() {
    isTyping = true
    replacesText = !field.text.isEmpty
    field.apply(.moveToEnd)
  }

  private mutating func performTyping(_ action: Action, _ work: inout Work) -> Bool {
    switch action {
    case .open: accept(&work)
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

  private mutating func performMoving(_ action: Action, _ work: inout Work) -> Bool {
    let height = height(work)
    switch action {
    case .up: selection.move(by: -1, rows, height: height)
    case .down: selection.move(by: 1, rows, height: height)
    case .pageUp: selection.move(by: -max(1, height - 1), rows, height: height)
    case .pageDown: selection.move(by: max(1, height - 1), rows, height: height)
    case .first: selection.select(0, rows, height: height)
    case .last: selection.select(rows.count - 1, rows, height: height, towards: -1)
    case .open: if rows.isEmpty { focus() } else { openSelected(&work) }
    case .right: openSelected(&work)
    case .search, .filter: focus()
    case .reload: reload(&work)
    case .cancel:
      guard !field.text.isEmpty else { return false }
      search("", &work)
    case .forget:
      guard case .search(let text)? = selected else { return false }
      recall(.forget(text), &work)
    case .copy:
      guard let text = selectedText else { return false }
      work.order(.copy(text.printable))
      work.remark = Remark(work.language.say(.copied(text.printable)), .good)
    default: return false
    }
    return true
  }

  private var selectedText: String? {
    switch selected {
    case .match(let match)?: match.name
    case .search(let text)?: text
    case .heading?, .gap?, nil: nil
    }
  }

  private mutating func leaveField() {
    isTyping = false
    replacesText = false
  }

  /// Enter in the field opens the best match, as soon as there is one for what stands in the field now.
  private mutating func accept(_ work: inout Work) {
    guard !query.isEmpty else { return leaveField() }
    if isDue { ask(&work) }
    if asked != nil, !hasAnswer { opensBest = true } else { openSelected(&work) }
  }

  /// What is listed was found for what stands in the field, even where it is being looked for once more.
  private var hasAnswer: Bool { if case .answer(let answer) = findings { answer.query == query } else { false } }

  mutating func openSelected(_ work: inout Work) {
    switch selected {
    case .match(let match)?:
      leaveField()
      if findings != .start { recall(.remember(query), &work) }
      work.go(.record(match.reference))
    case .search(let text)?: search(text, &work)
    case .heading?, .gap?, nil: leaveField()
    }
  }

  private mutating func reload(_ work: inout Work) {
    recall(.none, &work)
    guard query.isEmpty else { return ask(&work) }
    suggestions = []
    start(&work)
  }
}
