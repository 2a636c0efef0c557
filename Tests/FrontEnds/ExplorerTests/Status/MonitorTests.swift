import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import Explorer

@Suite struct MonitorTests {
  static func statistics(_ requests: Int, fetches: Int = 0) -> BusStatistics {
    BusStatistics(
      broker: ["requests": .number(requests), "services": [["name": "holocron.fetch", "workers": 2, "requests": .number(fetches)]]],
      services: ["holocron.cache": [:]])
  }

  /// An explorer, and the ticket of the statistics that it asks for.
  private func begun() throws -> (Explorer, Ticket) {
    var explorer = Explorer(
      kinds: .standard, look: Explorer.Look(theme: DarkTheme(), language: English()), viewport: Viewport(columns: 80, rows: 24))
    let first = try ticket(explorer.update(.begin, at: .zero))
    return (explorer, first)
  }

  private func ticket(_ effects: [Effect]) throws -> Ticket {
    try #require(effects.lazy.compactMap { if case .ask(let ticket, .statistics) = $0 { ticket } else { nil } }.first)
  }

  @Test func `it attaches, loses the bus, and finds it again by itself`() throws {
    var (explorer, first) = try begun()
    #expect(explorer.monitor.isAttached == nil)
    _ = explorer.update(.answered(first, .statistics(Self.statistics(10))), at: .zero)
    #expect(explorer.monitor.isAttached == true)
    #expect(explorer.monitor.workers == 2)
    let second = try ticket(explorer.update(.ring(.statisticsDue), at: Moment(.seconds(2))))
    _ = explorer.update(.answered(second, .failed(Problem(503, "no bus is running"))), at: Moment(.seconds(2)))
    #expect(explorer.monitor.isAttached == false)
    #expect(explorer.remark?.text == English().say(.busLost))
    #expect(explorer.monitor.statistics != nil)
    let effects = explorer.update(.ring(.statisticsDue), at: Moment(.seconds(3)))
    #expect(effects.contains(.wake(.statisticsDue, after: Monitor.retryPace)))
    _ = explorer.update(.answered(try ticket(effects), .statistics(Self.statistics(3))), at: Moment(.seconds(3)))
    #expect(explorer.monitor.isAttached == true)
    #expect(explorer.remark?.text == English().say(.busBack))
  }

  @Test func `a worker that joins is looked at, and one question is enough`() throws {
    var (explorer, first) = try begun()
    let joined = Message.notice(.worker(service: "holocron.cache", joined: true))
    #expect(explorer.update(joined, at: .zero) == [.wake(.statisticsDue, after: Monitor.pace)])
    _ = explorer.update(.answered(first, .statistics(Self.statistics(1))), at: .zero)
    _ = try ticket(explorer.update(joined, at: .zero))
  }

  @Test func `rates leave out what the monitor asked itself`() {
    var history = RateHistory()
    history.add(BusSnapshot(Self.statistics(100, fetches: 10)), asked: ["holocron.cache", "holocron.fetch"], at: .zero)
    #expect(history.samples.isEmpty)
    history.add(BusSnapshot(Self.statistics(122, fetches: 13)), asked: ["holocron.cache"], at: Moment(.seconds(2)))
    #expect(history.samples == [RateHistory.Sample(requests: 10, fetches: 1, queued: 0)])
    // A broker that was restarted counts anew.
    history.add(BusSnapshot(Self.statistics(5)), asked: [], at: Moment(.seconds(4)))
    #expect(history.samples.count == 1)
  }

  @Test(arguments: [([0.0, 1, 2, 4], "▁▃▅█"), ([], ""), ([0, 0], "▁▁"), ([.nan, .infinity, 1], "▁▁█")])
  func `a sparkline stands by its greatest value`(_ values: [Double], _ text: String) {
    #expect(Sparkline.text(values, columns: 60).count == text.count)
    if values.allSatisfy(\.isFinite) { #expect(Sparkline.text(values, columns: 60) == text) }
  }

  @Test(arguments: [
    (#"{"index.records":7,"index.of":0,"index.complete":0}"#, Coverage(records: 7, of: nil, isComplete: false)),
    (#"{"index.records":260,"index.of":260,"index.complete":1}"#, Coverage(records: 260, of: 260, isComplete: true)), ("{}", nil),
  ])
  func `the search worker says how much it knows`(_ gauges: String, _ coverage: Coverage?) throws {
    let statistics = BusStatistics(broker: [:], services: ["holocron.search": ["gauges": try JSON(parsing: gauges)]])
    #expect(BusSnapshot(statistics).indexed == coverage)
  }

  @Test func `the status says that the index is not saved`() throws {
    for warning in [nil, "the index is kept in memory only: the disk is full"] as [String?] {
      var search: JSON.Object = ["gauges": ["index.records": 260, "index.of": 260, "index.complete": 1]]
      search["warning"] = warning.map { .string($0) }
      let monitor = Monitor(BusStatistics(broker: [:], services: ["holocron.search": .object(search)]))
      #expect(monitor.snapshot?.indexed?.warning == warning)
      let index = StatusLayout(monitor, English(), columns: 80).lines.first { $0.text.hasPrefix("Index") }?.text
      #expect(index?.hasSuffix("260 of 260 records, complete\(warning == nil ? "" : ", index not saved")") == true)
    }
  }

  @Test func `numbers from the bus may be anything`() {
    let odd: JSON = ["requests": .number(1e300), "services": [["name": "x", "workers": "many"]], "slow": 7]
    let snapshot = BusSnapshot(BusStatistics(broker: odd))
    #expect(snapshot.requests == .max)
    #expect(snapshot.services.first?.workers == 0)
  }
}
