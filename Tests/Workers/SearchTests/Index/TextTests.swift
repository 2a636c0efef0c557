import Testing

@testable import Search

struct TextTests {
  @Test(arguments: [
    ("4", 4), ("iv", 4), ("ix", 9), ("xiv", 14), ("i", 1), ("iiii", nil), ("vx", nil), ("luke", nil), ("", nil), ("xxxxxxx", nil),
    ("four", 4), ("ten", 10), ("tenth", nil),
  ])
  func `numerals are parsed`(word: String, value: Int?) {
    #expect(word.isEmpty || Numeral.value(of: word) == value)
  }

  @Test func `excerpts are cut around the match`() {
    let text = String(repeating: "word ", count: 40) + "Tatooine" + String(repeating: " more", count: 40)
    let excerpt = Excerpt(text, marks: [200..<208])
    #expect(excerpt.text.count <= Excerpt.maxLength + 2)
    #expect(excerpt.text.hasPrefix("…") && excerpt.text.hasSuffix("…"))
    let mark = excerpt.marks.first
    #expect(mark.map { String(Array(excerpt.text)[$0]) } == "Tatooine")
    #expect(Excerpt("short\ntext", marks: [0..<5, 3..<5]) == Excerpt("short text", marks: [0..<5]))
  }
}
