import Console
import Contracts
import MessageBus
import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing
import Text

@testable import CommandLine

/// The findings of `holocron doctor` about the bus and the processes behind its workers.
@Suite struct FindingsTests {
  static let programs = [10: "/usr/bin/holocron-cache", 11: "/opt/holocron-cache", 12: "/usr/bin/holocron-node", 66: "/usr/bin/python3.11"]

  /// Returns a sample of a bus with `count` workers of a service, of which those with `statistics` have replied.
  static func sample(_ service: ServiceName = .cache, count: Int, _ statistics: [JSON.Object], isLocal: Bool = true) -> BusSample {
    BusSample(
      isLocal: isLocal,
      statistics: BusStatistics(
        broker: ["services": [["name": .string(service.text), "workers": .number(count)]]],
        workers: [service.text: statistics.map { .object($0) }]), program: { programs[$0].map(RunningProgram.init(path:)) })
  }

  private static func finding(_ subject: String = "holocron.cache", in sample: BusSample) throws -> Finding {
    try #require(sample.findings.first { $0.subject == subject })
  }

  @Test(
    arguments: [
      ([10], .pass, "1 worker: holocron-cache, process 10"),
      ([10, 11, 12], .pass, "3 workers: holocron-cache, process 10; holocron-cache, process 11; holocron-node, process 12"),
      ([10, 66], .warn, "/usr/bin/python3.11 is not a Holocron program"),
      // A foreign worker that reports the process ID of another worker, a process ID that does not exist, or none.
      ([10, 10], .warn, "1 of 2 reports no process ID of its own"), ([10, 99], .warn, "you have no process 99 on this host"),
      ([nil, 10], .warn, "1 of 2 reports no process ID of its own"), ([nil], .warn, "1 of 1 reports no process ID of its own"),
    ] as [([Int?], Finding.State, String)])
  func `doctor names the processes behind workers`(_ claims: [Int?], _ state: Finding.State, _ message: String) throws {
    let finding = try Self.finding(in: Self.sample(count: claims.count, claims.compactMap { $0.map { ["pid": .number($0)] } }))
    #expect(finding.state == state && finding.text.hasSuffix(message), "\(finding.text)")
    #expect(finding.fix.isEmpty == (state == .pass))
  }

  @Test(arguments: [(false, [10, 10], 0), (true, [10], 1)] as [(Bool, [Int], Int)])
  func `workers of several hosts, and only those, may have the same process ID`(_ isLocal: Bool, _ known: [Int], _ unidentified: Int) throws
  {
    let sample = Self.sample(count: 2, [["pid": 10, "instance": "a"], ["pid": 10, "instance": "b"]], isLocal: isLocal)
    let cache = try #require(sample.inventory.first { $0.name == .cache })
    #expect(cache.workers.map(\.process) == known && cache.unidentified == unidentified)
  }

  /// The supervisor restarts processes that end, but not a process that hangs or is stopped.
  @Test func `a worker whose process runs without a sign of life is named with the command that helps`() throws {
    let state = try JSON(
      parsing: #"{"processes":[{"name":"broker","state":"running","ready":true,"pid":9},"#
        + #"{"name":"cache-1","state":"running","ready":true,"pid":10},{"name":"cache-2","state":"running","ready":true,"pid":11},"#
        + #"{"name":"cache-3","state":"running","ready":false,"pid":12}]}"#)
    func sample(_ processes: [Int], count: Int, stopped: Int32? = nil) -> BusSample {
      var sample = Self.sample(count: count, processes.map { ["pid": .number($0)] })
      (sample.fleet, sample.statistics.fleet) = (FleetState(state), state)
      sample.isStopped = { $0 == stopped }
      return sample
    }
    #expect(sample([10, 11], count: 2).unresponsive.isEmpty)
    // One may be busy.
    #expect(sample([10], count: 2).unresponsive.isEmpty)
    let one = try Self.finding(in: sample([10], count: 1))
    #expect(one.state == .warn && one.text.hasSuffix("; cache-2 (process 11) does not respond"))
    #expect(one.fix == "run holocron restart cache-2")
    let none = try Self.finding(in: sample([], count: 0, stopped: 10))
    #expect(none.state == .fail && none.text == "no worker is attached: cache-1 (process 10) is stopped")
    #expect(none.fix == "continue it with kill -CONT 10, or run holocron restart cache-1")
    #expect(try Self.finding(in: sample([10], count: 2, stopped: 11)).text.hasSuffix("; cache-2 (process 11) is stopped"))
    let rows = BusReport(sample([10], count: 1)).plainRows
    #expect(rows.contains(["Process", "cache-2", "11", "not responding", "—", "—", "—", "—", "—"]), "\(rows)")
  }

  /// `holocron up` would leave the fleet as it is.
  @Test(arguments: [
    (0, "holocron scale search=1"), (1, "start holocron-search, or run holocron up"), (nil, "start holocron-search, or run holocron up"),
  ])
  func `a fleet that was told to run no search worker is scaled`(searches: Int?, fix: String) throws {
    var sample = Self.sample(count: 1, [])
    sample.fleet = searches.map { FleetState(["fleet": ["searches": .number($0)], "processes": []]) }
    #expect(try Self.finding("holocron.search", in: sample).fix == fix)
  }

  @Test(
    arguments: [
      (["embedded", "embedded"], nil, .pass, "all fetchers use embedded"),
      (["embedded", "http://h/api"], nil, .fail, "fetchers use different origins: embedded, http://h/api"),
      (["http://127.0.0.1/api"], "embedded", .warn, "fetchers use http://127.0.0.1/api, but holocron.cache holds records from embedded"),
    ] as [([String], String?, Finding.State, String)])
  func `fetchers with different origins are a failure`(origins: [String], cache: String?, state: Finding.State, text: String) throws {
    var sample = Self.sample(.fetch, count: origins.count, origins.enumerated().map { ["pid": .number($0), "origin": .string($1)] })
    sample.statistics.workers["holocron.cache"] = cache.map { [["pid": 1, "origin": .string($0)]] }
    let finding = try Self.finding("Origins", in: sample)
    #expect(finding.state == state && finding.text == text)
  }

  @Test func `a server that fails is a warning`() {
    func server(_ origin: String, _ circuit: OriginStatus.Circuit, retryAfter: Int? = nil, failing reason: String? = nil) -> JSON {
      OriginStatus(
        origin: origin, circuit: circuit, failingSince: reason == nil ? nil : 1_790_000_000, retryAfter: retryAfter, reason: reason,
        inFlight: 0, limit: 8, ceiling: 8, queued: 0, retriesLeft: 3, rate: 0
      ).json
    }
    let servers = OriginServers([
      [
        "origins": .array([
          server("http://a/api", .open, retryAfter: 8, failing: "it cannot be reached"), server("http://b/api", .closed),
          server("http://c/api", .closed, retryAfter: 7_200, failing: "it asked to slow down"),
          server("http://d/api", .closed, failing: "it answered with status 500"), server("http://e/api", .halfOpen, failing: "\u{1B}"),
        ])
      ],
      ["origins": .array([server("http://a/api", .closed, failing: "another reason"), server("http://b/api", .closed)])],
    ])
    #expect(
      servers.findings.map(\.text) == [
        "http://a/api is failing, retry in 8 s: it cannot be reached", "http://c/api is failing, retry in 2 h: it asked to slow down",
        "http://d/api is failing: it answered with status 500", "http://e/api is failing: \u{FFFD}",
      ])
    #expect(servers.findings.allSatisfy { $0.state == .warn && $0.subject == "Origin server" })
  }

  @Test func `a history that cannot be stored, and a full index, are warnings`() throws {
    func sample(_ warning: String) -> BusSample {
      Self.sample(.search, count: 1, [["pid": 10, "warning": .string(warning)]], isLocal: false)
    }
    let lossy = try Self.finding("Search history", in: sample("the search history is kept in memory only: the disk is full\u{1B}"))
    #expect(lossy.state == .warn)
    #expect(lossy.text == "the search history is kept in memory only: the disk is full\u{FFFD} (process 10)")
    #expect(lossy.fix.hasPrefix("make the folder writable or free disk space"))
    #expect(try Self.finding("Search index", in: sample(Coverage.fullIndexWarning)).fix.contains("cache purge"))
    #expect(!Self.sample(.search, count: 1, [["pid": 10]], isLocal: false).findings.contains { $0.subject == "Search index" })
  }

  /// Such as the worker of `Apps/PYTHON.md`, which reports no process ID.
  @Test func `workers of other services are in the table, and doctor warns of them`() throws {
    let services: JSON = [["name": "example.greeting\u{1B}", "workers": 2], ["name": "gone", "workers": 0]]
    let sample = BusSample(statistics: BusStatistics(broker: ["services": services]))
    let rows = BusReport(sample).plainRows.filter { $0[0] == "Worker" }
    #expect(rows == [["Worker", "example.greeting\u{FFFD}", "?", "2 workers without process IDs of their own"]], "\(rows)")
    let finding = try Self.finding("example.greeting\u{FFFD}", in: sample)
    #expect(finding.state == .warn && finding.text == "2 workers; example.greeting\u{FFFD} is not a Holocron program", "\(finding.text)")
    #expect(!sample.findings.contains { $0.subject == "gone" })
  }

  /// The foreign worker is this test process. It runs as the same user and differs from a Holocron worker only in its program.
  @Test func `doctor names a foreign program that offers the cache`() async throws {
    let sandbox = try Sandbox()
    try await CommandLineProcessTests.serving(sandbox, cache: ForeignCacheService()) {
      let (_, output, _) = try await sandbox.holocron("doctor", "--json")
      let finding = try JSON(parsing: output).array?.first { $0["check"] == "holocron.cache" }
      let message = finding?["message"]?.string ?? ""
      #expect(finding?["state"] == "warn" && message.contains("process \(OwnProcess.id)") && message.contains("is not a Holocron program"))
      let status = try await sandbox.holocron("status", "--json").output
      let workers = try JSON(parsing: status)["workers"]?.array?.first { $0["service"] == "holocron.cache" }
      #expect(workers?["processes"]?.array?.first?["pid"]?.int == Int(OwnProcess.id))
    }
  }

  private struct ForeignCacheService: BusService {
    let name = ServiceName.cache.text
    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      StatsRequest.reply(["service": .string(name), "pid": .number(OwnProcess.id), "counters": [:]])
    }
  }
}

extension Finding {
  var text: String { message.printable }
  /// The suggested fix; empty without one.
  var fix: String { remedy ?? "" }
}
