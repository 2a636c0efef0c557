/// What curses writes for a character that takes one or two columns.
///
/// Terminals disagree about the width of emoji sequences: some draw a family as one picture and others as three, a flag as a picture of two
/// columns or as two letters. One that disagrees with curses moves the rest of the line, so only code points of a known width are written.
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

  /// Maximum number of combining marks in a cell of curses.
  private static let maxMarks = 4
  private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF
  private static let variationSelectors: ClosedRange<UInt32> = 0xFE00...0xFE0F

  private static func spaces(_ count: Int) -> [[Unicode.Scalar]] { Array(repeating: [" "], count: max(0, count)) }
}
