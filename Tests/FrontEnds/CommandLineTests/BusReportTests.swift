import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing
import Text

@testable import CommandLine

/// The reports of `holocron status` and `holocron top`.
@Suite struct BusReportTests {
  static let start = ContinuousClock.now

  /// Returns a sample of a bus with these cache workers.
  static func sample(at seconds: Int = 0, requests: Int = 0, _ workers: JSON..., processes: [JSON]? = nil) -> BusSample {
    BusSample(
      at: Int64(seconds) * 1_000, instant: start + .seconds(seconds), endpoint: "inproc://top",
      statistics: BusStatistics(
        broker: [
          "services": [["name": "holocron.cache", "workers": .number(workers.count), "queued": 3, "credit": 64, "inFlight": 1]],
          "requests": .number(requests), "listeners": 2, "uptime": 60,
        ], workers: ["holocron.cache": workers], fleet: processes.map { ["processes": .array($0)] }))
  }

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

  private static func text(_ report: BusReport) -> String {
    TableFormat().render(report, on: Surface(isTerminal: true, columns: 120, painter: Painter(usesColor: false))).text
  }

  @Test func `rates cover the time between two samples`() {
    let report = BusReport(
      Self.sample(at: 2, requests: 125, Self.worker(1, hits: 65, misses: 55)),
      since: Self.sample(requests: 100, Self.worker(1, hits: 50, misses: 50)))
    let json = report.json
    #expect(json["seconds"] == 2 && json["rate"] == .number(12.5) && json["recentHitRatio"] == .number(0.75))
    #expect(json["hitRatio"]?.double.map { ($0 * 1_000).rounded() } == 542)
    #expect(json["cache"]?["rates"]?["hits"] == .number(7.5) && json["cache"]?["timers"]?["answer"]?["p99"] == 1)
    #expect(json["broker"]?["services"]?.array?.first?["queued"] == 3)
    #expect(report.lines == [json])
  }

  @Test func `counters are summed over workers and new workers have no rate`() {
    let cache = BusReport(
      Self.sample(at: 1, requests: 5, Self.worker(1, hits: 14, misses: 0, p99: 2), Self.worker(2, hits: 100, misses: 0, p99: 7)),
      since: Self.sample(Self.worker(1, hits: 10, misses: 0))
    ).json["cache"]
    #expect(cache?["counters"]?["hits"] == 114 && cache?["rates"]?["hits"] == 4 && cache?["answered"] == 2)
    #expect(cache?["timers"]?["answer"]?["p99"] == 7)
    #expect(cache?["timers"]?["answer"]?["recent"] == ["count": 2, "p99": .number(3.5), "seconds": 10])
    // All workers are new, so there are no rates.
    let restarted = BusReport(
      Self.sample(at: 1, requests: 1, Self.worker(3, hits: 1, misses: 0)),
      since: Self.sample(requests: 9, Self.worker(1, hits: 10, misses: 0))
    ).json
    #expect(restarted["rate"] == 0 && restarted["recentHitRatio"] == .null && restarted["cache"]?["rates"]?["hits"] == .null)
  }

  private static let workers: [JSON] = [
    [
      "pid": 1, "instance": "a", "uptime": 10, "counters": ["hits": 30, "misses": 10], "gauges": ["entries": 260, "memory.bytes": 100],
      "timers": ["fetch": ["count": 4, "p50": 1, "p99": 9, "recent": ["count": 2, "p99": 8, "seconds": 12]]],
    ],
    [
      "pid": 2, "uptime": 20, "warning": "full", "counters": ["hits": 5, "fetches": 2], "gauges": ["entries": 258, "memory.bytes": 50],
      "timers": ["fetch": ["count": 6, "p50": 2, "p99": 3, "recent": ["count": 0, "seconds": 19]]],
    ],
  ]

  @Test func `counters are added, the size of a shared store is not, and percentiles are those of the slowest worker`() throws {
    let sums = try #require(ServiceSums.statistics(of: Self.workers))
    #expect(sums["counters"] == ["hits": 35, "misses": 10, "fetches": 2])
    #expect(sums["gauges"] == ["entries": 260, "memory.bytes": 150])
    let recent: JSON = ["count": 2, "p99": 8, "seconds": 19]
    #expect(sums["timers"]?["fetch"] == ["count": 10, "p50": 2, "p99": 9, "recent": recent])
    #expect(sums["warning"] == "full" && sums["pid"] == nil && sums["instance"] == nil)
    #expect(ServiceSums.statistics(of: [Self.workers[0]]) == Self.workers[0])
    #expect(ServiceSums.statistics(of: []) == nil)
    #expect(ServiceSums.statistics(of: [7, ["counters": "x", "pid": 1]]) != nil)
  }

  @Test func `processes are shown with the processor time between the samples`() {
    func sample(_ seconds: Int, _ cpu: Double, pid: Int = 7) -> BusSample {
      let process: JSON = ["name": "cache-1", "state": "running", "pid": .number(pid), "restarts": 1, "cpu": .number(cpu)]
      return Self.sample(at: seconds, processes: [process])
    }
    let report = BusReport(sample(2, 1.5), since: sample(0, 1))
    #expect(report.json["processes"]?.array?.first?["load"] == .number(0.25))
    #expect(Self.text(report).contains("cache-1") && Self.text(report).contains("25%"))
    // Another process has the same name.
    #expect(BusReport(sample(2, 0.1), since: sample(0, 9, pid: 3)).json["processes"]?.array?.first?["load"] == nil)
    #expect(BusReport(Self.sample(at: 1), since: Self.sample()).json["processes"] == nil)
  }

  /// A fetcher of an earlier version sends no `origins`.
  @Test func `the servers of the fetchers are shown`() throws {
    let failing = OriginStatus(
      origin: "http://a/api", circuit: .open, failingSince: 1_790_000_000, retryAfter: 8, reason: "it cannot be reached", inFlight: 0,
      limit: 2, ceiling: 8, queued: 1, retriesLeft: 0, rate: 0.4, maxRate: 100)
    let healthy = OriginStatus(
      origin: "http://b/api", circuit: .closed, inFlight: 3, limit: 8, ceiling: 8, queued: 0, retriesLeft: 3, rate: 1_250)
    var sample = Self.sample()
    sample.statistics.workers["holocron.fetch"] = [
      ["pid": 1, "origins": .array([failing.json, healthy.json])], ["pid": 2, "origin": "http://a/api"],
      ["pid": 3, "origins": [["origin": "http://c/api"], 7]],
    ]
    let report = BusReport(sample, since: sample)
    let servers = try #require(report.json["servers"]?.array)
    #expect(servers.map { $0["origin"] } == ["http://a/api", "http://b/api"] && servers[0]["failingSince"] == "2026-09-21T14:13:20Z")
    #expect(servers.compactMap { $0["pid"]?.int } == [1, 1])
    #expect(
      report.plainRows.filter { $0[0] == "Server" } == [
        ["Server", "http://a/api", "1", "failing, retry in 8 s", "0/2", "1", "0", "0.4/s of 100/s"],
        ["Server", "http://b/api", "1", "working", "3/8", "0", "3", "1,250/s"],
      ])
  }

  @Test func `clients with many requests are named`() {
    var sample = Self.sample()
    sample.statistics.broker = [
      "clients": [["name": "loader (pid 7)", "outstanding": 900], ["outstanding": 64], ["name": "x", "outstanding": 3]]
    ]
    let text = BusReport(sample).plainRows.first { $0[0] == "Waiting" }?.dropFirst().joined()
    #expect(text == "loader (pid 7), 900 requests · a client without a name, 64 requests")
  }

  @Test func `top prints one line per sample in a pipe, and a table on a terminal`() async throws {
    let harness = try await CommandHarness.ran("top --interval 0.1 --count 2")
    let lines = try harness.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
    #expect(lines.count == 2 && lines[0]["time"] == "2026-09-21T18:13:20.000Z" && harness.notes == "")
    let services = lines[0]["broker"]?["services"]?.array?.compactMap { $0["name"]?.string }
    #expect(services == ["holocron.cache", "holocron.fetch", "holocron.search"])
    let table = try await CommandHarness.ran("top --interval 0.1", columns: 80)
    #expect(table.output.contains("Hit ratio  75.0%\n") && table.output.contains("SERVICE          WORKERS  BUSY  QUEUED  REQUESTS   RATE"))
    let problem = await #expect(throws: Problem.self) { try await CommandHarness(ScriptedRepository(statistics: nil)).run("top --json") }
    #expect(problem?.exitCode == .unavailable)
  }

  /// The timeout of two cache workers passes only after the other services have been asked, too.
  @Test func `a worker that hangs delays a sample by one timeout`() async throws {
    let (timeout, asked) = (HoldingGate(isHolding: true), Recording())
    let repository = CatalogueRepository(
      reply: { service, _ throws(Problem) in
        asked.add(service.text)
        if asked.all.contains("holocron.fetch"), asked.all.contains("holocron.search") { timeout.release() }
        guard service == .cache else { return StatsRequest.reply(["pid": 1, "counters": [:]]) }
        await timeout.pass()
        throw Problem(504, "the deadline passed", type: ProblemType.deadline)
      },
      broker: {
        let workers = [("cache", 2), ("fetch", 1), ("search", 1)]
        return ["services": .array(workers.map { ["name": .string("holocron.\($0)"), "workers": .number($1)] })]
      })
    let statistics = try await within(.testLimit, "the other services were asked") {
      await repository.statistics(try await repository.broker())
    }
    #expect(statistics.workers.mapValues(\.count) == ["holocron.cache": 0, "holocron.fetch": 1, "holocron.search": 1])
    // Another round would wait for the timeout again.
    #expect(asked.all.count { $0 == "holocron.cache" } == 2)
  }
}
