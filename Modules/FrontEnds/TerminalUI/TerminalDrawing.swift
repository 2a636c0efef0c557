import CNCurses
import Explorer
import Presentation

extension Terminal {
  /// Shows `frame` and sends only the changed cells.
  func draw(_ frame: Frame) {
    defer { shown = frame }
    if let shown, shown.looksSame(as: frame) { return }
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

/// Curses colour pairs, allocated on first use.
struct ColorPairs {
  private struct Pair: Hashable {
    let foreground, background: Int32
  }

  private var numbers: [Pair: Int32] = [:]

  /// Returns the pair for the colours of `style`; 0, the terminal's default, for a style without colours.
  mutating func number(for style: Style) -> Int32 {
    let colors = curses_colors()
    guard colors >= 8 else { return 0 }
    let pair = Pair(foreground: Self.foreground(of: style, of: colors), background: Self.index(style.background, of: colors))
    guard pair != Pair(foreground: -1, background: -1) else { return 0 }
    if let number = numbers[pair] { return number }
    let number = Int32(numbers.count) + 1
    guard number < curses_color_pairs(), init_extended_pair(number, pair.foreground, pair.background) == OK else { return 0 }
    numbers[pair] = number
    return number
  }

  /// Returns the index of the text colour. With eight colours, grey would be black: it has the terminal's default colour, or one that stands out
  /// from the background of the style.
  static func foreground(of style: Style, of colors: Int32) -> Int32 {
    guard colors < 16, style.foreground?.basic == 8 else { return index(style.foreground, of: colors) }
    return style.background.map { [6, 7].contains($0.eight) ? 0 : 7 } ?? -1
  }

  /// Returns the colour index; -1 is the terminal's default.
  static func index(_ color: Color?, of colors: Int32) -> Int32 {
    guard let color else { return -1 }
    if colors >= 256 { return Int32(color.indexed) }
    return colors >= 16 ? Int32(color.basic) : Int32(color.eight)
  }
}

/// What curses writes for a character. Terminals disagree about the width of emoji sequences, which would move the rest of the line, so only
/// code points of a known width are written.
enum CellText {
  /// Returns the pieces to write one after the other, each a base character with its combining marks. Together they take `columns`.
  ///
  /// A sequence with joiners is drawn as its first emoji, without a skin tone; a flag as the letters of its country; an emoji that is
  /// narrow without its variation selector stays narrow and is followed by a space. `width` is the width that curses assigns to a scalar;
  /// a character that has another one there is replaced.
  static func pieces(of character: Character, columns: Int, width: (Unicode.Scalar) -> Int) -> [[Unicode.Scalar]] {
    let scalars = Array(character.unicodeScalars)
    guard let base = scalars.first else { return spaces(columns) }
    if base.isASCII, scalars.count == 1, columns == 1 { return [[base]] }
    if scalars.allSatisfy({ regionalIndicators.contains($0.value) }) {
      let letters = scalars.compactMap { Unicode.Scalar($0.value - regionalIndicators.lowerBound + 0x41) }.prefix(columns)
      return letters.map { [$0] } + spaces(columns - letters.count)
    }
    // A joiner without the emoji after it would join the next cell.
    let marks = scalars.dropFirst().prefix { $0 != "\u{200D}" }.filter { width($0) == 0 && !variationSelectors.contains($0.value) }
    let text = [base] + marks.prefix(maxMarks)
    return switch width(base) {
    case columns: [text]
    case 1 where columns == 2: [text] + spaces(1)
    default: Array(repeating: ["\u{FFFD}"], count: columns)
    }
  }

  private static let maxMarks = 4
  private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF
  private static let variationSelectors: ClosedRange<UInt32> = 0xFE00...0xFE0F

  private static func spaces(_ count: Int) -> [[Unicode.Scalar]] { Array(repeating: [" "], count: max(0, count)) }
}
