import Explorer

/// Joins characters that were typed in a row to one edit: a text that is pasted without marks arrives as thousands of keys.
struct TypedText {
  private var text = ""

  /// Takes the text of a message that inserts some. Returns `false` for any other message.
  mutating func append(_ message: Message?) -> Bool {
    guard case .edit(.insert(let piece))? = message else { return false }
    text += piece
    return true
  }

  /// Returns the edit that inserts the text taken since the last call; `nil` if there is none.
  mutating func take() -> Message? {
    defer { text = "" }
    return text.isEmpty ? nil : .edit(.insert(text))
  }
}
