import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing
import Text

@testable import Explorer

/// The status page: its processes, their logs and restarts, and its words.
@Suite struct StatusModelTests {
  static func statistics(cpu: Double = 1, state: String = "running", pid: Int? = 11) -> BusStatistics {
    let processes: [JSON] = [
      ["name": "broker", "state": "running", "pid": 10, "restarts": 0, "age": 300, "cpu": .number(cpu)],
      [
        "name": "cache-1", "state": .string(state), "pid": pid.map { .number($0) } ?? .null, "restarts": 0, "age": 300,
        "cpu": .number(cpu),
      ],
    ]
    func worker(_ pid: Int, _ hits: Int) -> JSON {
      [
        "pid": .number(pid), "counters": ["hits": .number(hits), "misses": 10], "gauges": ["entries": 260, "requests.inFlight": 2],
        "timers": ["answer": ["count": 20, "p50": 1, "p90": 2, "p99": .number(pid), "max": 20]],
      ]
    }
    return BusStatistics(
      broker: ["services": [["name": "holocron.cache", "workers": 2], ["name": "holocron.fetch", "workers": 1]], "uptime": 300],
      workers: ["holocron.cache": [worker(11, 30), worker(12, 50)], "holocron.fetch": [["pid": 13]]],
      fleet: ["processes": .array(processes)])
  }

  private func opened(columns: Int = 132, rows: Int = 43, _ statistics: BusStatistics = statistics()) -> ExplorerHarness {
    var harness = ExplorerHarness(columns: columns, rows: rows)
    harness.send(.begin)
    harness.answer(.statistics, .statistics(statistics))
    harness.send(.navigate(.tab(harness.explorer.tabs.count - 1)))
    harness.answerAll { $0 == .statistics ? .statistics(statistics) : nil }
    return harness
  }

  private func lines(_ statistics: BusStatistics, _ language: any Language = English(), columns: Int = 200) -> [StyledText] {
    StatusLayout(BusMonitor(statistics), language, columns: columns).lines
  }

  private func text(_ statistics: BusStatistics, _ language: any Language = English()) -> String {
    lines(statistics, language).map(\.text).joined(separator: "\n")
  }

  private func restarts(_ harness: ExplorerHarness) -> [ExplorerQuery] {
    harness.queries.filter { if case .restart = $0 { true } else { false } }
  }

  // MARK: Processes

  @Test func `figures are those of all workers, and processes those of the supervisor, then other workers`() {
    let snapshot = BusSnapshot(Self.statistics())
    #expect(snapshot.hitRatio == 0.8)
    // Both workers share one store.
    #expect(snapshot.entries?.count == 260)
    #expect(snapshot.timings.first?.count == 40 && snapshot.timings.first?.p99 == 12)
    #expect(snapshot.processes.map(\.name) == ["broker", "cache-1", "cache", "fetch"])
    #expect(snapshot.processes.map(\.isSupervised) == [true, true, false, false])
    #expect(snapshot.processes.map(\.inFlight) == [nil, 2, 2, 0])
    let node: JSON = ["pid": 7]
    let alone = BusSnapshot(BusStatistics(broker: [:], services: ["holocron.cache": node, "holocron.fetch": node]))
    #expect(alone.processes.map(\.name) == ["node"])
  }

  @Test func `enter opens the log of the selected process, and back returns`() {
    var harness = opened()
    harness.perform(.down, .down, .open)
    #expect(harness.queries.last == .log("cache-1", lines: LogModel.maxLines))
    harness.perform(.back)
    #expect(harness.screen.contains("▸ cache-1"))
  }

  @Test func `a key asks, and then restarts the selected process`() {
    var harness = opened()
    harness.perform(.down, .down, .random)
    #expect(harness.screen.contains("| cache-1?   R restart "))
    harness.perform(.down, .up, .random)
    harness.advance(by: Toast.duration + .milliseconds(1))
    harness.perform(.random)
    #expect(restarts(harness).isEmpty)
    for _ in 1...2 {
      harness.perform(.random)
      #expect(restarts(harness) == [.restart("cache-1")])
    }
    harness.answer(.restart("cache-1"), .restarted)
    #expect(harness.explorer.toast?.text == English().say(.restarted("cache-1")))
    harness.perform(.random, .random)
    harness.answer(.restart("cache-1"), .failed(Problem(503, "the restart failed", detail: "cache-1 keeps ending")))
    #expect(harness.explorer.toast?.text.contains("cache-1 keeps ending") == true)
  }

  @Test(arguments: [40, 132]) func `a process that is not selected, or that nobody supervises, is not restarted`(columns: Int) {
    var harness = opened(columns: columns, rows: 24)
    harness.perform(.random)
    #expect(harness.screen.contains("| no process selected   ↓ select "))
    harness.perform(.down, .down, .down, .random, .random)
    #expect(restarts(harness).isEmpty)
    #expect(harness.explorer.toast?.text.hasPrefix("couldn't restart cache") == true)
    var empty = opened(columns: columns, rows: 24, BusStatistics(broker: ["services": []]))
    empty.perform(.random)
    #expect(empty.screen.contains("| no process selected ") && !empty.screen.contains("↓ select"))
  }

  @Test func `events say what happened to workers, processes and records`() throws {
    var harness = opened()
    try harness.store("people/1")
    for id in 1...2 { harness.send(.event(.topic(.changed(Reference(.people, id))))) }
    harness.send(.event(.topic(.workerLeft("holocron.cache"))))
    harness.send(.event(.topic(.fetchFailed(Reference(.people, 1)))))
    for statistics in [Self.statistics(pid: 21), Self.statistics(state: "failed", pid: nil)] {
      harness.advance(by: .seconds(1))
      harness.answerAll { $0 == .statistics ? .statistics(statistics) : nil }
    }
    #expect(
      harness.explorer.monitor.events.map(\.phrase) == [
        .processFailed("cache-1"), .processRestarted("cache-1"), .fetchFailed("people/1"), .workerLeft("holocron.cache"),
        .changed("Luke Skywalker"),
      ])
    #expect(harness.screen.contains("holocron.cache left") && harness.screen.contains("Luke Skywalker changed"))
    for _ in 0..<100 { harness.send(.event(.topic(.workerJoined("x")))) }
    #expect(harness.explorer.monitor.events.count == BusMonitor.maxEvents)
  }

  // MARK: Words

  @Test func `without the bus, its last figures are muted and have their age`() throws {
    var harness = opened()
    harness.advance(by: .seconds(1))
    harness.answer(.statistics, .noStatistics(Problem(503, "no bus is running"), fleet: nil))
    harness.advance(by: .seconds(21))
    let layout = StatusLayout(harness.explorer.monitor, English(), columns: 100, at: harness.now)
    #expect(layout.lines.first?.text == "Health    ● The bus is not responding · as of 22 s ago")
    let cache = try #require(layout.lines.first { $0.text.hasPrefix("Cache") })
    #expect(cache.spans.allSatisfy { $0.role == .muted || $0.text == " " })
    // Nobody restarts the processes of the supervisor. Those of other workers are not known.
    #expect(harness.explorer.monitor.snapshot?.processes.map(\.state) == ["gone", "gone", "running", "running"])
    for index in 0..<4 {
      let bright = layout.lines[layout.firstProcess + index].spans.filter { $0.role != .muted }.map(\.text)
      #expect(index < 2 ? bright.joined().contains("gone") : bright.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("waiting", 1, "restarting cache-1…"), ("running", 0, "starting"), ("gone", 0, "starting"), ("failed", 5, "cache-1 failed"),
      ("stopped", 0, "none attached; run holocron up"), (nil, 0, "none attached; run holocron-cache"),
    ] as [(String?, Int, String)])
  func `a worker that the supervisor starts again needs no advice`(_ state: String?, _ restarts: Int, _ text: String) {
    var statistics = BusStatistics(broker: ["services": [["name": "holocron.fetch", "workers": 1]]])
    if let state { statistics.fleet = ["processes": [["name": "cache-1", "state": .string(state), "restarts": .number(restarts)]]] }
    #expect(lines(statistics).first { $0.text.hasPrefix("Cache") }?.text.hasSuffix(text) == true)
  }

  @Test func `the health names what fails first`() {
    var failing = Self.statistics()
    failing.workers["holocron.fetch"] = [
      ["pid": 13, "origins": [["origin": "http://x/api", "circuit": "open", "retryAfter": 5, "failingSince": 1]]]
    ]
    var complete = Self.statistics()
    complete.broker = ["services": .array(["cache", "fetch", "search"].map { ["name": .string("holocron.\($0)"), "workers": 1] })]
    for (statistics, health) in [
      (Self.statistics(state: "failed"), "● cache-1 failed"), (failing, "● Origin failing, retry in 5 s"),
      (Self.statistics(), "● no search worker; run holocron-search"), (complete, "● all services are running"),
    ] { #expect(text(statistics).contains(health)) }
    func advice(_ workers: Int) -> String {
      text(BusStatistics(broker: ["services": [["name": "holocron.search", "workers": .number(workers)]]]))
    }
    #expect(advice(0).contains("none attached; run holocron up") && !advice(0).contains("run holocron-"))
    #expect(advice(1).contains("none attached; run holocron-fetcher") && advice(1).contains("none attached; run holocron-cache"))
  }

  @Test func `the size of a cache that has not read its store is unknown`() {
    let unread: JSON = ["pid": 1, "counters": ["hits": 0, "misses": 0], "gauges": ["memory.entries": 0]]
    let read: JSON = ["pid": 2, "counters": ["hits": 0, "misses": 0], "gauges": ["entries": 581, "bytes": 2_048]]
    for (workers, size) in [([unread], "—"), ([unread, read], "581 entries, 2.0 KiB")] {
      let cache = lines(BusStatistics(broker: [:], workers: ["holocron.cache": workers])).first { $0.text.hasPrefix("Cache") }
      #expect(cache?.text.hasSuffix("no requests yet · \(size)") == true)
    }
  }

  /// Without Wookiee, whose words are wider than the smallest screen leaves room for.
  @Test(arguments: Languages.all.map(\.code).filter { $0 != "x-wookiee" }, [37, 77, 197])
  func `facts are aligned, and slow peers have a name or a description`(_ code: String, columns: Int) throws {
    let language = try #require(Languages.all.first { $0.code == code })
    let slow: JSON = [
      ["id": "006b8b456a", "name": "holocron-tui (pid 4711)", "waiting": 4], ["id": "006b8b456b", "dropped": 9],
      ["id": "006b8b456c", "service": "holocron.cache", "dropped": 2],
    ]
    let facts = lines(BusStatistics(broker: ["services": [], "slow": slow]), language, columns: columns).prefix { !$0.text.isEmpty }
    #expect(Set(facts.filter { $0.spans[0].text != "" }.map { $0.spans[0].text.columns }).count == 1)
    #expect(facts.allSatisfy { $0.columns <= columns && !$0.text.contains("…") && !$0.text.contains("006b8b") })
    guard columns > 100 else { return }
    let text = facts.map(\.text).joined(separator: "\n")
    #expect(text.contains("holocron-tui (pid 4711)"))
    #expect(code != "en" || text.contains("a client without a name (9 dropped) · a worker of holocron.cache (2 dropped)"))
  }
}
