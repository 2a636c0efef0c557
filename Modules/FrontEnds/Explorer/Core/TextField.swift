package import Presentation
import Text

/// A line of editable text with a cursor.
struct TextField: Sendable, Hashable {
  /// The size in bytes up to which text can be inserted.
  static let maxSize = 1_024

  private(set) var text: String
  /// Number of characters before the cursor.
  private(set) var cursor: Int

  init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  private var cursorIndex: String.Index { text.index(text.startIndex, offsetBy: cursor) }

  /// Applies an edit. Returns `true` if the text changed.
  @discardableResult
  mutating func apply(_ edit: TextEdit) -> Bool {
    let before = text
    switch edit {
    case .insert(let piece):
      var room = Self.maxSize - text.utf8.count
      let fitting = piece.prefix { character in
        room -= character.utf8.count
        return room >= 0
      }
      text.insert(contentsOf: fitting, at: cursorIndex)
      // A combining mark merges with the character before it, so the characters are counted again.
      cursor = min(text.count, cursor + max(0, text.count - before.count))
    case .deleteBackward: delete(from: cursor - 1)
    case .deleteForward:
      guard cursor < text.count else { break }
      text.remove(at: cursorIndex)
    case .deleteWord:
      let head = Array(text.prefix(cursor))
      let word = head.reversed().drop { $0 == " " }.drop { $0 != " " }
      delete(from: word.count)
    case .deleteAll: self = TextField()
    case .moveLeft: cursor = max(0, cursor - 1)
    case .moveRight: cursor = min(text.count, cursor + 1)
    case .moveToStart: cursor = 0
    case .moveToEnd: cursor = text.count
    }
    return text != before
  }

  /// Returns the end of the text that a field of `width` columns shows, and the column of the cursor in it.
  func visible(in width: Int) -> (text: String, cursor: Int) {
    var shown = text.printable[...]
    var column = String(shown.prefix(cursor)).columns
    while column >= width, let first = shown.first {
      column -= first.columns
      shown.removeFirst()
    }
    return (String(shown), column)
  }

  private mutating func delete(from start: Int) {
    guard 0 <= start, start < cursor else { return }
    text.removeSubrange(text.index(text.startIndex, offsetBy: start)..<cursorIndex)
    cursor = start
  }
}

/// The filter of a page, typed in its title row.
struct FilterField: Sendable, Hashable {
  private(set) var field: TextField?
  private(set) var isTyping = false

  var text: String { field?.text ?? "" }

  mutating func focus() { (field, isTyping) = (field ?? TextField(), true) }

  mutating func apply(_ edit: TextEdit) -> Bool { isTyping && field?.apply(edit) == true }

  mutating func endTyping() { isTyping = false }

  /// Ends typing, and removes an empty filter. Returns `false` if nobody was typing.
  mutating func accept() -> Bool {
    guard isTyping else { return false }
    self = text.isEmpty ? FilterField() : self
    isTyping = false
    return true
  }

  /// Removes the filter. Returns `false` if there is none.
  mutating func clear() -> Bool {
    defer { self = FilterField() }
    return field != nil
  }
}

/// The keys for editing text, as in a shell.
package enum TextKeys {
  /// Returns the edit for a key; `nil` for keys that keep their action while the user types.
  package static func edit(_ stroke: KeyStroke) -> TextEdit? {
    if let text = stroke.typed { return .insert(text) }
    if stroke.control, !stroke.alt, case .character(let letter) = stroke.key { return controls[letter] }
    guard case .named(let name) = stroke.key, !stroke.shift else { return nil }
    switch name {
    case .backspace: return stroke.alt || stroke.control ? .deleteWord : .deleteBackward
    case .delete: return .deleteForward
    case .left: return .moveLeft
    case .right: return .moveRight
    case .home: return .moveToStart
    case .end: return .moveToEnd
    default: return nil
    }
  }

  private static let controls: [Character: TextEdit] = [
    "a": .moveToStart, "b": .moveLeft, "d": .deleteForward, "e": .moveToEnd, "f": .moveRight, "u": .deleteAll, "w": .deleteWord,
  ]
}

extension Canvas {
  /// Draws a text field, or `prompt` while it is empty. An active one has a cursor; `isSelected` means that a character replaces the text.
  mutating func put(_ field: TextField, prompt: String, column: Int, row: Int, width: Int, isActive: Bool, isSelected: Bool = false) {
    guard width > 0 else { return }
    let (text, cursor) = field.visible(in: width)
    if text.isEmpty {
      put(prompt, .muted, column: column, row: row, width: width)
    } else {
      put(text, column: column, row: row, width: width, selected: isActive && isSelected ? .active : .none)
    }
    if isActive { showCursor(column: column + cursor, row: row) }
  }
}
