import OrderedJSON
import Presentation
import Testing

@testable import TerminalText

@Suite struct SafeTextTests {
  static let terminal = Surface(isTerminal: true, columns: 80, usesColor: true)

  @Test(arguments: [
    ("plain", "plain"), ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"), ("a\nb\r\nc\td", "a b c d"), ("a\rb", "a b"), ("a\u{9B}31m", "a\u{FFFD}31m"),
    ("a\u{202E}b\u{2066}\u{200F}\u{61C}", "a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}"), ("a\u{200B}b\u{FEFF}", "a\u{FFFD}b\u{FFFD}"),
    ("a\u{AD}b\u{E0061}", "a\u{FFFD}b\u{FFFD}"), ("Padmé ルーク ٣ e\u{301}", "Padmé ルーク ٣ e\u{301}"),
    // Emoji may be joined, and nothing else.
    ("👩\u{200D}🚀 ❤\u{FE0F}\u{200D}🔥", "👩\u{200D}🚀 ❤\u{FE0F}\u{200D}🔥"), ("a\u{200D}b", "a\u{FFFD}b"), ("👩\u{200D}", "👩\u{FFFD}"),
    ("👩\u{200D}\u{200D}🚀", "👩\u{FFFD}\u{FFFD}🚀"), ("\u{2028}\u{85}", "  "),
  ]) func textIsMadePrintable(_ text: String, _ expected: String) {
    #expect(text.printable.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func whatIsPutIntoALiteralIsSafeAndTheLiteralStays() {
    let name = "Luke\u{1B}]0;x\u{07}\n"
    let line: SafeText = "\u{1B}[1m\(name)\u{1B}[0m\t\(7)\n"
    #expect(line.text == "\u{1B}[1mLuke\u{FFFD}]0;x\u{FFFD} \u{1B}[0m\t7\n")
    #expect(("<\(line)>" as SafeText).text == "<\(line.text)>")
    #expect(SafeText(lines: ["a\nb", "\u{9B}"]).text == "a b\n\u{FFFD}\n")
  }

  @Test func jsonOnATerminalIsTheSameDocument() throws {
    let text = "a\u{9B}\u{202E}\u{7F}\u{E0061}👩\u{200D}🚀"
    let json: JSON = ["name": .string(text), text: [.string("\u{1B}\n")]]
    let shown = SafeText(json, .indented, on: Self.terminal).text
    #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\u{200D}" || !$0.isUnsafe })
    #expect(shown.contains(#"a\u009b\u202e\u007f\udb40\udc61"#))
    #expect(try JSON(parsing: Array(shown.utf8)) == json)
    #expect(SafeText(json, on: .file).text == json.text() + "\n")
  }

  @Test func aStyledTextIsSafeFromTheStart() {
    let text = StyledText("a\u{1B}[2Jb\u{202E}", .accent)
    #expect(text.text == "a\u{FFFD}[2Jb\u{FFFD}")
    #expect(text.columns == 7)
    #expect(Fact("a\u{1B}", "b").label == "a\u{FFFD}")
  }

  @Test(arguments: [
    ("=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\""), ("@SUM(A1)", "'@SUM(A1)"), ("+1", "'+1"), ("-1+2", "'-1+2"),
    ("-2", "-2"), ("-2.5e3", "-2.5e3"), ("-", "'-"), ("-x", "'-x"), ("＝1", "'＝1"), ("\t=1", "'\t=1"), ("a=1", "a=1"), ("", ""),
    ("\u{1B}[2J", "\u{FFFD}[2J"), ("a\nb", "\"a\nb\""),
    // A quote with a combining mark is one character, and a quote all the same.
    ("a\"\u{301},=1", "\"a\"\"\u{301},=1\""),
  ]) func cellsOfCSVAreInert(_ value: String, _ cell: String) {
    struct One: Document {
      let value: String
      var blocks: [Block] { [] }
      var json: JSON { .null }
      var sheet: Sheet { Sheet(header: ["name"], rows: [[value]]) }
    }
    #expect(CSVFormat().render(One(value: value), on: .file).text == "name\n\(cell)\n")
  }
}
