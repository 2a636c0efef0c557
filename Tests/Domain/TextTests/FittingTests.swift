import Testing

@testable import Text

@Suite struct FittingTests {
  @Test(arguments: [
    ("Luke", 4, "Luke"), ("Luke", 10, "Luke"), ("Luke Skywalker", 8, "Luke Sk…"), ("Luke Skywalker", 6, "Luke…"), ("Luke", 1, "…"),
    ("Luke", 0, ""),
    // A wide character that would only fit by half is dropped.
    ("スター", 4, "ス…"), ("スター", 5, "スタ…"), ("Padmé Amidala", 6, "Padmé…"),
  ])
  func `long text is truncated with an ellipsis`(text: String, columns: Int, expected: String) {
    #expect(text.truncated(to: columns) == expected)
    #expect(text.truncated(to: columns).columns <= columns)
  }

  @Test func `quoted text has at most sixty columns between its quotes`() {
    #expect("luke".quoted == "'luke'")
    #expect(String(repeating: "x", count: 60).quoted.count == 62)
    #expect(String(repeating: "x", count: 61).quoted == "'\(String(repeating: "x", count: 59))…'")
  }

  @Test(arguments: [
    ("ab", 5, Alignment.leading, "ab   "), ("ab", 5, .trailing, "   ab"), ("ab", 5, .center, " ab  "), ("星", 4, .trailing, "  星"),
    ("abcdef", 3, .leading, "abcdef"),
  ])
  func `short text is padded`(text: String, columns: Int, alignment: Alignment, expected: String) {
    #expect(text.padded(to: columns, alignment) == expected)
  }

  @Test(arguments: [
    ("", 10, [""]), ("one two three", 7, ["one two", "three"]), ("  one   two ", 20, ["one two"]),
    ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
    ("スター ウォーズ", 6, ["スター", "ウォー", "ズ"]), ("abc", 0, ["a", "b", "c"]), ("星a 星", 1, ["星", "a", "星"]),
    ("ab cdefgh i", 4, ["ab", "cdef", "gh i"]),
  ])
  func `text is wrapped between words`(text: String, columns: Int, expected: [String]) {
    #expect(text.wrapped(to: columns) == expected)
  }

  @Test(arguments: [
    ("惑星の一覧を表示します。", 10, ["惑星の一覧", "を表示しま", "す。"]), ("一覧です。次", 8, ["一覧で", "す。次"]), ("「惑星」と", 7, ["「惑", "星」と"]),
    ("ある「惑星」", 6, ["ある", "「惑", "星」"]), ("スターシップ", 5, ["ス", "ター", "シッ", "プ"]),
    ("holocron upで起動", 14, ["holocron upで", "起動"]), ("起動は holocron up", 16, ["起動は holocron", "up"]), ("행성 목록", 6, ["행성", "목록"]),
  ])
  func `Japanese is wrapped between characters, but not before closing punctuation`(text: String, columns: Int, expected: [String]) {
    #expect(text.wrapped(to: columns) == expected)
  }

  @Test(arguments: [
    ("un filtre : oui", 10, ["un", "filtre :", "oui"]), ("dit « oui » ici", 9, ["dit", "« oui »", "ici"]),
    ("a\u{A0}b c", 3, ["a\u{A0}b", "c"]), ("100\u{202F}% ok", 5, ["100\u{202F}%", "ok"]), (": a", 2, [":", "a"]),
  ])
  func `French punctuation stays with its word`(text: String, columns: Int, expected: [String]) {
    #expect(text.wrapped(to: columns) == expected)
  }

  @Test(.timeLimit(.minutes(1))) func `a very long word is wrapped in linear time`() {
    let word = String(repeating: "é", count: 200_000)
    let lines = word.wrapped(to: 10)
    #expect(lines.count == 20_000)
    #expect(lines.joined() == word)
  }

  @Test func `justified lines fill the width, except for the last one`() {
    let text = "A long time ago in a galaxy far, far away there was a program that set its lines from edge to edge."
    let lines = text.justified(to: 24)
    #expect(lines.count > 3)
    for line in lines.dropLast() { #expect(line.columns == 24) }
    #expect(lines.last?.columns ?? 99 <= 24)
    #expect(lines.joined(separator: " ").split(separator: " ") == text.split(separator: " "))
  }

  @Test func `a line with one word is not justified`() {
    #expect("incomprehensible word".justified(to: 18) == ["incomprehensible", "word"])
  }
}
