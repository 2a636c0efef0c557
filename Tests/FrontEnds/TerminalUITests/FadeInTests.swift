import Explorer
import Presentation
import Testing

@testable import TerminalUI

@Suite struct FadeInTests {
  private let theme = DarkTheme()

  private func frame(_ text: String) -> Frame {
    var frame = Frame(Viewport(columns: 8, rows: 1))
    for (index, character) in text.enumerated() { frame.cells[index] = Cell(character, theme.style(.title)) }
    return frame
  }

  @Test func `text appears in steps where nothing was, and at once where text was`() {
    var fade = FadeIn()
    _ = fade.fade(frame("Luke …"), theme, at: .zero, isUsed: true)
    let next = frame("Leia Zam")
    let first = fade.fade(next, theme, at: .milliseconds(10), isUsed: true)
    #expect(first.cells.map(\.character) == next.cells.map(\.character))
    #expect(first.cells[..<4] == next.cells[..<4] && first.cells[5...].allSatisfy { $0.style == theme.style(.rule) })
    let second = fade.fade(next, theme, at: .milliseconds(10) + FadeIn.step, isUsed: true)
    #expect(second.cells[5...].allSatisfy { $0.style == theme.style(.muted) } && fade.isRunning)
    #expect(fade.fade(next, theme, at: .milliseconds(10) + FadeIn.step * 2, isUsed: true).looksSame(as: next) && !fade.isRunning)
  }

  @Test func `without motion, without colours, and for the response to a key, text appears at once`() {
    for (theme, isUsed) in [(DarkTheme(), false), (NoColorTheme(), true)] as [(any Theme, Bool)] {
      var fade = FadeIn()
      _ = fade.fade(frame(""), theme, at: .zero, isUsed: isUsed)
      #expect(fade.fade(frame("Luke"), theme, at: .zero, isUsed: isUsed).looksSame(as: frame("Luke")) && !fade.isRunning)
    }
  }
}
