import Testing
import Text

@testable import TerminalUI

/// Every character takes the columns that it was given, in whatever terminal.
@Suite struct CellTextTests {
  /// The widths of the C library on Debian 12.
  private func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x200D, 0x20E3, 0xFE00...0xFE0F: 0
    // Regional indicators, skin tones and other emoji.
    case 0x1F1E6...0x1F1FF: 1
    case 0x1F300...0x1FAFF, 0x2705, 0x60D1: 2
    case 0x1FB00...0x1FBFF: -1
    default: 1
    }
  }

  @Test(
    arguments: [
      ("a", 1, ["a"]), ("惑", 2, ["惑"]), ("é", 1, ["é"]), ("e\u{301}", 1, ["e\u{301}"]),
      // With joiners: a family, a rainbow flag, a woman with red hair.
      ("👨\u{200D}👩\u{200D}👧", 2, ["👨"]), ("🏳\u{FE0F}\u{200D}🌈", 2, ["🏳"]), ("👩\u{200D}🦰", 2, ["👩"]),
      // Flags, and half of one.
      ("🇩🇪", 2, ["D", "E"]), ("🇺🇸", 2, ["U", "S"]), ("🇩", 2, ["D", " "]),
      // Variation selectors: a heart, a key cap, a narrow and a wide check mark.
      ("❤\u{FE0F}", 2, ["❤", " "]), ("1\u{FE0F}\u{20E3}", 2, ["1\u{20E3}", " "]), ("✔\u{FE0F}", 2, ["✔", " "]), ("✅\u{FE0E}", 2, ["✅"]),
      ("👍🏽", 2, ["👍"]),
      // Unknown to the C library.
      ("\u{1FB00}", 1, ["\u{FFFD}"]),
    ] as [(Character, Int, [String])])
  func `a character is drawn in its columns`(_ character: Character, _ columns: Int, _ drawn: [String]) {
    let pieces = CellText.pieces(of: character, columns: columns, width: width)
    #expect(pieces.map { String(String.UnicodeScalarView($0)) } == drawn)
    #expect(pieces.joined().reduce(0) { $0 + width($1) } == columns || drawn.contains("\u{FFFD}"))
  }

  @Test func `no piece joins its neighbour`() {
    for text in ["👨\u{200D}👩\u{200D}👧\u{200D}👦", "🇩🇪🇫🇷", "🏴\u{200D}☠\u{FE0F}", "👍🏽"] {
      for character in text {
        let pieces = CellText.pieces(of: character, columns: character.columns, width: width)
        let scalars = pieces.flatMap(\.self)
        #expect(!scalars.contains { $0 == "\u{200D}" || (0x1F1E6...0x1F1FF).contains($0.value) || (0x1F3FB...0x1F3FF).contains($0.value) })
      }
    }
  }
}
