import Localization
import Models
import Presentation
import Testing

@testable import Explorer

/// From the first screen to a record and back, by what keys mean.
@Suite struct SearchJourneyTests {
  @Test(arguments: [Viewport(columns: 40, rows: 12), Viewport(columns: 132, rows: 43)])
  func searchesOpensAndComesBack(_ size: Viewport) throws {
    var stage = Stage(size, Explorer.Look(theme: DarkTheme(), language: English()))
    stage.send(.begin)
    stage.settle()
    stage.act(.search)
    #expect(stage.explorer.isTyping)
    stage.type("luke")
    // Faster than the pause, and than the answer.
    stage.act(.open)
    stage.settle()
    #expect(stage.explorer.subject == SearchAnswers.reference("people/1"))
    #expect(shown(stage).contains("Luke Skywalker"))
    stage.act(.back)
    #expect(shown(stage).contains("Search  luke"))
    #expect(!stage.explorer.isTyping)
    stage.act(.forward)
    stage.settle()
    #expect(shown(stage).contains("Luke Skywalker"))
    stage.act(.palette)
    stage.type("anewhope")
    stage.settle()
    stage.act(.open)
    stage.settle()
    #expect(stage.explorer.subject == SearchAnswers.reference("films/1"))
    stage.act(.crawl)
    stage.settle()
    stage.act(.cancel, .quit)
    #expect(stage.effects.contains(.quit))
  }

  private func shown(_ stage: Stage) -> String {
    Golden.characters(of: ExplorerScreen.frame(of: stage.explorer, at: stage.now))
  }
}
