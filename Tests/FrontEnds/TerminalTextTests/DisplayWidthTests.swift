import Testing

@testable import TerminalText

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0),
    ("Luke Skywalker", 14),
    ("Padmé", 5),
    // e and a combining acute accent are one column.
    ("Padme\u{301}", 5),
    ("スター・ウォーズ", 16),
    ("星球大战", 8),
    ("한국어", 6),
    // Conjoining letters make one syllable.
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("ＡＢＣ", 6),
    // A half-width form.
    ("ｱ", 1),
    ("🚀", 2),
    // A family joined by ZERO WIDTH JOINER is one picture.
    ("👨‍👩‍👧", 2),
    ("🇯🇵", 2),
    ("👍🏽", 2),
    // Text by default, a picture with the variation selector.
    ("❤", 1),
    ("❤\u{FE0F}", 2),
    ("a\u{200B}b", 2),
    ("—·…", 3),
    ("█▌", 2),
  ])
  func columnsOnATerminal(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test func wideRangesAscendWithoutOverlap() {
    for (left, right) in zip(DisplayWidth.wide, DisplayWidth.wide.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
  }

  @Test(arguments: ["\u{10FF}", "\u{303F}", "\u{A4C7}", "\u{ABFF}", "\u{D7FB}", "\u{FF61}"])
  func neighboursOfWideRangesAreNarrow(text: String) {
    #expect(text.columns <= 1)
  }
}
