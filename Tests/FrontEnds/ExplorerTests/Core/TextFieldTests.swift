import Testing

@testable import Explorer

@Suite struct TextFieldTests {
  /// Edits `padmé ami|dala`; the bar is the cursor.
  @Test(arguments: [
    (TextEdit.insert("x"), "padmé amixdala", 10), (.insert("naïve 日"), "padmé aminaïve 日dala", 16), (.deleteBackward, "padmé amdala", 8),
    (.deleteForward, "padmé amiala", 9), (.deleteWord, "padmé dala", 6), (.deleteAll, "", 0), (.moveLeft, "padmé amidala", 8),
    (.moveRight, "padmé amidala", 10), (.moveToStart, "padmé amidala", 0), (.moveToEnd, "padmé amidala", 13),
  ])
  func `each edit changes text and cursor`(edit: TextEdit, text: String, cursor: Int) {
    var field = TextField("padmé amidala")
    for _ in 0..<4 { field.apply(.moveLeft) }
    field.apply(edit)
    #expect(field.text == text)
    #expect(field.cursor == cursor)
  }

  @Test func `a combining mark joins the letter before it`() {
    var field = TextField("e")
    field.apply(.insert("\u{301}"))
    #expect(field.text == "é")
    #expect(field.cursor == 1)
    field.apply(.deleteBackward)
    #expect(field.text.isEmpty)
  }

  @Test func `a long text takes no more input, but can be shortened`() {
    var field = TextField(String(repeating: "x", count: TextField.maxSize - 1))
    let isChanged = [TextEdit.insert("yz"), .insert("z"), .deleteBackward, .insert("日x")].map { field.apply($0) }
    #expect(isChanged == [true, false, true, false])
    #expect(field.text.count == TextField.maxSize - 1)
    #expect(field.cursor == TextField.maxSize - 1)
  }
}
