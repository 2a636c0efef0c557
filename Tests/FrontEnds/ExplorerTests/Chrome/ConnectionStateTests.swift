import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

@Suite struct ConnectionStateTests {
  private static func statistics(_ services: [String], origins: JSON = []) -> BusStatistics {
    BusStatistics(
      broker: ["services": .array(services.map { ["name": .string("holocron.\($0)"), "workers": 1, "credit": 64] })],
      services: ["holocron.fetch": ["origins": origins]])
  }

  private static func origin(_ circuit: String, failingSince: Int? = nil) -> JSON {
    var origin: JSON.Object = ["origin": "https://swapi.example/api", "circuit": .string(circuit)]
    if let failingSince { origin["failingSince"] = .number(failingSince) }
    return .object(origin)
  }

  private func state(_ statistics: BusStatistics) throws -> StyledText {
    var harness = ExplorerHarness(columns: 132, rows: 43)
    harness.send(.begin)
    harness.settle { $0 == .statistics ? .statistics(statistics) : SearchResults.results($0) }
    return ConnectionState.text(RenderContext(harness.explorer, at: harness.now), within: 60)
  }

  @Test(
    arguments: [
      ([], [], .bad, "no workers"), (["fetch", "search"], [], .bad, "no cache"), (["cache", "search"], [], .bad, "no fetcher"),
      (["cache", "fetch"], [], .good, "2 workers"), (["cache", "fetch"], [origin("closed")], .good, "2 workers"),
      (["cache", "fetch"], [origin("closed", failingSince: 9)], .bad, "origin failing"),
      (["cache", "fetch"], [origin("open", failingSince: 9)], .bad, "origin failing"),
      (["cache", "fetch"], [origin("open", failingSince: 9), origin("closed")], .good, "2 workers"),
    ] as [([String], [JSON], Role, String)])
  func `the dot is red if records cannot be shown`(_ services: [String], _ origins: [JSON], _ role: Role, _ text: String) throws {
    let state = try state(Self.statistics(services, origins: .array(origins)))
    #expect(state.spans.first == StyledText.Span("●", role))
    #expect(state.text.contains(text), "\(state.text)")
  }

  @Test func `the embedded catalogue has no bus and no advice about one`() {
    for (columns, rows) in [(40, 12), (132, 43)] {
      var harness = ExplorerHarness(columns: columns, rows: rows)
      harness.explorer = Explorer(
        kinds: .standard, settings: harness.explorer.settings, viewport: Viewport(columns: columns, rows: rows), isEmbedded: true)
      harness.send(.begin)
      #expect(!harness.sentQueries.contains(.statistics))
      harness.send(.click(.tab(7)))
      harness.settle(SearchResults.results)
      #expect(!harness.requests.contains { $0.query == .statistics })
      let text = String(harness.frame.cells.map(\.character))
      // The page itself says it on a small screen, where the keys need the room.
      #expect(text.contains(columns < 80 ? "embedded         catalogue" : "● embedded catalogue"))
      #expect(text.contains("●"))
      for advice in ["○ no bus", "holocron up", "not responding", "offline"] { #expect(!text.contains(advice), "\(advice)") }
    }
  }

  @Test(arguments: Languages.all.map(\.code), [ProblemType.noBus, ProblemType.noWorker])
  func `a list without a bus or a worker says what to run`(code: String, type: String) throws {
    let language = try #require(Languages.all.first { $0.code == code })
    var harness = ExplorerHarness(Viewport(columns: 80, rows: 24), Explorer.Settings(theme: .dark, language: language))
    harness.send(.begin)
    harness.open("people")
    harness.settle { query in
      switch query {
      case .statistics: type == ProblemType.noBus ? .failed(Problem(503, "no bus", type: type)) : .statistics(Self.statistics([]))
      default: .failed(Problem(503, "nobody answers", type: type))
      }
    }
    #expect(harness.screen.contains("holocron up"))
    harness.send(.event(.busStarting))
    #expect(!harness.screen.contains("holocron up"))
  }

  @Test func `the first screen says what to run, with and without rows`() throws {
    let noBus = Problem(503, "no bus", type: ProblemType.noBus)
    var harness = ExplorerHarness(columns: 80, rows: 24)
    harness.send(.begin)
    harness.settle { _ in .failed(noBus) }
    #expect(harness.screen.contains("holocron up"))
    harness.perform(.reload)
    try harness.answer(ExplorerHarness.history("luke"), ExplorerHarness.isHistory)
    try harness.answer(.failed(noBus), ExplorerHarness.isSuggestion)
    #expect(!harness.search.rows.isEmpty)
    #expect(harness.screen.contains("The bus is not responding · Start everything with: holocron up"))
    var idle = ExplorerHarness(columns: 80, rows: 24)
    idle.send(.begin)
    try idle.answer(.statistics(Self.statistics([]))) { $0 == .statistics }
    #expect(idle.screen.contains("no workers · Start everything with: holocron up"))
  }

  /// Without Wookiee, whose titles are wider.
  @Test(arguments: Languages.all.map(\.code).filter { $0 != "x-wookiee" })
  func `all tabs stay in the bar on wide screens`(code: String) throws {
    let language = try #require(Languages.all.first { $0.code == code })
    var harness = ExplorerHarness(Viewport(columns: 100, rows: 30), Explorer.Settings(theme: .dark, language: language))
    harness.send(.begin)
    harness.open("people")
    harness.settle { $0 == .statistics ? .statistics(Self.statistics(["cache", "fetch", "search"])) : SearchResults.results($0) }
    harness.perform(.mark)
    let frame = harness.frame
    let header = String(frame[row: 0].filter { !$0.isContinuation }.map(\.character))
    for tab in harness.explorer.tabs { #expect(header.contains(harness.explorer.title(of: tab))) }
    #expect(header.contains("●"))
  }

  @Test func `a bus that was stopped is not started by an explorer that nobody asks for anything`() throws {
    var harness = ExplorerHarness(columns: 132, rows: 43)
    harness.send(.begin)
    harness.open("people")
    harness.settle { $0 == .statistics ? .statistics(Self.statistics(["cache", "fetch"])) : nil }
    harness.advance(by: BusMonitor.pollInterval)
    try harness.answer(.failed(Problem(503, "no bus is running"))) { $0 == .statistics }
    #expect(harness.effects.contains(.permitStart(false)))
    func permissions(_ perform: (inout ExplorerHarness) -> Void) -> [Effect] {
      perform(&harness)
      return harness.effects.filter { if case .permitStart = $0 { true } else { false } }
    }
    #expect(permissions { $0.perform(.down) } == [])
    #expect(permissions { $0.advance(by: .seconds(5)) } == [])
    #expect(permissions { $0.send(.click(.tab(2))) } == [])
    #expect(permissions { $0.perform(.reload) } == [.permitStart(true)])
  }
}
