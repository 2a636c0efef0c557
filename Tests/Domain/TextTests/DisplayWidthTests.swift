import Testing

@testable import Text

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("Luke Skywalker", 14), ("Padmé", 5),
    // A letter with a combining accent takes one column.
    ("Padme\u{301}", 5), ("スター・ウォーズ", 16), ("星球大战", 8), ("한국어", 6),
    // Conjoining Hangul letters form one syllable.
    ("\u{1112}\u{1161}\u{11AB}", 2), ("ＡＢＣ", 6),
    // A half-width form.
    ("ｱ", 1), ("🚀", 2),
    // Emoji joined by ZERO WIDTH JOINER are one emoji.
    ("👨‍👩‍👧", 2), ("🇯🇵", 2), ("👍🏽", 2),
    // Text by default, an emoji with the variation selector.
    ("❤", 1), ("❤\u{FE0F}", 2), ("a\u{200B}b", 2), ("—·…", 3), ("█▌", 2),
  ])
  func `text has the width that terminals give it`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test func `wide ranges are ascending and do not overlap`() {
    for (left, right) in zip(DisplayWidth.wide, DisplayWidth.wide.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
  }

  @Test(arguments: ["\u{10FF}", "\u{303F}", "\u{A4C7}", "\u{ABFF}", "\u{D7FB}", "\u{FF61}"])
  func `scalars next to wide ranges are narrow`(text: String) {
    #expect(text.columns <= 1)
  }
}
