import Client
import Contracts
import MessageBus
import OrderedJSON
import Presentation
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing
import Text

@testable import CommandLine

@Suite struct TopTests {
  /// Returns the statistics of one cache worker with the process ID `pid`.
  static func worker(_ pid: Int, hits: Int, misses: Int, p99: Double = 1) -> JSON {
    [
      "pid": .number(pid),
      "counters": ["hits": .number(hits), "hits.stale": 0, "misses": .number(misses), "requests": .number(hits + misses)],
      "gauges": ["entries": 10],
      "timers": [
        "answer": [
          "count": 2, "p50": .number(0.5), "p90": .number(p99), "p99": .number(p99), "max": 9,
          "recent": ["count": 1, "p99": .number(p99 / 2), "seconds": 10],
        ]
      ],
    ]
  }

  static func sample(_ seconds: Int, requests: Int, _ workers: JSON...) -> TopSample {
    TopSample(
      at: Int64(seconds) * 1_000, instant: start + .seconds(seconds),
      broker: [
        "services": [["name": "holocron.cache", "workers": .number(workers.count), "queued": 3, "credit": 64, "inFlight": 1]],
        "workers": [], "requests": .number(requests), "subscriptions": 12, "listeners": 2, "invalid": 0, "dropped": 1, "uptime": 60,
      ], workers: [.cache: workers])
  }

  static let start = ContinuousClock.now

  @Test func `rates cover the time between two samples`() {
    let report = TopReport(
      from: Self.sample(0, requests: 100, Self.worker(1, hits: 50, misses: 50)),
      to: Self.sample(2, requests: 125, Self.worker(1, hits: 65, misses: 55)), endpoint: "inproc://top")
    let json = report.json
    #expect(json["seconds"] == 2)
    #expect(json["rate"] == .number(12.5))
    #expect(json["hitRatio"]?.double.map { ($0 * 1_000).rounded() } == 542)
    #expect(json["recentHitRatio"] == .number(0.75))
    #expect(json["cache"]?["rates"]?["hits"] == .number(7.5))
    #expect(json["cache"]?["timers"]?["answer"]?["p99"] == 1)
    #expect(json["broker"]?["services"]?.array?.first?["queued"] == 3)
    #expect(report.lines == [json])
  }

  @Test func `counters are summed over workers and new workers have no rate`() {
    let report = TopReport(
      from: Self.sample(0, requests: 0, Self.worker(1, hits: 10, misses: 0)),
      to: Self.sample(1, requests: 5, Self.worker(1, hits: 14, misses: 0, p99: 2), Self.worker(2, hits: 100, misses: 0, p99: 7)),
      endpoint: "inproc://top")
    let cache = report.json["cache"]
    #expect(cache?["counters"]?["hits"] == 114)
    #expect(cache?["rates"]?["hits"] == 4)
    #expect(cache?["timers"]?["answer"]?["p99"] == 7)
    #expect(cache?["timers"]?["answer"]?["recent"] == ["count": 2, "p99": .number(3.5), "seconds": 10])
    #expect(cache?["answered"] == 2)
    // All workers are new, so there are no rates.
    let restarted = TopReport(
      from: Self.sample(0, requests: 9, Self.worker(1, hits: 10, misses: 0)),
      to: Self.sample(1, requests: 1, Self.worker(3, hits: 1, misses: 0)), endpoint: "inproc://top")
    #expect(restarted.json["rate"] == 0)
    #expect(restarted.json["recentHitRatio"] == .null)
    #expect(restarted.json["cache"]?["rates"]?["hits"] == .null)
  }

  @Test func `the table has the 99th percentile of the last seconds, if all workers report it`() {
    func text(_ workers: JSON...) -> String {
      let sample = TopSample(
        at: 0, instant: Self.start, broker: ["services": [["name": "holocron.cache", "workers": .number(workers.count)]]],
        workers: [.cache: workers])
      let report = TopReport(from: sample, to: sample, endpoint: "x")
      return TableFormat().render(report, on: Surface(isTerminal: true, columns: 120, usesColor: false)).text
    }
    let worker = Self.worker(1, hits: 1, misses: 0, p99: 700)
    #expect(text(worker).contains("RECENT P99") && text(worker).contains("350 ms") && !text(worker).contains("700 ms"))
    let old: JSON = ["pid": 2, "timers": ["answer": ["count": 2, "p50": 1, "p99": 900]]]
    #expect(!text(worker, old).contains("RECENT P99") && text(worker, old).contains("900 ms"))
  }

  @Test func `processes are shown with the processor time between the samples`() {
    func sample(_ seconds: Int, _ cpu: Double, pid: Int = 7) -> TopSample {
      let process: JSON = ["name": "cache-1", "state": "running", "pid": .number(pid), "restarts": 1, "cpu": .number(cpu)]
      return TopSample(
        at: 0, instant: Self.start + .seconds(seconds), broker: ["services": []], workers: [:], processes: [process])
    }
    let report = TopReport(from: sample(0, 1), to: sample(2, 1.5), endpoint: "inproc://top")
    #expect(report.json["processes"]?.array?.first?["load"] == .number(0.25))
    let text = TableFormat().render(report, on: Surface(isTerminal: true, columns: 80, usesColor: false)).text
    #expect(text.contains("cache-1") && text.contains("25.0%"))
    // Another process has the same name.
    let restarted = TopReport(from: sample(0, 9, pid: 3), to: sample(2, 0.1), endpoint: "inproc://top")
    #expect(restarted.json["processes"]?.array?.first?["load"] == nil)
    #expect(TopReport(from: Self.sample(0, requests: 1), to: Self.sample(1, requests: 2), endpoint: "x").json["processes"] == nil)
  }

  /// A fetcher of an earlier version sends no `origins`.
  @Test func `the servers of the fetchers are shown`() throws {
    let failing = OriginStatus(
      origin: "http://a/api", circuit: .open, failingSince: 1_790_000_000, retryAfter: 8, reason: "it cannot be reached", inFlight: 0,
      limit: 2, ceiling: 8, queued: 1, retriesLeft: 0, rate: 0.4, maxRate: 100)
    let healthy = OriginStatus(
      origin: "http://b/api", circuit: .closed, inFlight: 3, limit: 8, ceiling: 8, queued: 0, retriesLeft: 3, rate: 1_250)
    let fetchers: [JSON] = [
      ["pid": 1, "origins": .array([failing.json, healthy.json])], ["pid": 2, "origin": "http://a/api"],
      ["pid": 3, "origins": [["origin": "http://c/api"], 7]],
    ]
    let sample = TopSample(at: 0, instant: Self.start, broker: ["services": []], workers: [.fetch: fetchers])
    let report = TopReport(from: sample, to: sample, endpoint: "inproc://top")
    let servers = try #require(report.json["servers"]?.array)
    #expect(servers.map { $0["origin"] } == ["http://a/api", "http://b/api"] && servers[0]["failingSince"] == "2026-09-21T14:13:20Z")
    #expect(servers.compactMap { $0["pid"]?.int } == [1, 1])
    guard case .table(let table)? = report.blocks.last else {
      Issue.record("no table")
      return
    }
    let rows = table.rows.map { $0.map(\.text) }
    #expect(
      rows == [
        ["http://a/api", "1", "failing, retry in 8 s", "0/2", "1", "0", "0.4/s of 100/s"],
        ["http://b/api", "1", "ok", "3/8", "0", "3", "1,250/s"],
      ])
    #expect(OriginServers([["pid": 2, "origin": "http://a/api"]]).table == nil)
  }

  @Test func `top prints one line per sample in a pipe`() async throws {
    let harness = CommandHarness()
    try await harness.run("top --interval 0.1 --count 2")
    let lines = try harness.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
    #expect(lines.count == 2)
    #expect(
      lines[0]["broker"]?["services"]?.array?.compactMap { $0["name"]?.string } == ["holocron.cache", "holocron.fetch", "holocron.search"])
    #expect(lines[0]["time"] == "2026-09-21T18:13:20.000Z")
    #expect(harness.notes == "")
  }

  @Test func `top with an interval prints a table on a terminal`() async throws {
    let harness = CommandHarness(columns: 80)
    try await harness.run("top --interval 0.1")
    #expect(harness.output.contains("Hit ratio  75.0%\n"))
    #expect(harness.output.contains("SERVICE          WORKERS  BUSY  QUEUED"))
  }

  @Test func `top fails without a bus`() async {
    let problem = await #expect(throws: Problem.self) { try await CommandHarness(UnavailableRepository()).run("top --json") }
    #expect(problem?.exitCode == .unavailable)
  }

  @Test func `a worker that hangs delays a sample by one timeout`() async throws {
    let workers = HangingCache()
    let sample = try await within(.testLimit, "the other services were asked") {
      try await TopSample(asking: workers, probe: workers, at: 0)
    }
    #expect(sample.workers.mapValues(\.count) == [.cache: 0, .fetch: 1, .search: 1])
    // Another round would wait for the timeout again.
    #expect(workers.requests.count { $0 == .cache } == 2)
  }

  /// Two cache workers whose timeout passes only after the other services have been asked, too.
  private final class HangingCache: Repository {
    private let timeout = HoldingGate(isHolding: true)
    private let asked = Mutex<[ServiceName]>([])
    var requests: [ServiceName] { asked.withLock(\.self) }

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
      asked.withLock { $0.append(service) }
      if requests.contains(.fetch), requests.contains(.search) { timeout.release() }
      guard service == .cache else { return StatsRequest.reply(["pid": 1, "counters": [:]]) }
      await timeout.pass()
      throw Problem(504, "the deadline passed", type: ProblemType.deadline)
    }

    func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {}

    func brokerStatistics() async throws(Problem) -> JSON {
      [
        "services": [
          ["name": "holocron.cache", "workers": 2], ["name": "holocron.fetch", "workers": 1], ["name": "holocron.search", "workers": 1],
        ]
      ]
    }

    func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {}
  }
}
