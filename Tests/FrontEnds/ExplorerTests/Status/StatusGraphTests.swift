import Localization
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// The graphs of the status page use the rows that the tables leave.
@Suite struct StatusGraphTests {
  /// An explorer that shows the status page with ten samples.
  private func opened(_ columns: Int, _ rows: Int) -> ExplorerHarness {
    var harness = ExplorerHarness(Viewport(columns: columns, rows: rows), language: "en")
    harness.send(.begin)
    harness.send(.navigate(.tab(harness.explorer.tabs.count - 1)))
    for second in 0..<10 {
      harness.answerAll { $0 == .statistics ? .statistics(Self.statistics(second)) : nil }
      harness.advance(by: .seconds(1))
    }
    return harness
  }

  private static func statistics(_ second: Int) -> BusStatistics {
    var statistics = StatusModelTests.statistics(cpu: Double(second) / 4)
    statistics.broker = [
      "requests": .number(100 * second), "uptime": 300,
      "services": [["name": "holocron.cache", "workers": 2, "queued": .number(second)], ["name": "holocron.fetch", "workers": 1]],
    ]
    return statistics
  }

  @Test(arguments: [40, 80, 132, 200], [12, 24, 30, 43, 60, 100])
  func `graphs never push a table from the screen that would fit without them growing`(_ columns: Int, _ lines: Int) {
    let harness = opened(columns, lines)
    let (body, width) = (harness.explorer.layout.body, StatusModel.textColumns(harness.explorer.layout.body))
    let least = StatusLayout(harness.explorer.monitor, English(), columns: width).lines.count
    let count = StatusLayout(harness.explorer.monitor, English(), columns: width, rows: body.rows).lines.count
    #expect(count == least || count <= body.rows)
  }

  @Test func `a cache that misses one poll keeps its hit ratio`() {
    let broker: JSON = ["services": [["name": "holocron.cache", "workers": 1]]]
    let cache: JSON = ["counters": ["hits": 9, "hits.stale": 0, "misses": 1]]
    var rates = RateHistory()
    for (second, services) in [["holocron.cache": cache], ["holocron.cache": cache], [:]].enumerated() {
      rates.add(BusSnapshot(BusStatistics(broker: broker, services: services)), at: Moment(.seconds(second)))
    }
    #expect(rates.samples.map(\.hitRatio) == [0.9, 0.9])
  }

  @Test func `the 99th percentile is that of the last seconds`() {
    func worker(_ recent: JSON) -> JSON { ["timers": ["answer": ["count": 9, "p99": 950, "recent": recent]]] }
    let (none, slow, fast): (JSON, JSON, JSON) = (["count": 0], ["count": 2, "p99": 900], ["count": 1, "p99": 20])
    // The workers of two services.
    let table: [(cache: [JSON], search: [JSON], p99: Double?)] = [
      ([], [], nil), ([none, slow], [fast], 900), ([none, fast], [none], 20), ([none, none], [none], nil), ([fast], ["?"], 20),
    ]
    for row in table {
      let workers = ["holocron.cache": row.cache.map(worker), "holocron.search": row.search.map(worker)]
      #expect(BusSnapshot(BusStatistics(broker: [:], workers: workers)).recentAnswerP99 == row.p99)
    }
  }

  @Test func `the hit ratio is that of the last requests`() {
    var rates = RateHistory()
    func add(_ hits: Int, _ misses: Int, at second: Int) {
      let cache: JSON = ["counters": ["hits": .number(hits), "hits.stale": 0, "misses": .number(misses)]]
      let snapshot = BusSnapshot(
        BusStatistics(broker: ["requests": .number(second)], services: ["holocron.cache": cache]))
      rates.add(snapshot, at: Moment(.seconds(second)))
    }
    add(10, 30, at: 1)
    add(19, 31, at: 2)
    add(19, 31, at: 3)
    // A worker was restarted.
    add(2, 1, at: 4)
    add(2, 2, at: 5)
    #expect(rates.samples.map(\.hitRatio) == [0.9, 0.9, 0.9, 0])
  }
}
