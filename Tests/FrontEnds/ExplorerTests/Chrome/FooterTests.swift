import Contracts
import Localization
import MessageBus
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// The footer shows the keys that matter before the age of the records and the text of a working bus.
@Suite struct FooterTests {
  private static let statistics = BusStatistics(
    broker: ["services": [["name": "holocron.cache", "workers": 2], ["name": "holocron.fetch", "workers": 2]]])

  private func people(marking count: Int, columns: Int, rows: Int) -> ExplorerHarness {
    var harness = ExplorerHarness(columns: columns, rows: rows)
    harness.send(.begin)
    harness.open("people")
    harness.settle { $0 == .statistics ? .statistics(Self.statistics) : SearchResults.results($0) }
    for _ in 0..<count { harness.perform(.mark, .down) }
    return harness
  }

  private func footer(_ harness: ExplorerHarness) -> String {
    let frame = harness.frame
    return String(frame[row: frame.rows - 1].filter { !$0.isContinuation }.map(\.character))
  }

  @Test func `on a small screen, a comparison shows its own key and the one that leaves it before the number of marks`() throws {
    var harness = people(marking: 2, columns: 40, rows: 12)
    harness.perform(.compare)
    harness.settle(SearchResults.results)
    #expect(footer(harness) == " d only differences   ? help   q quit   ", "\(footer(harness))")
    // A fault matters more than the keys of the page.
    harness.advance(by: BusMonitor.pollInterval)
    try harness.answer(.statistics(BusStatistics(broker: ["services": []]))) { $0 == .statistics }
    #expect(footer(harness).contains("? help   q quit") && footer(harness).hasSuffix("• 2 marked · ● "), "\(footer(harness))")
  }

  @Test func `a bus that serves no records says so before the keys`() throws {
    var harness = people(marking: 0, columns: 40, rows: 12)
    harness.advance(by: BusMonitor.pollInterval)
    try harness.answer(.statistics(BusStatistics(broker: ["services": []]))) { $0 == .statistics }
    #expect(footer(harness).contains("? help   q quit") && footer(harness).hasSuffix("● no workers "), "\(footer(harness))")
  }

  @Test(arguments: Languages.all.map(\.code), [(40, 12), (80, 24), (132, 43)])
  func `the keys for help and for leaving are always shown`(_ code: String, _ size: (columns: Int, rows: Int)) throws {
    let language = try #require(Languages.all.first { $0.code == code })
    let settings = Explorer.Settings(theme: Themes.all[0], language: language)
    for tab in 0..<8 {
      var harness = ExplorerHarness(Viewport(columns: size.columns, rows: size.rows), settings)
      harness.send(.begin)
      harness.send(.click(.tab(tab)))
      harness.settle(SearchResults.results)
      let footer = footer(harness)
      for (key, action) in [("?", Action.help), ("q", .quit)] {
        #expect(footer.contains("\(key) \(language.say(action.phrase))"), "\(footer)")
      }
    }
  }

  @Test(
    arguments: [
      (.open, "⏎"), (.cancel, "esc"), (.palette, "ctrl-p"), (.help, "f1"), (.reload, "f5"), (.search, nil), (.back, nil),
    ] as [(Action, String?)])
  func `hints while typing are keys that are not text`(_ action: Action, _ hint: String?) {
    #expect(KeyMap.standard.hint(for: action, isTyping: true) == hint)
  }
}
