import Localization
import OrderedJSON
import Presentation
import Testing
import Text

@testable import Explorer

/// The figures of the status page mean what they say.
@Suite struct StatusFigureTests {
  @Test func `the size of a cache that has not read its store is unknown`() {
    let worker: JSON = ["pid": 1, "counters": ["hits": 0, "misses": 0], "gauges": ["memory.entries": 0]]
    func cache(_ workers: [JSON]) -> String? {
      let statistics = BusStatistics(broker: [:], workers: ["holocron.cache": workers])
      return StatusLayout(BusMonitor(statistics), English(), columns: 80).lines.map(\.text).first { $0.hasPrefix("Cache") }
    }
    #expect(cache([worker])?.hasSuffix("no requests yet · —") == true)
    let other: JSON = ["pid": 2, "counters": ["hits": 0, "misses": 0], "gauges": ["entries": 581, "bytes": 2_048]]
    #expect(cache([worker, other])?.hasSuffix("no requests yet · 581 entries, 2.0 KiB") == true)
  }

  private func text(_ broker: JSON, _ language: any Language = English()) -> String {
    StatusLayout(BusMonitor(BusStatistics(broker: broker)), language, columns: 200).lines.map(\.text).joined(separator: "\n")
  }

  @Test func `without any worker the advice is to start all services`() {
    func advice(_ workers: Int) -> String { text(["services": [["name": "holocron.search", "workers": .number(workers)]]]) }
    #expect(advice(0).contains("none attached; run holocron up"))
    #expect(!advice(0).contains("run holocron-"))
    #expect(advice(1).contains("none attached; run holocron-fetcher") && advice(1).contains("none attached; run holocron-cache"))
  }

  /// Without Wookiee, whose words are wider than the smallest screen leaves room for.
  @Test(arguments: Languages.all.map(\.code).filter { $0 != "x-wookiee" }, [37, 77, 197])
  func `facts are aligned, and long ones continue below`(_ code: String, columns: Int) throws {
    let language = try #require(Languages.all.first { $0.code == code })
    let broker: JSON = ["services": [], "slow": [["name": "a-front-end", "waiting": 4], ["name": "another-front-end", "dropped": 9]]]
    let facts = StatusLayout(BusMonitor(BusStatistics(broker: broker)), language, columns: columns).lines.prefix { !$0.text.isEmpty }
    let starts = facts.filter { $0.spans[0].text != "" }.map { $0.spans[0].text.columns }
    #expect(Set(starts).count == 1)
    #expect(facts.allSatisfy { $0.columns <= columns && !$0.text.contains("…") })
    #expect(facts.map(\.text).joined(separator: " ").contains("another-front-end"))
  }

  @Test(arguments: Languages.all.map(\.code)) func `a slow peer has a name or a description, and no identity`(_ code: String) throws {
    let language = try #require(Languages.all.first { $0.code == code })
    let screen = text(
      [
        "services": [],
        "slow": [
          ["id": "006b8b456a", "name": "holocron-tui (pid 4711)", "waiting": 4], ["id": "006b8b456b", "dropped": 9],
          ["id": "006b8b456c", "service": "holocron.cache", "dropped": 2],
        ],
      ], language)
    #expect(screen.contains("holocron-tui (pid 4711)"))
    #expect(!screen.contains("006b8b"))
    #expect(code != "en" || screen.contains("a client without a name (9 dropped) · a worker of holocron.cache (2 dropped)"))
  }
}
