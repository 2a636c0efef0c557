import Models
import Testing

struct FoldedTextTests {
  @Test(arguments: [
    ("Luke Skywalker", ["luke", "skywalker"]), ("Padmé Amidala", ["padme", "amidala"]), ("Padme\u{301}", ["padme"]),
    ("R2-D2", ["r2", "d2"]), ("Twi'lek", ["twilek"]), ("Ratts Tyerel’s", ["ratts", "tyerels"]),
    ("TIE/LN starfighter", ["tie", "ln", "starfighter"]), ("1,358 kg", ["1358", "kg"]), ("a, b", ["a", "b"]), ("1, 2", ["1", "2"]),
    ("ÆSIR", ["aesir"]), ("Ægir Øst Straße", ["aegir", "ost", "strasse"]), ("ルーク", ["ルーク"]), ("", []), ("  ", []), ("—", []),
  ])
  func `text is folded into words`(text: String, words: [String]) {
    let folded = FoldedText(text)
    #expect(folded.words.map(\.text) == words)
    #expect(folded.compact == words.joined())
  }

  @Test(arguments: [
    ("R2-D2", [[0, 1], [3, 4]]), ("Padme\u{301}", [[0, 1, 2, 3, 4]]), ("æ b", [[0, 0], [2]]), ("Twi'lek", [[0, 1, 2, 4, 5, 6]]),
    ("1,358", [[0, 2, 3, 4]]), ("", []),
  ])
  func `words have positions in the text`(text: String, characters: [[Int]]) {
    #expect(FoldedText(text).words.map(\.places) == characters)
  }

  /// A letter beyond ASCII takes the text through the general rules.
  @Test(arguments: [
    "", "Luke Skywalker", "R2-D2", "Twi'lek", "'",
    "''a", "a'", "1,358 kg", "1,,2", ",1", "1,", "1,a", "a,1", "1,2,3", "TIE/LN", "a\tb\u{0}c\u{7F}d",
    "one\ntwo", "one\r\ntwo", "one\rtwo", "1\r\n,2", "[`{@_^~",
  ])
  func `ASCII text is folded like any other`(text: String) {
    #expect(Array(FoldedText(text + " é").words.dropLast()) == FoldedText(text).words)
    #expect(FoldedText(Substring(text)) == FoldedText(text))
  }

  @Test(arguments: [([3, 3, 5, 6], 3..<7), ([3], 3..<4), ([], 0..<0)] as [([Int], Range<Int>)])
  func `places have a range in the text`(places: [Int], range: Range<Int>) { #expect(places.covered == range) }
}
