import Contracts
import Localization
import Models
import OrderedJSON
import Presentation
import Testing
import Text

@testable import Explorer

/// The first screen: the last search, favourites, recent searches, the state of the bus, the line of the day and keys to try.
@Suite struct StartPageTests {
  private static func answer(_ query: ExplorerQuery) -> QueryResult? {
    query == .favourites ? .favourites(["people/4", "planets/1"].compactMap { Reference($0) }) : SearchResults.results(query)
  }

  private func harness(columns: Int = 80, rows: Int = 24, _ language: any Language = English(), day: Int = 20_000) -> ExplorerHarness {
    var harness = ExplorerHarness(
      Viewport(columns: columns, rows: rows), Explorer.Settings(theme: Themes.all[0], language: language), keepsFavourites: true, day: day)
    harness.send(.begin)
    harness.settle(Self.answer)
    return harness
  }

  /// The index may have grown before the answer of the empty one arrives.
  @Test(
    arguments: [BusEvent.topic(.listChanged(.people)), .topic(.changed(Reference(.people, 1))), .everythingInvalidated],
    [0, 1, SearchModel.suggestionLimit])
  func `suggestions are requested again while they are few and the index grows`(event: BusEvent, count: Int) throws {
    var harness = ExplorerHarness()
    harness.send(.begin)
    try harness.answer(ExplorerHarness.history(), ExplorerHarness.isHistory)
    harness.send(.event(event))
    // One request at a time.
    #expect(harness.queries.filter(ExplorerHarness.isSuggestion).count == 1)
    let first = (0..<count).map { ExplorerHarness.match("people/\($0 + 1)", "First \($0)") }
    try harness.answer(.suggestions(first), ExplorerHarness.isSuggestion)
    #expect(harness.search.suggestions == first)
    harness.advance(by: SearchModel.indexDebounce)
    let isRepeated = harness.queries.contains(where: ExplorerHarness.isSuggestion)
    #expect(isRepeated == (count < SearchModel.suggestionLimit))
    guard isRepeated else { return }
    try harness.answer(.suggestions([ExplorerHarness.match("starships/10", "Millennium Falcon")]), ExplorerHarness.isSuggestion)
    #expect(harness.screen.contains("Millennium Falcon"))
    harness.advance(by: SearchModel.indexDebounce)
    #expect(!harness.queries.contains(where: ExplorerHarness.isSuggestion))
  }

  @Test func `a favourite opens, and typing leaves the first screen`() throws {
    var harness = harness()
    let row = try #require(harness.search.rows.firstIndex { $0.reference == Reference("planets/1") })
    harness.send(.click(.listRow(row)))
    harness.send(.click(.listRow(row)))
    #expect(harness.explorer.page.subject == harness.search.rows[row].reference)
    harness.perform(.back, .search)
    harness.type("tatoine")
    harness.settle(Self.answer)
    #expect(!harness.search.isStartPage)
    #expect(!harness.search.rows.contains { if case .heading = $0 { true } else { false } })
  }

  @Test(arguments: Languages.all.map(\.code)) func `each day has a line, the same one all day`(_ code: String) throws {
    let language = try #require(Languages.all.first { $0.code == code })
    let lines = Set((20_000..<20_100).map { language.say(.lineOfTheDay($0)) })
    #expect(lines.count >= 4 && !lines.contains(""))
    #expect(!language.say(.lineOfTheDay(-1)).isEmpty && !language.say(.lineOfTheDay(.min)).isEmpty)
    let line = language.say(.lineOfTheDay(20_001))
    let screen = harness(columns: 132, rows: 43, language, day: 20_001).screen
    #expect(line.split(separator: " ").allSatisfy { screen.contains($0) })
  }

  @Test(arguments: [(40, 12), (80, 24), (132, 43)])
  func `the state of the bus is said in words`(_ columns: Int, _ rows: Int) throws {
    var harness = harness(columns: columns, rows: rows)
    #expect(harness.screen.contains("connecting"))
    harness.explorer.monitor = BusMonitor(FrameTests.statistics)
    #expect(harness.screen.contains("●"))
    harness.explorer.monitor = BusMonitor(isEmbedded: true)
    #expect(harness.screen.contains("embedded catalogue"))
  }

  @Test func `the keys on the first screen can be clicked and have an effect`() throws {
    let harness = harness(columns: 132, rows: 43)
    let frame = harness.frame
    let layout = SearchLayout(harness.explorer.layout.list, hasPanel: true)
    var actions: Set<Action> = []
    for row in layout.panel.row..<layout.panel.row + layout.panel.rows {
      for column in 0..<layout.panel.columns {
        if case .action(let action)? = frame.hitTarget(column: column, row: row) { actions.insert(action) }
      }
    }
    #expect(actions.isSuperset(of: [.search, .palette, .random, .help]))
    for action in actions {
      var harness = harness
      harness.perform(action)
      #expect(harness.explorer.toast?.text != English().say(.noEffect(English().say(action.phrase))), "\(action)")
    }
  }

  @Test func `without a search worker, the embedded catalogue shows suggestions and no failure`() {
    var harness = ExplorerHarness(columns: 132, rows: 43)
    harness.explorer = Explorer(
      kinds: .standard, settings: harness.explorer.settings, viewport: harness.explorer.layout.viewport, isEmbedded: true, day: 1)
    harness.send(.begin)
    let match = Match(SearchResults.reference("films/1"), "A New Hope")
    harness.settle { query in
      if case .suggest = query { .suggestions([match]) } else { SearchResults.noWorker(query) }
    }
    #expect(harness.search.problem == nil)
    #expect(harness.screen.contains("A New Hope") && !harness.screen.contains("search worker"))
  }

  @Test func `the first screen is drawn`() {
    expectGolden("start", Golden.views) { harness in
      harness.explorer = Explorer(
        kinds: .standard, settings: harness.explorer.settings, viewport: harness.explorer.layout.viewport, keepsFavourites: true,
        day: 20_000)
      harness.send(.begin)
      harness.settle(Self.answer)
    }
  }
}
