import Platform
import Presentation
import Testing

@testable import TerminalUI

@Suite struct ViewportTests {
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
