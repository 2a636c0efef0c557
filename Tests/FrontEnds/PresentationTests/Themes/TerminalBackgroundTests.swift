import Testing

@testable import Presentation

@Suite struct TerminalBackgroundTests {
  @Test(
    arguments: [
      ("15;0", TerminalBackground.dark), ("0;15", .light), ("0;default;15", .light), ("12;8", .dark), ("0;7", .light), ("0;default", nil),
      ("", nil), ("15", .light), ("15;16", nil), ("15;", nil),
    ] as [(String, TerminalBackground?)])
  func `COLORFGBG is parsed`(text: String, background: TerminalBackground?) {
    #expect(TerminalBackground(colorVariable: text) == background)
  }

  @Test(
    arguments: [
      ("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{07}", TerminalBackground.dark), ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", .light),
      ("\u{1B}]11;rgb:fd/f6/e3\u{07}", .light), ("\u{1B}]11;rgb:0/2/3\u{07}", .dark), ("\u{1B}]11;rgba:0000/2b2b/3636/ffff\u{07}", .dark),
      ("\u{1B}]11;#ffffff\u{07}", nil),
      ("\u{1B}]11;rgb:ffff/ffff\u{07}", nil), ("\u{1B}]11;rgb:fffff/0/0\u{07}", nil), ("\u{1B}]11;rgb:/0/0\u{07}", nil),
      ("\u{1B}]11;rgb:gg/00/00\u{07}", nil), ("\u{1B}]10;rgb:ffff/ffff/ffff\u{07}", nil), ("", nil), ("\u{1B}]11;?\u{07}", nil),
    ] as [(String, TerminalBackground?)])
  func `replies to OSC 11 are parsed`(answer: String, background: TerminalBackground?) {
    #expect(TerminalBackground(oscReply: answer) == background)
  }
}
