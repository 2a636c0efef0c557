import Testing

@testable import Text

@Suite struct SafeTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"), ("a\nb\r\nc\td", "a b c d"), ("a\rb", "a b"), ("a\u{9B}31m", "a\u{FFFD}31m"),
    ("a\u{202E}b\u{2066}\u{200F}\u{61C}", "a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}"), ("a\u{200B}b\u{FEFF}", "a\u{FFFD}b\u{FFFD}"),
    ("a\u{AD}b\u{E0061}", "a\u{FFFD}b\u{FFFD}"), ("Padmé ルーク ٣ e\u{301}", "Padmé ルーク ٣ e\u{301}"),
    // Joiners are only kept between emoji.
    ("👩\u{200D}🚀 ❤\u{FE0F}\u{200D}🔥", "👩\u{200D}🚀 ❤\u{FE0F}\u{200D}🔥"), ("a\u{200D}b", "a\u{FFFD}b"), ("👩\u{200D}", "👩\u{FFFD}"),
    ("👩\u{200D}\u{200D}🚀", "👩\u{FFFD}\u{FFFD}🚀"), ("\u{2028}\u{85}", "  "),
  ]) func `unsafe characters are replaced`(_ text: String, _ expected: String) {
    #expect(text.printable.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func `interpolated values are made safe and literals are unchanged`() {
    let name = "Luke\u{1B}]0;x\u{07}\n"
    let line: SafeText = "\u{1B}[1m\(name)\u{1B}[0m\t\(7)\n"
    #expect(line.text == "\u{1B}[1mLuke\u{FFFD}]0;x\u{FFFD} \u{1B}[0m\t7\n")
    #expect(("<\(line)>" as SafeText).text == "<\(line.text)>")
    #expect(SafeText(lines: ["a\nb", "\u{9B}"]).text == "a b\n\u{FFFD}\n")
  }
}
