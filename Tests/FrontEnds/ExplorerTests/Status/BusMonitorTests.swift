import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

/// Polling, and the connection to the bus.
@Suite struct BusMonitorTests {
  private static let statistics = QueryResult.statistics(
    BusStatistics(broker: ["services": [["name": "holocron.fetch", "workers": 2]]], services: ["holocron.cache": [:]]))
  private static let noBus = QueryResult.failed(Problem(503, "no bus is running"))

  @Test func `the monitor connects, loses the bus and reconnects`() {
    var harness = ExplorerHarness()
    harness.send(.begin)
    #expect(harness.explorer.monitor.isReachable == nil)
    harness.answer(.statistics, Self.statistics)
    #expect(harness.explorer.monitor.isReachable == true && harness.explorer.monitor.workers == 2)
    harness.advance(by: BusMonitor.pollInterval)
    harness.answer(.statistics, Self.noBus)
    #expect(harness.explorer.monitor.isReachable == false && harness.explorer.monitor.statistics != nil)
    #expect(harness.explorer.toast?.text == English().say(.busLost))
    harness.advance(by: BusMonitor.fastInterval)
    harness.answer(.statistics, Self.statistics)
    #expect(harness.explorer.monitor.isReachable == true)
    #expect(harness.explorer.toast?.text == English().say(.busBack))
  }

  @Test(arguments: [nil, "ipc:///x/bus"]) func `without a bus, the status page names the command that starts this one`(bus: String?) {
    var harness = ExplorerHarness()
    harness.explorer.monitor = BusMonitor(bus: bus)
    harness.send(.begin)
    harness.answer(.statistics, Self.noBus)
    let hint = "Start everything with: holocron up\(bus.map { " --bus \($0)" } ?? "")"
    #expect(StatusLayout(harness.explorer.monitor, English(), columns: 80).lines.last?.text == hint)
  }

  @Test func `opening a cached record starts a lost bus again, and moving the selection does not`() throws {
    var harness = ExplorerHarness()
    harness.open("films")
    harness.settle()
    let film = try #require(harness.explorer.subject)
    harness.perform(.open)
    harness.settle()
    harness.perform(.back, .open)
    #expect(harness.queries.isEmpty)
    harness.perform(.back)
    harness.send(.event(.bus(isReachable: false)))
    harness.perform(.down, .up)
    #expect(harness.queries.isEmpty)
    harness.perform(.open)
    #expect(harness.queries == [.record(film, revalidate: false)])
    // The request has started a bus.
    harness.perform(.back)
    harness.send(.event(.busStarting))
    harness.settle()
    harness.perform(.open)
    #expect(harness.queries.isEmpty)
  }

  @Test(
    arguments: [
      (["holocron.cache": 1, "holocron.fetch": 2], nil), (["holocron.cache": 0, "holocron.fetch": 2], .noCache),
      (["holocron.fetch": 2, "holocron.search": 1], .noCache), (["holocron.cache": 1, "holocron.search": 1], .noFetcher),
      ([:], .workers(0)),
    ] as [([String: Int], Phrase?)])
  func `a service without workers is named`(workers: [String: Int], missing: Phrase?) {
    let services = workers.sorted { $0.key < $1.key }.map { JSON.object(["name": .string($0.key), "workers": .number($0.value)]) }
    #expect(BusMonitor(BusStatistics(broker: ["services": .array(services)])).missing == missing)
  }

  @Test func `workers that join trigger one poll`() {
    var harness = ExplorerHarness()
    harness.send(.begin)
    for _ in 1...3 { harness.send(.event(.topic(.workerJoined("holocron.cache")))) }
    harness.answer(.statistics, Self.statistics)
    harness.advance(by: BusMonitor.workerDelay)
    #expect(harness.requests.count { $0.query == .statistics } == 1)
  }

  @Test func `workers that keep joining do not defer the poll`() {
    var harness = ExplorerHarness()
    harness.send(.begin)
    harness.answer(.statistics, Self.statistics)
    for _ in 1...3 {
      harness.send(.event(.topic(.workerJoined("holocron.cache"))))
      harness.advance(by: BusMonitor.workerDelay / 2)
    }
    #expect(harness.requests.count { $0.query == .statistics } == 1)
  }

  @Test func `statistics are requested often while the status tab is open, also after an event, and seldom otherwise`() {
    var harness = ExplorerHarness()
    harness.send(.begin)
    func polls(_ seconds: Int) -> Int {
      var count = 0
      for _ in 0..<seconds {
        harness.advance(by: .seconds(1))
        if harness.answer(.statistics, Self.statistics) { count += 1 }
      }
      return count
    }
    harness.answer(.statistics, Self.statistics)
    #expect(polls(10) == 2)
    harness.send(.navigate(.tab(harness.explorer.tabs.count - 1)))
    #expect(polls(10) == 10)
    harness.send(.event(.topic(.workerJoined("holocron.cache"))))
    harness.answer(.statistics, Self.statistics)
    #expect(polls(10) == 10)
    harness.send(.navigate(.tab(0)))
    #expect(polls(11) == 3)
  }

  @Test(arguments: [true, false]) func `the first screen counts the records of an index every second while it is filled`(isFilling: Bool) {
    var search: JSON.Object = ["gauges": ["index.records": 20, "index.of": 260, "index.complete": 0]]
    if isFilling { search["filling"] = "true" }
    var harness = ExplorerHarness()
    harness.send(.begin)
    harness.answer(.statistics, .statistics(BusStatistics(broker: [:], services: ["holocron.search": .object(search)])))
    harness.advance(by: BusMonitor.fastInterval)
    #expect(harness.requests.contains { $0.query == .statistics } == isFilling)
    // Other tabs do not show it.
    harness.send(.navigate(.tab(0)))
    harness.answer(.statistics, .statistics(BusStatistics(broker: [:], services: ["holocron.search": .object(search)])))
    harness.advance(by: BusMonitor.fastInterval)
    #expect(!harness.requests.contains { $0.query == .statistics })
  }
}
