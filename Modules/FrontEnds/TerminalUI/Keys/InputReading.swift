import Explorer
import TerminalText

extension KeyMap {
  /// What `input` asks of the explorer. `isTyping`: keys are text. `nil` when it means nothing.
  func message(for input: Input, isTyping: Bool) -> Message? {
    switch input {
    case .stroke(let stroke):
      if isTyping, let edit = TextKeys.edit(stroke) { return .edit(edit) }
      return action(for: stroke).map { .act($0) }
    case .paste(let text):
      let line = text.printable.trimmed
      return isTyping && !line.isEmpty ? .edit(.insert(line)) : nil
    case .answer: return nil
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
