import Testing
import Text

@testable import Presentation

@Suite struct StylingTests {
  @Test(arguments: [
    (TerminalPalette.basic, Role.accent, "96"), (.indexed, .accent, "38;5;117"), (.indexed, .match, "1;4;38;5;220"), (.basic, .bad, "91"),
    (.indexed, .title, "1;38;5;220"),
  ])
  func `the command line has the colours of the theme`(palette: TerminalPalette, role: Role, code: String) {
    let painter = Painter(usesColor: true, theme: .dark, palette: palette)
    #expect(painter.paint("Luke", role) == SafeText(checked: "\u{1B}[\(code)mLuke\u{1B}[0m"))
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], TerminalPalette.indexed), (["TERM": "linux"], .basic),
      (["TERM": "xterm", "COLORTERM": "truecolor"], .indexed),
      ([:], .basic),
    ] as [([String: String], TerminalPalette)])
  func `the environment tells the palette`(environment: [String: String], palette: TerminalPalette) {
    #expect(TerminalPalette { environment[$0] } == palette)
  }

  @Test func `a painter with colour wraps each role in escape sequences`() {
    let painter = Painter(usesColor: true)
    #expect(painter.paint("Luke", .text) == "Luke")
    #expect(painter.paint("Luke", .title) == "\u{1B}[1mLuke\u{1B}[0m")
    #expect(painter.paint("", .title) == "")
    #expect(painter.paint(StyledText([.init("a ", .muted), .init("b")])) == "\u{1B}[2ma \u{1B}[0mb")
  }

  @Test func `wrapping keeps roles and words`() {
    let text = StyledText([.init("one two", .accent), .init(", three", .muted), .init(" four")])
    let lines = text.wrapped(to: 9)
    #expect(lines.map(\.text) == ["one two,", "three", "four"])
    #expect(lines[0].spans == [.init("one two", .accent), .init(",", .muted)])
    #expect(lines[2].spans == [.init("four")])
  }

  @Test func `Japanese is wrapped between characters, across roles`() {
    let text = StyledText([.init("惑星", .accent), .init("、恒星 x", .muted)])
    let lines = text.wrapped(to: 5)
    #expect(lines.map(\.text) == ["惑", "星、", "恒星", "x"])
    #expect(lines[1].spans == [.init("星", .accent), .init("、", .muted)])
  }

  @Test func `a line does not end beside French punctuation`() {
    #expect(StyledText("un mot : un autre ?").wrapped(to: 7).map(\.text) == ["un", "mot :", "un", "autre ?"])
    #expect(StyledText("dire « mot » ou").wrapped(to: 9).map(\.text) == ["dire", "« mot »", "ou"])
    let spans = StyledText([.init("clé ", .accent), .init(": valeur", .muted)])
    #expect(spans.wrapped(to: 6).map(\.text) == ["clé :", "valeur"])
    #expect(spans.wrapped(to: 6)[0].spans == [.init("clé ", .accent), .init(":", .muted)])
    for width in 10...24 {
      let plain = "les noms : « Luke » ; Leïa !".wrapped(to: width)
      #expect(StyledText("les noms : « Luke » ; Leïa !").wrapped(to: width).map(\.text) == plain)
    }
  }

  @Test func `folding keeps every character and its role`() {
    let text = StyledText([.init("abcde", .muted), .init("fghi日本", .bad)])
    let rows = text.folded(to: 4, indent: 1)
    #expect(rows.map(\.text) == ["abcd", " efg", " hi", " 日", " 本"])
    #expect(rows[1].spans.map(\.role) == [.text, .muted, .bad])
    #expect(text.folded(to: 4, indent: 1, limit: 2).map(\.text) == ["abcd", " efg"])
    #expect(text.folded(to: 13, indent: 1) == [text])
    #expect(StyledText("one  two three").folded(to: 10, indent: 2).map(\.text) == ["one  two ", "  three"])
    // A space near the beginning would leave most of the row empty.
    #expect(StyledText("a bcdefghijkl").folded(to: 8, indent: 0).map(\.text) == ["a bcdefg", "hijkl"])
    // The narrowest screens make progress, too.
    #expect(text.folded(to: 1, indent: 2).map(\.text).joined() == "abcdefghi日本")
  }

  @Test(
    arguments: [
      (ColorChoice.always, false, [:], true), (.never, true, [:], false), (.auto, true, ["TERM": "xterm"], true),
      (.auto, false, [:], false),
      (.auto, true, ["TERM": "dumb"], false), (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
      (.auto, false, ["CLICOLOR_FORCE": "1"], true), (.auto, false, ["CLICOLOR_FORCE": "0"], false),
      (.auto, false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false), (.always, false, ["NO_COLOR": "1"], true),
    ] as [(ColorChoice, Bool, [String: String], Bool)])
  func `colour depends on the choice, then the environment, then the terminal`(
    choice: ColorChoice, isTerminal: Bool, environment: [String: String], expected: Bool
  ) {
    #expect(choice.usesColor(isTerminal: isTerminal) { environment[$0] } == expected)
  }
}
