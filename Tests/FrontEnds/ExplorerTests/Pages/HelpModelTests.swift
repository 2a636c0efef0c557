import Localization
import Models
import Presentation
import Testing

@testable import Explorer

@Suite struct HelpModelTests {
  private func help(_ harness: ExplorerHarness) -> HelpModel? {
    harness.explorer.overlay as? HelpModel
  }

  @Test func `every action is in the help of some page, once per page`() {
    var seen: Set<Action> = []
    var harness = ExplorerHarness(
      Viewport(columns: 80, rows: 24), Explorer.Settings(theme: Themes.all[0], language: English()), keepsFavourites: true)
    harness.send(.begin)
    for index in harness.explorer.tabs.indices {
      harness.send(.click(.tab(index)))
      harness.perform(.help)
      let actions = help(harness)?.sections.flatMap(\.actions) ?? []
      #expect(Set(actions).count == actions.count)
      seen.formUnion(actions)
      harness.perform(.cancel)
    }
    let missing = Action.allCases.filter { !seen.contains($0) && $0.tab == nil }
    // The crawl is listed only while a film is selected, the other on paths.
    #expect(missing == [.crawl, .alternative])
  }

  @Test func `an action in the help can be performed at once`() {
    var harness = ExplorerHarness()
    harness.send(.begin)
    // The key that opened the help closes it.
    harness.perform(.help, .help)
    #expect(harness.explorer.overlay == nil)
    harness.perform(.help, .theme)
    #expect(harness.picker?.purpose == .theme)
    harness.perform(.cancel, .help, .quit)
    #expect(harness.explorer.overlay == nil)
    #expect(!harness.effects.contains(.quit))
  }

  @Test(arguments: Languages.all.map(\.code)) func `no name of an action is cut`(code: String) throws {
    let language = try #require(Languages.all.first { $0.code == code })
    var harness = ExplorerHarness(Viewport(columns: 80, rows: 24), Explorer.Settings(theme: .dark, language: language))
    harness.send(.begin)
    for tab in harness.explorer.tabs.indices {
      harness.send(.click(.tab(tab)))
      for end in [Action.first, .last] {
        harness.perform(.help, end)
        // The panel, without the page around it. The tabs are a range with an ellipsis between two spaces.
        let rows = harness.screen.split(separator: "\n")
        let panel = rows.compactMap { row in row.split(separator: "│").dropFirst().first }
        #expect(!panel.contains { $0.replacing(" … ", with: "").contains("…") }, "\(panel.joined(separator: "\n"))")
        harness.perform(.cancel)
      }
    }
  }
}
