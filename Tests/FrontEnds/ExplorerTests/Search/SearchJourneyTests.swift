import Localization
import Models
import Presentation
import Testing

@testable import Explorer

/// From the first screen to a record and back, by key.
@Suite struct SearchJourneyTests {
  @Test(arguments: [Viewport(columns: 40, rows: 12), Viewport(columns: 132, rows: 43)])
  func `a search is opened, left and returned to by key`(_ size: Viewport) throws {
    var harness = ExplorerHarness(size, Explorer.Settings(theme: DarkTheme(), language: English()))
    harness.send(.begin)
    harness.settle()
    harness.perform(.search)
    #expect(harness.explorer.isTyping)
    harness.type("luke")
    // Enter arrives before the typing pause and before the result.
    harness.perform(.open)
    harness.settle()
    #expect(harness.explorer.subject == SearchResults.reference("people/1"))
    #expect(shown(harness).contains("Luke Skywalker"))
    harness.perform(.back)
    #expect(shown(harness).contains(size.columns < 60 ? "/ luke" : "Search  luke"))
    #expect(!harness.explorer.isTyping)
    harness.perform(.forward)
    harness.settle()
    #expect(shown(harness).contains("Luke Skywalker"))
    harness.perform(.palette)
    harness.type("anewhope")
    harness.settle()
    harness.perform(.open)
    harness.settle()
    #expect(harness.explorer.subject == SearchResults.reference("films/1"))
    harness.perform(.crawl)
    harness.settle()
    harness.perform(.cancel, .quit)
    #expect(harness.effects.contains(.quit))
  }

  private func shown(_ harness: ExplorerHarness) -> String {
    Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now))
  }
}
