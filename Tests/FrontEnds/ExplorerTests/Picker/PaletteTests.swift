import Localization
import Models
import Presentation
import Testing

@testable import Explorer

@Suite struct PaletteTests {
  private func titles(_ harness: ExplorerHarness) -> [String] { harness.picker?.rows.map(\.title) ?? [] }

  @Test func `settings are chosen directly, and those in use are left out`() {
    var harness = ExplorerHarness()
    harness.openPeople()
    harness.perform(.palette)
    let all = titles(harness)
    for title in ["Theme: light", "Language: Deutsch", "Sort: mass", "Units: imperial"] { #expect(all.contains(title), "\(title)") }
    for title in ["Theme: dark", "Language: English", "Units: metric", "People"] { #expect(!all.contains(title), "\(title)") }
    harness.type("sort: mass")
    harness.perform(.open)
    #expect(harness.explorer.overlay == nil)
    guard let list = harness.explorer.page as? ListModel else { return #expect(Bool(false)) }
    #expect(list.order.key == "mass")
  }

  @Test func `only what has a meaning on the page is offered`() {
    var harness = ExplorerHarness()
    harness.openPeople()
    harness.perform(.palette)
    #expect(titles(harness).contains("filter"))
    #expect(!titles(harness).contains("crawl"))
    #expect(!titles(harness).contains("back"))
    harness.perform(.cancel)
    harness.show("films/1")
    harness.settle()
    harness.perform(.palette)
    #expect(!titles(harness).contains("filter"))
    #expect(!titles(harness).contains { $0.hasPrefix("Sort:") })
    #expect(titles(harness).contains("crawl"))
    #expect(titles(harness).contains("back"))
  }

  @Test func `what was chosen lately comes first`() {
    var harness = ExplorerHarness()
    harness.openPeople()
    for title in ["units: imperial", "reverse order"] {
      harness.perform(.palette)
      harness.type(title)
      harness.perform(.open)
    }
    harness.perform(.palette)
    #expect(titles(harness).first == "reverse order")
    #expect(harness.explorer.recentChoices.count == 2)
  }
}
