import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Testing
import Text

@testable import Explorer

@Suite struct PickerModelTests {
  private func palette() throws -> ExplorerHarness {
    var harness = ExplorerHarness()
    harness.send(.begin)
    try harness.store("people/1", "people/5", "starships/10")
    harness.perform(.palette)
    return harness
  }

  @Test func `typing filters actions and records together`() throws {
    var harness = try palette()
    harness.type("luke")
    #expect(harness.picker?.rows.map(\.destination) == [.recordInTab(ExplorerTests.luke)])
    #expect(harness.picker?.rows.first?.marks == [0..<4])
    #expect(harness.sentQueries == [.suggest("luke", kind: nil, limit: 20)])
    #expect(harness.hasCancelled)
    harness.send(.edit(.deleteAll))
    harness.type("qui")
    #expect(harness.picker?.rows.first?.destination == .action(.quit))
  }

  @Test func `suggestions are added, each record once, with spelling corrections last`() throws {
    var harness = try palette()
    harness.type("leia")
    try harness.answer(
      .suggestions([ExplorerHarness.match("people/5", "Leia Organa"), ExplorerHarness.match("planets/2", "Alderaan")]),
      ExplorerHarness.isSuggestion)
    #expect(harness.picker?.rows.map(\.title) == ["Leia Organa", "Alderaan"])
  }

  @Test func `a moved selection stays with its row when suggestions come`() throws {
    var harness = try palette()
    harness.type("l")
    harness.perform(.down)
    let selected = try #require(harness.picker?.selected)
    try harness.answer(.suggestions([ExplorerHarness.match("people/9999", "L")]), ExplorerHarness.isSuggestion)
    #expect(harness.picker?.rows.first?.title == "L")
    #expect(harness.picker?.selected?.destination == selected.destination)
  }

  @Test func `themes are previewed and restored if nothing is picked`() {
    var harness = ExplorerHarness()
    harness.send(.begin)
    let before = harness.explorer.settings.theme.name
    harness.perform(.theme)
    #expect(harness.picker?.selected?.destination == .theme(before))
    harness.perform(.down)
    #expect(harness.explorer.settings.theme.name == Themes.all[1].name)
    harness.perform(.cancel)
    #expect(harness.explorer.settings.theme.name == before)
    #expect(harness.explorer.overlay == nil)
    harness.perform(.theme, .down, .open)
    #expect(harness.explorer.settings.theme.name == Themes.all[1].name)
    #expect(harness.explorer.overlay == nil)
    harness.perform(.theme, .down)
    harness.send(.click(.listRow(0)))
    #expect(harness.explorer.settings.theme.name == Themes.all[1].name)
    harness.perform(.theme, .down, .help)
    #expect(harness.explorer.settings.theme.name == Themes.all[1].name)
    harness.perform(.cancel, .theme, .down)
    #expect(harness.explorer.settings.theme.name == Themes.all[2].name)
    harness.send(.click(.tab(0)))
    #expect(harness.explorer.settings.theme.name == Themes.all[1].name)
  }

  @Test(arguments: [Action.palette, .help, .theme], [Viewport(columns: 80, rows: 24), Viewport(columns: 132, rows: 43)])
  func `a click beside a panel closes it, and one on its frame does not`(_ panel: Action, _ size: Viewport) throws {
    var harness = ExplorerHarness(columns: size.columns, rows: size.rows)
    harness.send(.begin)
    harness.open("people")
    harness.settle()
    harness.perform(panel)
    func target(_ column: Int, _ row: Int) -> HitTarget? {
      harness.frame.hitTarget(column: column, row: row)
    }
    let body = harness.explorer.layout.body
    let frame = harness.frame
    let corner = try #require(frame.cells.firstIndex { $0.character == "┌" })
    let onFrame = try #require(target(corner % frame.columns, corner / frame.columns))
    #expect(onFrame == .overlay)
    harness.send(.click(onFrame))
    #expect(harness.explorer.overlay != nil)
    // The title of the list, and one of its rows.
    for row in [body.row, body.row + 3] {
      let beside = try #require(target(1, row))
      harness.send(.click(beside))
      #expect(harness.explorer.overlay == nil, "\(beside)")
      harness.perform(panel)
    }
  }

  @Test func `the sort keys are those of the kind and of the columns`() throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    harness.send(.click(.tab(1)))
    harness.perform(.sort)
    #expect(harness.picker?.rows.map(\.destination) == (Kind.people.sortKeys + ["homeworld"]).map { .sort(KindName.people, $0) })
    harness.type("mass")
    harness.perform(.open)
    guard let list = harness.explorer.page as? ListModel else { return #expect(Bool(false), "no list") }
    #expect(list.order.key == "mass")
    #expect(harness.explorer.overlay == nil)
  }
}
