import Presentation
import TerminalText

extension Canvas {
  /// A field of text on one row. A text that is wider than the field is moved so that the cursor is in sight. `prompt` stands where nothing is
  /// typed. The cursor is shown while keys go there; `isSelected` when the next key replaces the whole text.
  mutating func put(_ field: TextField, prompt: String, column: Int, row: Int, width: Int, isActive: Bool, isSelected: Bool = false) {
    guard width > 0 else { return }
    let text = field.text.printable
    let before = String(text.prefix(field.cursor))
    var shown = text[...]
    var cursor = before.columns
    while cursor >= width, let first = shown.first {
      cursor -= first.columns
      shown.removeFirst()
    }
    if text.isEmpty {
      put(prompt, .muted, column: column, row: row, width: width)
    } else {
      put(String(shown), column: column, row: row, width: width, selected: isActive && isSelected ? .active : .none)
    }
    if isActive { showCursor(column: column + cursor, row: row) }
  }
}
