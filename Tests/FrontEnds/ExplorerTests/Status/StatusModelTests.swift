import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

@Suite struct StatusModelTests {
  static func statistics(restarts: Int = 0, cpu: Double = 1, state: String = "running", pid: Int? = 11) -> BusStatistics {
    let processes: [JSON] = [
      ["name": "broker", "state": "running", "pid": 10, "restarts": 0, "age": 300, "cpu": .number(cpu)],
      [
        "name": "cache-1", "state": .string(state), "pid": pid.map { .number($0) } ?? .null, "restarts": .number(restarts), "age": 300,
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

  private func opened(_ size: Viewport = Viewport(columns: 132, rows: 43), _ statistics: BusStatistics = statistics()) -> ExplorerHarness {
    var harness = ExplorerHarness(size, language: "en")
    harness.send(.begin)
    harness.answer(.statistics, .statistics(statistics))
    harness.send(.navigate(.tab(harness.explorer.tabs.count - 1)))
    harness.answerAll { $0 == .statistics ? .statistics(statistics) : nil }
    return harness
  }

  private func text(_ harness: ExplorerHarness) -> String {
    Golden.characters(of: ExplorerScreen.frame(of: harness.explorer, at: harness.now))
  }

  private func restarts(_ harness: ExplorerHarness) -> [ExplorerQuery] {
    harness.queries.filter { if case .restart = $0 { true } else { false } }
  }

  @Test func `figures are those of all workers`() throws {
    let snapshot = BusSnapshot(Self.statistics())
    #expect(snapshot.hitRatio == 0.8)
    // Both workers share one store.
    #expect(snapshot.entries?.count == 260)
    let timing = try #require(snapshot.timings.first)
    #expect((timing.count, timing.p99) == (40, 12))
  }

  @Test func `processes are those of the supervisor, then other workers`() {
    let processes = BusSnapshot(Self.statistics()).processes
    #expect(processes.map(\.name) == ["broker", "cache-1", "cache", "fetch"])
    #expect(processes.map(\.isSupervised) == [true, true, false, false])
    #expect(processes.map(\.inFlight) == [nil, 2, 2, 0])
    let node: JSON = ["pid": 7]
    let alone = BusSnapshot(BusStatistics(broker: [:], services: ["holocron.cache": node, "holocron.fetch": node]))
    #expect(alone.processes.map(\.name) == ["node"])
  }

  @Test func `enter opens the log of the selected process, and back returns`() {
    var harness = opened()
    harness.perform(.down, .down, .open)
    #expect(harness.queries.last == .log("cache-1", lines: LogModel.maxLines))
    harness.perform(.back)
    #expect(text(harness).contains("▸ cache-1"))
  }

  @Test func `a key asks, and then restarts the selected process`() {
    var harness = opened()
    harness.perform(.down, .down, .random)
    #expect(text(harness).contains("| cache-1?   R restart "))
    harness.perform(.down, .up, .random)
    harness.advance(by: Toast.duration + .milliseconds(1))
    harness.perform(.random)
    #expect(restarts(harness).isEmpty)
    harness.perform(.random)
    #expect(restarts(harness) == [.restart("cache-1")])
    harness.perform(.random)
    #expect(restarts(harness) == [.restart("cache-1")])
    harness.answer(.restart("cache-1"), .restarted)
    #expect(harness.explorer.toast?.text == English().say(.restarted("cache-1")))
    harness.perform(.random, .random)
    harness.answer(.restart("cache-1"), .failed(Problem(503, "the restart failed", detail: "cache-1 keeps ending")))
    #expect(harness.explorer.toast?.text.contains("cache-1 keeps ending") == true)
  }

  @Test(arguments: [40, 132]) func `a restart without a selected process names the key that selects one`(columns: Int) {
    var harness = opened(Viewport(columns: columns, rows: 24))
    harness.perform(.random)
    #expect(restarts(harness).isEmpty)
    #expect(text(harness).contains("| no process selected   ↓ select "))
    var empty = opened(Viewport(columns: columns, rows: 24), BusStatistics(broker: ["services": []]))
    empty.perform(.random)
    #expect(text(empty).contains("| no process selected ") && !text(empty).contains("↓ select"))
  }

  @Test func `a process that nobody supervises is not restarted`() {
    var harness = opened()
    harness.perform(.down, .down, .down, .random, .random)
    #expect(restarts(harness).isEmpty)
    #expect(harness.explorer.toast?.text.hasPrefix("couldn't restart cache") == true)
  }

  @Test func `events say what happened to workers, processes and records`() throws {
    var harness = opened()
    try harness.store("people/1")
    for id in 1...2 { harness.send(.event(.changed(Reference("people/\(id)")!))) }
    harness.send(.event(.worker(service: "holocron.cache", joined: false)))
    harness.send(.event(.fetchFailed(Reference("people/1")!)))
    harness.advance(by: .seconds(1))
    harness.answerAll { $0 == .statistics ? .statistics(Self.statistics(restarts: 1, pid: 21)) : nil }
    harness.advance(by: .seconds(1))
    harness.answerAll { $0 == .statistics ? .statistics(Self.statistics(restarts: 1, state: "failed", pid: nil)) : nil }
    #expect(
      harness.explorer.monitor.events.map(\.phrase) == [
        .processFailed("cache-1"), .processRestarted("cache-1"), .fetchFailed("people/1"), .workerLeft("holocron.cache"),
        .changed("Luke Skywalker"),
      ])
    #expect(text(harness).contains("holocron.cache left") && text(harness).contains("Luke Skywalker changed"))
    for _ in 0..<100 { harness.send(.event(.worker(service: "x", joined: true))) }
    #expect(harness.explorer.monitor.events.count == BusMonitor.maxEvents)
  }

  @Test func `without the bus, its last figures are muted and have their age`() throws {
    var harness = opened()
    harness.advance(by: .seconds(1))
    harness.answer(.statistics, .noStatistics(Problem(503, "no bus is running"), fleet: nil))
    harness.advance(by: .seconds(21))
    let layout = StatusLayout(harness.explorer.monitor, English(), columns: 100, at: harness.now)
    #expect(layout.lines.first?.text == "Health    ● The bus is not responding · as of 22 s ago")
    for language in Languages.all {
      let end = language.say(.busNotResponding).last
      #expect(end?.isLetter == true, "\(language.code) has a full stop before the separator")
    }
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
      ("waiting", 1, "restarting search-1…"), ("running", 0, "starting"), ("gone", 0, "starting"), ("failed", 5, "search-1 failed"),
      ("stopped", 0, "none attached; run holocron up"), (nil, 0, "none attached; run holocron-cache"),
    ] as [(String?, Int, String)])
  func `a worker that the supervisor starts again needs no advice`(_ state: String?, _ restarts: Int, _ text: String) {
    var statistics = BusStatistics(broker: ["services": [["name": "holocron.fetch", "workers": 1]]])
    let processes = ["cache-1", "search-1"].map { name -> JSON in
      ["name": .string(name), "state": .string(state ?? ""), "restarts": .number(restarts)]
    }
    if state != nil { statistics.fleet = ["processes": .array(processes)] }
    let monitor = BusMonitor(statistics)
    let cache = StatusLayout(monitor, English(), columns: 100).lines.first { $0.text.hasPrefix("Cache") }
    #expect(cache?.text.hasSuffix(text.replacing("search-1", with: "cache-1")) == true)
  }

  @Test func `the health names what fails first`() {
    #expect(text(opened(.init(columns: 80, rows: 24), Self.statistics(state: "failed"))).contains("● cache-1 failed"))
    var failing = Self.statistics()
    failing.workers["holocron.fetch"] = [
      ["pid": 13, "origins": [["origin": "http://x/api", "circuit": "open", "retryAfter": 5, "failingSince": 1]]]
    ]
    #expect(text(opened(.init(columns: 80, rows: 24), failing)).contains("● Origin failing, retry in 5 s"))
    #expect(text(opened()).contains("● no search worker; run holocron-search"))
    var complete = Self.statistics()
    let services = ["holocron.cache", "holocron.fetch", "holocron.search"]
    complete.broker = ["services": .array(services.map { name -> JSON in ["name": .string(name), "workers": 1] })]
    #expect(text(opened(.init(columns: 132, rows: 43), complete)).contains("● all services are running"))
  }
}
