import Presentation
import TerminalText

extension Canvas {
  /// Draws a one-line text field. Text wider than the field scrolls to keep the cursor visible. `prompt` is shown while the field is empty.
  /// The cursor is shown while the field is active; `isSelected` means that the next character replaces the whole text.
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
