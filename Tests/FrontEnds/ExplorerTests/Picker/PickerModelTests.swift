import Contracts
import Localization
import MessageBus
import Models
import Presentation
import TerminalText
import Testing

@testable import Explorer

@Suite struct PickerModelTests {
  private func palette() throws -> Desk {
    var desk = Desk()
    desk.send(.begin)
    try desk.learn("people/1", "people/5", "starships/10")
    desk.act(.palette)
    return desk
  }

  @Test func `the palette begins with actions and asks nothing`() throws {
    let desk = try palette()
    #expect(desk.picker?.rows.first?.choice == .action(.search))
    #expect(desk.picker?.rows.contains { if case .record = $0.choice { true } else { false } } == false)
    #expect(!desk.asked.contains(where: Desk.isSuggestion))
    #expect(desk.explorer.isTyping)
  }

  @Test func `typing narrows actions and records together`() throws {
    var desk = try palette()
    desk.type("luke")
    #expect(desk.picker?.rows.map(\.choice) == [.record(ExplorerTests.luke)])
    #expect(desk.picker?.rows.first?.marks == [0..<4])
    #expect(desk.asked == [.suggest("luke", kind: nil, limit: 20)])
    #expect(desk.isCancelling)
    desk.send(.edit(.deleteAll))
    desk.type("qui")
    #expect(desk.picker?.rows.first?.choice == .action(.quit))
  }

  @Test func `suggestions join in, each record once, typing errors put right at the end`() throws {
    var desk = try palette()
    desk.type("leia")
    try desk.answer(
      .suggestions([Desk.match("people/5", "Leia Organa"), Desk.match("planets/2", "Alderaan")]), Desk.isSuggestion)
    #expect(desk.picker?.rows.map(\.title) == ["Leia Organa", "Alderaan"])
  }

  @Test func `enter performs an action on the page beneath`() throws {
    var desk = try palette()
    desk.type("quit")
    desk.act(.open)
    #expect(desk.explorer.overlay == nil)
    #expect(desk.effects.contains(.quit))
  }

  @Test func `enter goes to a record`() throws {
    var desk = try palette()
    desk.type("falcon")
    desk.act(.open)
    #expect(desk.explorer.overlay == nil)
    #expect(desk.shown == Reference("starships/10"))
  }

  @Test func `a tab is picked by its title`() throws {
    var desk = try palette()
    desk.type("planets")
    #expect(desk.picker?.rows.first?.choice == .action(.tab3))
    desk.act(.open)
    #expect(desk.explorer.tab.content == .kind(Planet.kind))
  }

  @Test func `a moved selection stays with its row when suggestions come`() throws {
    var desk = try palette()
    desk.type("l")
    desk.act(.down)
    let selected = try #require(desk.picker?.selected)
    try desk.answer(.suggestions([Desk.match("people/9999", "L")]), Desk.isSuggestion)
    #expect(desk.picker?.rows.first?.title == "L")
    #expect(desk.picker?.selected?.choice == selected.choice)
  }

  @Test func `themes are tried on, and put back when nothing is picked`() {
    var desk = Desk()
    desk.send(.begin)
    let before = desk.explorer.look.theme.name
    desk.act(.theme)
    #expect(desk.picker?.selected?.choice == .theme(before))
    desk.act(.down)
    #expect(desk.explorer.look.theme.name == Themes.all[1].name)
    desk.act(.cancel)
    #expect(desk.explorer.look.theme.name == before)
    #expect(desk.explorer.overlay == nil)
    desk.act(.theme, .down, .open)
    #expect(desk.explorer.look.theme.name == Themes.all[1].name)
    #expect(desk.explorer.overlay == nil)
    desk.act(.theme, .down)
    desk.send(.point(.listRow(0)))
    #expect(desk.explorer.look.theme.name == Themes.all[1].name)
    desk.act(.theme, .down, .help)
    #expect(desk.explorer.look.theme.name == Themes.all[1].name)
  }

  @Test func `languages too`() {
    var desk = Desk()
    desk.send(.begin)
    desk.act(.language)
    desk.type("deu")
    #expect(desk.explorer.look.language.code == "de")
    desk.act(.cancel)
    #expect(desk.explorer.look.language.code == "en")
  }

  @Test func `up from the first row leads to the last`() {
    var desk = Desk()
    desk.send(.begin)
    desk.act(.theme, .previousTab)
    #expect(desk.picker?.scroller.selection == Themes.all.count - 1)
    desk.act(.nextTab)
    #expect(desk.picker?.scroller.selection == 0)
  }

  @Test func `orders are those of the kind`() throws {
    var desk = Desk()
    desk.send(.begin)
    desk.send(.point(.tab(1)))
    desk.act(.sort)
    #expect(desk.picker?.rows.map(\.choice) == Person.sortKeys.map { .order($0) })
    desk.type("mass")
    desk.act(.open)
    guard case .list(let list) = desk.explorer.page else { return #expect(Bool(false), "no list") }
    #expect(list.order.key == "mass")
    #expect(desk.explorer.overlay == nil)
  }

  @Test func `a comparison offers records of the same kind, without the one it is for`() throws {
    var desk = try palette()
    desk.act(.cancel)
    _ = ExplorerTests.go(&desk.explorer, .picker(.compare([ExplorerTests.luke])))
    #expect(desk.picker?.rows.map(\.choice) == [.record(ExplorerTests.leia)])
    desk.act(.open)
    guard case .compare(let comparison) = desk.explorer.page else { return #expect(Bool(false), "no comparison") }
    #expect(comparison.references == [ExplorerTests.luke, ExplorerTests.leia])
  }

  @Test func `a path leads to any other record`() throws {
    var desk = try palette()
    desk.act(.cancel)
    _ = ExplorerTests.go(&desk.explorer, .picker(.path(from: ExplorerTests.luke)))
    desk.type("falcon")
    desk.act(.open)
    guard case .path(let path) = desk.explorer.page else { return #expect(Bool(false), "no path") }
    #expect(path.to == Reference("starships/10"))
  }

  @Test func `a random record is one of those that are loaded`() throws {
    var desk = Desk()
    desk.send(.begin)
    desk.act(.random)
    #expect(desk.explorer.remark?.text == English().say(.nothingLoaded))
    try desk.learn("people/1", "people/5", "starships/10")
    var seen: Set<Reference> = []
    for microsecond in 1...40 {
      desk.now = Moment(.microseconds(microsecond * 7_919))
      desk.act(.random)
      seen.insert(try #require(desk.shown))
    }
    #expect(seen.count == 3)
  }

  @Test(arguments: Languages.all.map(\.code)) func `every action has a name of its own`(_ code: String) throws {
    let language = try #require(Languages.all.first { $0.code == code })
    let names = Action.allCases.map { language.say($0.phrase) }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { !$0.isEmpty && $0.columns <= 23 })
  }
}
