import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

@Suite struct BusMonitorTests {
  static func statistics(_ requests: Int) -> BusStatistics {
    BusStatistics(
      broker: ["requests": .number(requests), "services": [["name": "holocron.fetch", "workers": 2]]],
      services: ["holocron.cache": [:], "holocron.fetch": [:]])
  }

  /// Returns a started explorer and the ID of its first statistics request.
  private func started() throws -> (Explorer, RequestID) {
    var explorer = Explorer(
      kinds: .standard, settings: Explorer.Settings(theme: .dark, language: English()), viewport: Viewport(columns: 80, rows: 24))
    let first = try id(explorer.update(.begin, at: .zero))
    return (explorer, first)
  }

  private func id(_ effects: [Effect]) throws -> RequestID {
    try #require(effects.lazy.compactMap { if case .send(let id, .statistics) = $0 { id } else { nil } }.first)
  }

  @Test func `the monitor connects, loses the bus and reconnects`() throws {
    var (explorer, first) = try started()
    #expect(explorer.monitor.isReachable == nil)
    _ = explorer.update(.received(first, .statistics(Self.statistics(10))), at: .zero)
    #expect(explorer.monitor.isReachable == true)
    #expect(explorer.monitor.workers == 2)
    let second = try id(explorer.update(.timerFired(.statisticsDue), at: Moment(.seconds(2))))
    _ = explorer.update(.received(second, .failed(Problem(503, "no bus is running"))), at: Moment(.seconds(2)))
    #expect(explorer.monitor.isReachable == false)
    #expect(explorer.toast?.text == English().say(.busLost))
    #expect(explorer.monitor.statistics != nil)
    let effects = explorer.update(.timerFired(.statisticsDue), at: Moment(.seconds(3)))
    #expect(effects.contains(.startTimer(.statisticsDue, after: BusMonitor.fastInterval)))
    _ = explorer.update(.received(try id(effects), .statistics(Self.statistics(3))), at: Moment(.seconds(3)))
    #expect(explorer.monitor.isReachable == true)
    #expect(explorer.toast?.text == English().say(.busBack))
  }

  @Test(
    arguments: [
      (nil, "Start everything with: holocron up"), ("ipc:///x/bus", "Start everything with: holocron up --bus ipc:///x/bus"),
    ] as [(String?, String)])
  func `without a bus, the status page names the command that starts this one`(bus: String?, hint: String) throws {
    var explorer = Explorer(
      kinds: .standard, settings: Explorer.Settings(theme: .dark, language: English()), viewport: Viewport(columns: 80, rows: 24),
      bus: bus)
    let first = try id(explorer.update(.begin, at: .zero))
    _ = explorer.update(.received(first, .failed(Problem(503, "no bus is running"))), at: .zero)
    #expect(StatusLayout(explorer.monitor, English(), columns: 80).lines.last?.text == hint)
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
    ] as [([String: Int], ChromePhrase?)])
  func `a service without workers is named`(workers: [String: Int], missing: ChromePhrase?) {
    let services = workers.sorted { $0.key < $1.key }.map { JSON.object(["name": .string($0.key), "workers": .number($0.value)]) }
    #expect(BusMonitor(BusStatistics(broker: ["services": .array(services)])).missing == missing)
  }

  @Test func `workers that join trigger one poll`() {
    var harness = ExplorerHarness()
    harness.send(.begin)
    for _ in 1...3 { harness.send(.event(.worker(service: "holocron.cache", joined: true))) }
    harness.answer(.statistics, .statistics(Self.statistics(1)))
    harness.advance(by: BusMonitor.workerDelay)
    #expect(harness.requests.count { $0.query == .statistics } == 1)
  }

  @Test func `statistics are requested often while the status tab is open, also after an event, and seldom otherwise`() {
    var harness = ExplorerHarness()
    harness.send(.begin)
    func polls(_ seconds: Int) -> Int {
      var count = 0
      for _ in 0..<seconds {
        harness.advance(by: .seconds(1))
        if harness.answer(.statistics, .statistics(Self.statistics(1))) { count += 1 }
      }
      return count
    }
    harness.answer(.statistics, .statistics(Self.statistics(1)))
    #expect(polls(10) == 2)
    harness.send(.navigate(.tab(harness.explorer.tabs.count - 1)))
    #expect(polls(10) == 10)
    harness.send(.event(.worker(service: "holocron.cache", joined: true)))
    harness.answer(.statistics, .statistics(Self.statistics(1)))
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

  @Test func `rates are those of all workers, whichever of them responds`() {
    func snapshot(_ worker: Int, _ count: Int) -> BusSnapshot {
      let counters: JSON = ["requests": .number(count)]
      let timers: JSON = ["fetch": ["count": .number(2 * count)]]
      return BusSnapshot(
        BusStatistics(broker: [:], services: ["holocron.fetch": ["pid": .number(worker), "counters": counters, "timers": timers]]))
    }
    var history = RateHistory()
    history.add(snapshot(1, 100), at: .zero)
    #expect(history.samples.isEmpty)
    for second in 1...6 { history.add(snapshot(1 + second % 2, 100 + 5 * second), at: Moment(.seconds(second))) }
    #expect(history.samples.map(\.requests) == [0, 10, 10, 10, 10, 10] && history.samples.last?.fetches == 20)
    // A worker that was restarted counts from zero.
    history.add(snapshot(1, 3), at: Moment(.seconds(7)))
    #expect(history.samples.last?.requests == 0)
  }

  @Test func `malformed numbers from the bus are tolerated`() {
    let odd: JSON = ["requests": .number(1e300), "services": [["name": "x", "workers": "many"]], "slow": 7]
    let snapshot = BusSnapshot(BusStatistics(broker: odd))
    #expect(snapshot.requests == 1_000_000_000_000_000)
    #expect(snapshot.services.first?.workers == 0)
  }

  @Test func `sums of the largest numbers from the bus do not overflow`() {
    let most = JSON.number(Int.max)
    let services: [JSON] = ["holocron.cache", "holocron.fetch"].map {
      ["name": .string($0), "workers": most, "queued": most, "requests": most]
    }
    let cache: JSON = ["counters": ["hits": most, "hits.stale": most, "misses": most]]
    let statistics = BusStatistics(broker: ["requests": most, "services": .array(services)], services: ["holocron.cache": cache])
    let snapshot = BusSnapshot(statistics)
    #expect(snapshot.hitRatio.map { (0.6...0.7).contains($0) } == true)
    #expect(BusMonitor(statistics).workers == 2_000_000_000_000_000)
    var rates = RateHistory()
    for second in 0..<3 { rates.add(snapshot, at: Moment(.seconds(second))) }
    #expect(rates.samples.map(\.queued) == [2_000_000_000_000_000, 2_000_000_000_000_000])
  }
}
