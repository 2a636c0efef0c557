import Platform
import Presentation
import Testing

@testable import TerminalUI

/// The colours and the size that a terminal has.
@Suite struct TerminalTests {
  private static let grey = Color(240, basic: 8)

  @Test(
    arguments: [
      // The terminal's own background, a black, a blue, a white, a bright white and a cyan one.
      (nil, -1), (Color(16, basic: 0), 7), (Color(237, basic: 4), 7), (Color(254, basic: 7), 0), (Color(231, basic: 15), 0),
      (Color(153, basic: 7, eight: 6), 0),
    ] as [(Color?, Int32)])
  func `grey is visible with eight colours`(_ background: Color?, _ index: Int32) {
    #expect(ColorPairs.foreground(of: Style(Self.grey, on: background), of: 8) == index)
  }

  @Test func `grey is grey where the terminal has it`() {
    #expect(ColorPairs.foreground(of: Style(Self.grey), of: 16) == 8)
    #expect(ColorPairs.foreground(of: Style(Self.grey), of: 256) == 240)
  }

  @Test func `bright colours are dark ones with eight colours`() {
    #expect(ColorPairs.foreground(of: Style(Color(117, basic: 14)), of: 8) == 6)
    #expect(ColorPairs.foreground(of: .plain, of: 8) == -1)
    #expect(ColorPairs.index(Color(153, basic: 7, eight: 4), of: 8) == 4)
    #expect(ColorPairs.index(Color(153, basic: 7, eight: 4), of: 16) == 7)
  }

  /// Lines, borders and the scales of bars.
  @Test(arguments: Themes.all.map(\.name)) func `no theme draws lines in the colour of the background`(_ name: String) throws {
    let theme = try #require(Themes.all.first { $0.name == name })
    let (rule, ground) = (theme.style(.rule), theme.ground)
    let (foreground, background) = (ColorPairs.foreground(of: rule, of: 8), ColorPairs.index(rule.background, of: 8))
    #expect(foreground == -1 || foreground != (background >= 0 ? background : ground == .light ? 7 : 0))
  }

  @Test(
    arguments: [
      (TerminalSize(columns: 80, rows: 24), Viewport(columns: 80, rows: 24)),
      (TerminalSize(columns: 1_000, rows: 500), Viewport(columns: 1_000, rows: 500)),
      (TerminalSize(columns: 3_000, rows: 24), Viewport(columns: 1_000, rows: 24)),
      (TerminalSize(columns: 80, rows: 3_000), Viewport(columns: 80, rows: 500)),
      (TerminalSize(columns: 65_535, rows: 65_535), Viewport(columns: 1_000, rows: 500)),
    ]) func `a huge terminal is used in part`(size: TerminalSize, viewport: Viewport)
  {
    #expect(Viewport(of: size) == viewport)
  }
}
