import CNCurses
import Explorer
import Presentation

extension Terminal {
  /// Shows `frame` and sends only the changed cells. Returns `false` if nothing has changed.
  @discardableResult
  func draw(_ frame: Frame) -> Bool {
    let isSame = shown.map { $0.looksSame(as: frame) } ?? false
    guard !isSame else {
      shown = frame
      return false
    }
    let isWhole = shown?.columns != frame.columns || shown?.rows != frame.rows
    if isWhole { werase(screen) }
    for row in 0..<frame.rows {
      var hasChanged = isWhole
      if !hasChanged, let shown { hasChanged = shown[row: row] != frame[row: row] }
      if hasChanged { drawRow(row, of: frame) }
    }
    let cursor = frame.cursor
    curs_set(cursor == nil ? 0 : 1)
    leaveok(screen, cursor == nil)
    if let cursor { wmove(screen, Int32(cursor.row), Int32(cursor.column)) }
    // Synchronised output (mode 2026) shows the frame at once; terminals without it ignore the mode.
    write("\u{1B}[?2026h")
    wrefresh(screen)
    write("\u{1B}[?2026l")
    shown = frame
    return true
  }

  private func drawRow(_ row: Int, of frame: Frame) {
    let cells = frame[row: row]
    for (column, cell) in cells.enumerated() where !cell.isContinuation {
      let (attributes, pair) = attributes(of: cell.style)
      let next = cells.startIndex + column + 1
      let isWide = next < cells.endIndex && cells[next].isContinuation
      put(cell.character, isWide: isWide, column: column, row: row, attributes, pair)
    }
  }

  private func attributes(of style: Style) -> (attr_t, Int32) {
    var result: attr_t = 0
    if style.attributes.contains(.bold) { result |= curses_bold() }
    if style.attributes.contains(.dim) { result |= curses_dim() }
    if style.attributes.contains(.italic) { result |= curses_italic() }
    if style.attributes.contains(.underline) { result |= curses_underline() }
    if style.attributes.contains(.reverse) { result |= curses_reverse() }
    return (result, pairs.number(for: style))
  }

  private func put(_ character: Character, isWide: Bool, column: Int, row: Int, _ attributes: attr_t, _ pair: Int32) {
    if !isWide, let ascii = character.asciiValue { return send([Int32(ascii)], column, row, attributes, pair) }
    let pieces = CellText.pieces(of: character, columns: isWide ? 2 : 1) { Int(wcwidth(Int32(bitPattern: $0.value))) }
    for (offset, piece) in pieces.enumerated() {
      send(piece.map { Int32(bitPattern: $0.value) }, column + offset, row, attributes, pair)
    }
  }

  private func send(_ text: [Int32], _ column: Int, _ row: Int, _ attributes: attr_t, _ pair: Int32) {
    _ = curses_put(screen, Int32(row), Int32(column), text + [0], attributes, pair)
  }
}
