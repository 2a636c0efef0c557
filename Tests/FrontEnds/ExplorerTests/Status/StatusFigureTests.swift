import Localization
import OrderedJSON
import Presentation
import TerminalText
import Testing

@testable import Explorer

/// The figures of the status page mean what they say.
@Suite struct StatusFigureTests {
  @Test func `the size of a cache that has not read its store is unknown`() {
    let worker: JSON = ["pid": 1, "counters": ["hits": 0, "misses": 0], "gauges": ["memory.entries": 0]]
    func cache(_ workers: [JSON]) -> String? {
      let statistics = BusStatistics(broker: [:], workers: ["holocron.cache": workers], requests: 1)
      return StatusLayout(BusMonitor(statistics), English(), columns: 80).lines.map(\.text).first { $0.hasPrefix("Cache") }
    }
    #expect(cache([worker])?.hasSuffix("no requests yet, —") == true)
    let other: JSON = ["pid": 2, "counters": ["hits": 0, "misses": 0], "gauges": ["entries": 581, "bytes": 2_048]]
    #expect(cache([worker, other])?.hasSuffix("no requests yet, 581 entries, 2.0 KiB") == true)
  }

  private func text(_ broker: JSON, _ language: any Language = English()) -> String {
    StatusLayout(BusMonitor(BusStatistics(broker: broker)), language, columns: 200).lines.map(\.text).joined(separator: "\n")
  }

  @Test func `explorers are counted as listeners, whatever they subscribe to`() {
    let screen = text(["services": [], "subscriptions": 6_000, "listeners": 1_200])
    #expect(screen.contains("Listeners"))
    #expect(screen.contains("1,200"))
    #expect(!screen.contains("6,000"))
    // A broker of an earlier version does not count them.
    #expect(!text(["services": [], "subscriptions": 6]).contains("Listeners"))
  }

  @Test func `without any worker the advice is to start all services`() {
    func advice(_ workers: Int) -> String { text(["services": [["name": "holocron.search", "workers": .number(workers)]]]) }
    #expect(advice(0).contains("none attached; run holocron up"))
    #expect(!advice(0).contains("run holocron-"))
    #expect(advice(1).contains("none attached; run holocron-fetcher") && advice(1).contains("none attached; run holocron-cache"))
  }

  @Test(arguments: Languages.all.map(\.code), [37, 77, 197]) func `facts are aligned, and long ones continue below`(
    _ code: String, columns: Int
  )
    throws
  {
    let language = try #require(Languages.all.first { $0.code == code })
    let broker: JSON = ["services": [], "slow": [["name": "a-front-end", "waiting": 4], ["name": "another-front-end", "dropped": 9]]]
    let facts = StatusLayout(BusMonitor(BusStatistics(broker: broker)), language, columns: columns).lines.prefix { !$0.text.isEmpty }
    let starts = facts.filter { $0.spans[0].text != "" }.map { $0.spans[0].text.columns }
    #expect(Set(starts).count == 1)
    #expect(facts.allSatisfy { $0.columns <= columns && !$0.text.contains("…") })
    #expect(facts.map(\.text).joined(separator: " ").contains("another-front-end"))
  }

  @Test func `the 99th percentile in the table is that of the last seconds, if all workers report it`() {
    func text(_ recents: [JSON?]) -> String {
      let workers = recents.enumerated().map { index, recent -> JSON in
        var answer: JSON.Object = ["count": 9, "p50": 1, "p90": 2, "p99": 950, "max": 990]
        answer["recent"] = recent
        return ["pid": .number(index), "timers": ["answer": .object(answer)]]
      }
      let statistics = BusStatistics(broker: ["services": []], workers: ["holocron.cache": workers], requests: workers.count)
      let lines = StatusLayout(BusMonitor(statistics), English(), columns: 200).lines.map(\.text)
      guard let row = lines.firstIndex(where: { $0.hasPrefix("holocron.cache answer") }) else { return "" }
      return lines[row - 1] + "\n" + lines[row]
    }
    let (recent, none): (JSON, JSON) = (["count": 2, "p99": 20, "seconds": 12], ["count": 0, "seconds": 12])
    #expect(
      text([recent, none]).contains("Recent p99") && text([recent, none]).contains("20 ms") && !text([recent, none]).contains("950 ms"))
    #expect(text([none]).contains("—") && !text([none]).contains("950 ms"))
    // A worker of an earlier version reports the time since its start only.
    #expect(!text([recent, nil]).contains("Recent p99") && text([recent, nil]).contains("950 ms"))
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
    #expect(code != "en" || screen.contains("a client without a name (9 dropped), a worker of holocron.cache (2 dropped)"))
  }

  @Test func `the parts of a fact are separated as the language separates them`() throws {
    let japanese = try #require(Languages.all.first { $0.code == "ja" })
    var statistics = ExplorerScreenTests.statistics
    statistics.workers["holocron.fetch"] = [["pid": 1, "timers": ["fetch": ["count": 3, "p50": 1, "p99": 2]]]]
    statistics.workers["holocron.search"] = [["gauges": ["index.records": 3, "index.of": 9], "warning": "full"]]
    let facts = StatusLayout(BusMonitor(statistics), japanese, columns: 200).lines.prefix { !$0.text.isEmpty }.map(\.text)
    #expect(facts.filter { $0.contains("、") }.count >= 4)
    #expect(facts.filter { $0.contains(", ") } == [])
  }
}
