import Explorer
import TerminalText

extension KeyMap {
  /// Returns the message for an input; `nil` if the input has no meaning. `isTyping` means that keys are text input. `pageActions` are the
  /// actions of the open page that may borrow keys.
  func message(for input: Input, isTyping: Bool, pageActions: [Action] = []) -> Message? {
    switch input {
    case .stroke(let stroke):
      if isTyping, let edit = TextKeys.edit(stroke) { return .edit(edit) }
      return action(for: stroke, on: pageActions).map { .perform($0) } ?? .unknownKey(stroke.symbol)
    case .paste(let text):
      let line = text.printable.trimmed
      return isTyping && !line.isEmpty ? .edit(.insert(line)) : nil
    case .mouse, .response: return nil
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
