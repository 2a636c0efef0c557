import OrderedJSON
import Testing
import Text

@testable import Presentation

@Suite struct SafeOutputTests {
  static let terminal = Surface(isTerminal: true, columns: 80, painter: Painter(usesColor: true))

  @Test func `JSON on a terminal is escaped but equal`() throws {
    let text = "a\u{9B}\u{202E}\u{7F}\u{E0061}👩\u{200D}🚀"
    let json: JSON = ["name": .string(text), text: [.string("\u{1B}\n")]]
    let shown = SafeText(json, .indented, on: Self.terminal).text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\u{200D}" || !$0.isUnsafe })
    #expect(shown.contains(#"a\u009b\u202e\u007f\udb40\udc61"#))
    #expect(try JSON(parsing: Array(shown.utf8)) == json)
    #expect(SafeText(json, on: .file).text == json.text() + "\n")
  }

  @Test func `styled text is safe when created`() {
    let text = StyledText("a\u{1B}[2Jb\u{202E}", .accent)
    #expect(text.text == "a\u{FFFD}[2Jb\u{FFFD}")
    #expect(text.columns == 7)
    #expect(LabeledValue("a\u{1B}", "b").label == "a\u{FFFD}")
  }

  @Test(arguments: [
    ("=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\""), ("@SUM(A1)", "'@SUM(A1)"), ("+1", "'+1"), ("-1+2", "'-1+2"),
    ("-2", "-2"), ("-2.5e3", "-2.5e3"), ("-", "'-"), ("-x", "'-x"), ("＝1", "'＝1"), ("\t=1", "'\t=1"), ("a=1", "a=1"), ("", ""),
    ("\u{1B}[2J", "\u{FFFD}[2J"), ("a\nb", "\"a\nb\""),
    // A quote followed by a combining mark is one `Character`, but must be escaped as well.
    ("a\"\u{301},=1", "\"a\"\"\u{301},=1\""),
  ]) func `CSV cells cannot be formulas`(_ value: String, _ cell: String) {
    struct One: Document {
      let value: String
      var blocks: [Block] { [] }
      var json: JSON { .null }
      var sheet: Sheet { Sheet(header: ["name"], rows: [[value]]) }
    }
    #expect(CSVFormat().render(One(value: value), on: .file).text == "name\n\(cell)\n")
  }
}
