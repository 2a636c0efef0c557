import Models
import Testing

@testable import Explorer

@Suite struct HelpModelTests {
  private func help(_ desk: Desk) -> HelpModel? { if case .help(let model)? = desk.explorer.overlay { model } else { nil } }

  @Test func `it is about the page beneath`() {
    var desk = Desk()
    desk.send(.begin)
    desk.act(.help)
    #expect(help(desk)?.sections.first?.actions.contains(.forget) == true)
    desk.act(.cancel)
    #expect(desk.explorer.overlay == nil)
    desk.send(.point(.tab(1)))
    desk.act(.help)
    #expect(help(desk)?.sections.first?.actions.contains(.filter) == true)
    // Its own key closes it again.
    desk.act(.help)
    #expect(desk.explorer.overlay == nil)
  }

  @Test func `every action stands in the help of some page, once in each`() {
    var seen: Set<Action> = []
    var desk = Desk()
    desk.send(.begin)
    for index in desk.explorer.tabs.indices {
      desk.send(.point(.tab(index)))
      desk.act(.help)
      let actions = help(desk)?.sections.flatMap(\.actions) ?? []
      #expect(Set(actions).count == actions.count)
      seen.formUnion(actions)
      desk.act(.cancel)
    }
    let missing = Action.allCases.filter { !seen.contains($0) && $0.tab == nil }
    // The key of a crawl is told where a film is selected.
    #expect(missing == [.crawl])
  }

  @Test func `what it tells of can be done at once`() {
    var desk = Desk()
    desk.send(.begin)
    desk.act(.help, .theme)
    #expect(desk.picker?.purpose == .theme)
    desk.act(.cancel, .help, .quit)
    #expect(desk.explorer.overlay == nil)
    #expect(!desk.effects.contains(.quit))
  }

  @Test(arguments: [(40, 12), (80, 24), (132, 43), (300, 100)])
  func `scrolling ends where its text does`(_ columns: Int, _ rows: Int) throws {
    var desk = Desk(columns: columns, rows: rows)
    desk.send(.begin)
    desk.act(.help, .last)
    let model = try #require(help(desk))
    let layout = HelpLayout(model.sections, in: desk.explorer.layout.body)
    #expect(model.top == layout.deepest)
    #expect(layout.deepest + layout.panel.rows.rows >= layout.lines)
    desk.act(.first)
    #expect(help(desk)?.top == 0)
  }
}
