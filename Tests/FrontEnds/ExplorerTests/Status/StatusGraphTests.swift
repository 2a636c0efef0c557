import Localization
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// The graphs of the status page, and the rates that they show.
@Suite struct StatusGraphTests {
  @Test(arguments: [40, 80, 132, 200], [12, 24, 30, 43, 60, 100])
  func `graphs never push a table from the screen that would fit without them growing`(_ columns: Int, _ lines: Int) {
    var harness = ExplorerHarness(columns: columns, rows: lines)
    harness.send(.begin)
    harness.send(.navigate(.tab(harness.explorer.tabs.count - 1)))
    for second in 0..<10 {
      var statistics = StatusModelTests.statistics(cpu: Double(second) / 4)
      statistics.broker = [
        "services": [["name": "holocron.cache", "workers": 2, "queued": .number(second)], ["name": "holocron.fetch", "workers": 1]]
      ]
      harness.answer(.statistics, .statistics(statistics))
      harness.advance(by: .seconds(1))
    }
    let (body, width) = (harness.explorer.layout.body, StatusModel.textColumns(harness.explorer.layout.body))
    let least = StatusLayout(harness.explorer.monitor, English(), columns: width).lines.count
    let count = StatusLayout(harness.explorer.monitor, English(), columns: width, rows: body.rows).lines.count
    #expect(count == least || count <= body.rows)
  }

  private func history(_ snapshots: [BusStatistics]) -> RateHistory {
    var history = RateHistory()
    for (second, statistics) in snapshots.enumerated() { history.add(BusSnapshot(statistics), at: Moment(.seconds(second))) }
    return history
  }

  @Test func `rates are those of all workers, whichever of them responds`() {
    func statistics(_ worker: Int, _ count: Int) -> BusStatistics {
      BusStatistics(
        broker: [:],
        services: [
          "holocron.fetch": [
            "pid": .number(worker), "counters": ["requests": .number(count)], "timers": ["fetch": ["count": .number(2 * count)]],
          ]
        ])
    }
    // A worker that was restarted counts from zero.
    let history = history((0...6).map { statistics(1 + $0 % 2, 100 + 5 * $0) } + [statistics(2, 3)])
    #expect(history.samples.map(\.requests) == [0, 10, 10, 10, 10, 10, 0] && history.samples[5].fetches == 20)
  }

  @Test func `the hit ratio is that of the last requests, also of a cache that misses a poll`() {
    func statistics(_ hits: Int, _ misses: Int) -> BusStatistics {
      let cache: JSON = ["counters": ["hits": .number(hits), "hits.stale": 0, "misses": .number(misses)]]
      return BusStatistics(broker: ["services": [["name": "holocron.cache", "workers": 1]]], services: ["holocron.cache": cache])
    }
    var missed = statistics(0, 0)
    missed.workers = [:]
    // A worker was restarted at the end.
    let history = history([statistics(10, 30), statistics(19, 31), statistics(19, 31), missed, statistics(2, 1), statistics(2, 2)])
    #expect(history.samples.map(\.hitRatio) == [0.9, 0.9, 0.9, 0.9, 0])
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

  @Test func `malformed and huge numbers from the bus are tolerated`() {
    let odd = BusSnapshot(BusStatistics(broker: ["requests": .number(1e300), "services": [["name": "x", "workers": "many"]], "slow": 7]))
    #expect(odd.requests == 1_000_000_000_000_000 && odd.services.first?.workers == 0)
    let most = JSON.number(Int.max)
    let services: [JSON] = ["holocron.cache", "holocron.fetch"].map {
      ["name": .string($0), "workers": most, "queued": most, "requests": most]
    }
    let statistics = BusStatistics(
      broker: ["requests": most, "services": .array(services)],
      services: ["holocron.cache": ["counters": ["hits": most, "hits.stale": most, "misses": most]]])
    #expect(BusSnapshot(statistics).hitRatio.map { (0.6...0.7).contains($0) } == true)
    #expect(BusMonitor(statistics).workers == 2_000_000_000_000_000)
    #expect(history([statistics, statistics]).samples.map(\.queued) == [2_000_000_000_000_000])
  }
}
