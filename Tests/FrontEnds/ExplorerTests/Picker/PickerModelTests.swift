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
    // Keys, a click after them, and the number of the theme that is shown then.
    let table: [(keys: [Action], click: HitTarget?, theme: Int)] = [
      ([.theme], nil, 0), ([.down], nil, 1), ([.cancel], nil, 0), ([.theme, .down, .open], nil, 1), ([.theme, .down], .listRow(0), 1),
      ([.theme, .down, .help], nil, 1), ([.cancel, .theme, .down], nil, 2), ([], .tab(0), 1),
    ]
    for (keys, click, theme) in table {
      for key in keys { harness.perform(key) }
      if let click { harness.send(.click(click)) }
      #expect(harness.explorer.settings.theme.name == Themes.all[theme].name, "\(keys)")
    }
    #expect(harness.explorer.overlay == nil)
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

  @Test func `only what has a meaning on the page is offered`() {
    var harness = ExplorerHarness()
    func titles() -> [String] { harness.picker?.rows.map(\.title) ?? [] }
    harness.openPeople()
    harness.perform(.palette)
    #expect(titles().contains("filter"))
    #expect(!titles().contains("crawl"))
    #expect(!titles().contains("back"))
    harness.perform(.cancel)
    harness.show("films/1")
    harness.settle()
    harness.perform(.palette)
    #expect(!titles().contains("filter"))
    #expect(titles().contains("crawl"))
    #expect(titles().contains("back"))
  }
}
