import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Synchronization
import TestSupport
import Testing
import Text

@testable import CommandLine

/// The processes behind the workers, and the findings about them.
@Suite struct WorkerInventoryTests {
  /// Cache workers that reply in turn, each with the process ID in `claims` and the instance in `instances`; the ID `nil` replies with an error.
  final class FakeWorkers: Repository {
    private let claims: [Int?]
    private let origins: [String]
    private let warning: String?
    private let instances: [String]
    private let turn = Mutex(0)

    init(_ claims: [Int?], origins: [String] = ["embedded"], warning: String? = nil, instances: [String] = []) {
      (self.claims, self.origins, self.warning, self.instances) = (claims, origins, warning, instances)
    }

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
      let turn = turn.withLock { turn in
        defer { turn += 1 }
        return turn
      }
      guard let process = claims[turn % claims.count] else { return Reply(Problem(404, "not found")) }
      var statistics: JSON.Object = [
        "service": .string(service.text), "pid": .number(process), "origin": .string(origins[turn % origins.count]), "counters": [:],
      ]
      statistics["warning"] = warning.map { .string($0) }
      if !instances.isEmpty { statistics["instance"] = .string(instances[turn % instances.count]) }
      return StatsRequest.reply(.object(statistics))
    }

    func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {}

    func brokerStatistics() async throws(Problem) -> JSON {
      ["uptime": 100, "services": [["name": "holocron.cache", "workers": .number(claims.count)]]]
    }

    func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {}
  }

  static func finding(_ workers: FakeWorkers, programs: [Int: String]) async throws -> Finding {
    let attached = AttachedServices(try await workers.brokerStatistics())
    let inventory = await WorkerInventory(asking: workers, attached, isLocal: true) { programs[$0].map(RunningProgram.init(path:)) }
    return try #require(inventory.findings.first { $0.subject == "holocron.cache" })
  }

  @Test(arguments: [(false, [10, 10], 0), (true, [10], 1)] as [(Bool, [Int], Int)])
  func `workers of several hosts, and only those, may have the same process ID`(_ isLocal: Bool, _ known: [Int], _ unidentified: Int)
    async throws
  {
    let workers = FakeWorkers([10, 10], instances: ["a", "b"])
    let attached = AttachedServices(try await workers.brokerStatistics())
    let inventory = await WorkerInventory(asking: workers, attached, isLocal: isLocal) { RunningProgram(path: "/usr/bin/\($0)") }
    let cache = try #require(inventory.services.first { $0.name == .cache })
    #expect(cache.workers.map(\.process) == known)
    #expect(cache.unidentified == unidentified)
    let sums = try #require(inventory.statistics[.cache])
    #expect(sums["pid"] == nil && sums["instance"] == nil)
  }

  static let programs = [10: "/usr/bin/holocron-cache", 11: "/opt/holocron-cache", 12: "/usr/bin/holocron-node", 66: "/usr/bin/python3.11"]

  @Test(
    arguments: [
      ([10], .pass, "1 worker: holocron-cache, process 10"),
      ([10, 11, 12], .pass, "3 workers: holocron-cache, process 10; holocron-cache, process 11; holocron-node, process 12"),
      ([10, 66], .warn, "/usr/bin/python3.11 is not a Holocron program"),
      // A foreign worker that reports the process ID of another worker, a process ID that does not exist, or none.
      ([10, 10], .warn, "1 of 2 reports no process ID of its own"), ([10, 99], .warn, "you have no process 99 on this host"),
      ([nil, 10], .warn, "1 of 2 reports no process ID of its own"), ([nil], .warn, "1 of 1 reports no process ID of its own"),
    ] as [([Int?], Finding.State, String)])
  func `doctor names the processes behind workers`(_ claims: [Int?], _ state: Finding.State, _ message: String) async throws {
    let finding = try await Self.finding(FakeWorkers(claims), programs: Self.programs)
    #expect(finding.state == state)
    #expect(finding.text.hasSuffix(message), "\(finding.text)")
    #expect(finding.fix.isEmpty == (state == .pass))
  }

  /// The supervisor restarts processes that end, but not a process that hangs or is stopped.
  @Test func `a worker whose process runs without a sign of life is named with the command that helps`() async throws {
    let state = try JSON(
      parsing: #"{"processes":[{"name":"broker","state":"running","ready":true,"pid":9},"#
        + #"{"name":"cache-1","state":"running","ready":true,"pid":10},{"name":"cache-2","state":"running","ready":true,"pid":11},"#
        + #"{"name":"cache-3","state":"running","ready":false,"pid":12}]}"#)
    func inventory(_ processes: [Int], count: Int, stopped: Int32? = nil) -> WorkerInventory {
      var inventory = WorkerInventory(
        services: [
          .init(
            name: .cache, count: count,
            workers: processes.map { .init(process: $0, program: RunningProgram(path: "/usr/bin/holocron-cache"), origin: nil) })
        ], isLocal: true, statistics: [:])
      inventory.findUnresponsive(in: state) { $0 == stopped }
      return inventory
    }
    #expect(inventory([10, 11], count: 2).unresponsive.isEmpty)
    // One may be busy.
    #expect(inventory([10], count: 2).unresponsive.isEmpty)
    let one = try #require(inventory([10], count: 1).findings.first)
    #expect(one.state == .warn && one.text.hasSuffix("; cache-2 (process 11) does not respond"))
    #expect(one.fix == "run holocron restart cache-2")
    let none = try #require(inventory([], count: 0, stopped: 10).findings.first)
    #expect(none.state == .fail && none.text == "no worker is attached: cache-1 (process 10) is stopped")
    #expect(none.fix == "continue it with kill -CONT 10, or run holocron restart cache-1")
    #expect(inventory([10], count: 2, stopped: 11).findings.first?.text.hasSuffix("; cache-2 (process 11) is stopped") == true)
    let report = StatusReport(broker: .null, inventory: inventory([10], count: 1), processes: state, endpoint: "ipc:///b")
    #expect(report.document.plainRows.contains(["Process", "cache-2", "not responding", "11", "0", "—"]))
  }

  @Test(
    arguments: [
      (#""state":"waiting","pid":null"#, "restarting search-1…"), (#""state":"running","pid":10,"restarts":2"#, "restarting search-1…"),
      (#""state":"running","ready":false,"pid":10,"restarts":0"#, "starting"), (#""state":"failed","pid":null"#, "search-1 failed"),
      (#""state":"running","ready":true,"pid":10"#, "search-1 (process 10) does not respond"),
      (#""state":"running","ready":true,"pid":11"#, "search-1 (process 11) is stopped"),
      (#""state":"stopped","pid":null"#, "no search worker is attached: start one with holocron up --bus ipc:///b"),
      (nil, "no search worker is attached: start one with holocron-search"),
    ] as [(String?, String)])
  func `the status says what happens to a missing worker`(_ process: String?, _ text: String) throws {
    func row(bus: String) throws -> [String]? {
      let state = try process.map { try JSON(parsing: #"{"bus":"\#(bus)","processes":[{"name":"search-1",\#($0)}]}"#) }
      var inventory = WorkerInventory(services: [.init(name: .search, count: 0, workers: [])], isLocal: true, statistics: [:])
      inventory.findUnresponsive(in: state) { $0 == 11 }
      let report = StatusReport(broker: ["services": []], inventory: inventory, processes: state, endpoint: "ipc:///b", bus: "ipc:///b")
      return report.document.plainRows.first { $0.first == "Search" }
    }
    #expect(try row(bus: "ipc:///b") == ["Search", text])
    // The fleet of another bus does not start workers for this one.
    #expect(try row(bus: "ipc:///other") == ["Search", "no search worker is attached: start one with holocron-search"])
  }

  /// `holocron up` would leave the fleet as it is.
  @Test func `a fleet that was told to run no search worker is scaled`() {
    func fix(_ state: JSON?) -> String? {
      var inventory = WorkerInventory(services: [.init(name: .search, count: 0, workers: [])], isLocal: true, statistics: [:])
      inventory.findUnresponsive(in: state)
      return inventory.findings.first?.fix
    }
    #expect(fix(["fleet": ["caches": 1, "searches": 0], "processes": []]) == "holocron scale search=1")
    #expect(fix(["fleet": ["caches": 1, "searches": 1], "processes": []]) == "start holocron-search, or run holocron up")
    #expect(fix(nil) == "start holocron-search, or run holocron up")
  }

  @Test func `fetchers with different origins are a failure`() async throws {
    let attached = AttachedServices(["services": [["name": "holocron.fetch", "workers": 2]]])
    let stale = WorkerInventory(
      services: [
        .init(name: .cache, count: 1, workers: [.init(process: 1, program: nil, origin: "embedded")]),
        .init(name: .fetch, count: 1, workers: [.init(process: 2, program: nil, origin: "http://h/api")]),
      ], isLocal: false, statistics: [:])
    #expect(stale.findings.last?.state == .warn)
    #expect(stale.findings.last?.text == "fetchers use http://h/api, but holocron.cache holds records from embedded")
    let mixed = FakeWorkers([10, 11], origins: ["embedded", "http://h/api"])
    let findings = await WorkerInventory(asking: mixed, attached, isLocal: false).findings
    #expect(findings.first { $0.subject == "Origins" }?.state == .fail)
    #expect(findings.first { $0.subject == "Origins" }?.text.contains("embedded, http://h/api") == true)
    let alike = await WorkerInventory(asking: FakeWorkers([10, 11]), attached, isLocal: false).findings
    #expect(alike.first { $0.subject == "Origins" }?.state == .pass)
  }

  @Test func `a server that fails is a warning`() {
    func server(_ origin: String, _ circuit: OriginStatus.Circuit, retryAfter: Int? = nil, failing reason: String? = nil) -> JSON {
      OriginStatus(
        origin: origin, circuit: circuit, failingSince: reason == nil ? nil : 1_790_000_000, retryAfter: retryAfter, reason: reason,
        inFlight: 0, limit: 8, ceiling: 8, queued: 0, retriesLeft: 3, rate: 0
      ).json
    }
    let fetchers: [JSON] = [
      [
        "pid": 1,
        "origins": .array([
          server("http://a/api", .open, retryAfter: 8, failing: "it cannot be reached"), server("http://b/api", .closed),
          server("http://c/api", .closed, retryAfter: 7_200, failing: "it asked to slow down"),
          server("http://d/api", .closed, failing: "it answered with status 500"), server("http://e/api", .halfOpen, failing: "\u{1B}"),
        ]),
      ],
      ["pid": 2, "origins": .array([server("http://a/api", .closed, failing: "another reason"), server("http://b/api", .closed)])],
    ]
    let inventory = WorkerInventory(services: [], isLocal: true, statistics: [:], servers: OriginServers(fetchers))
    #expect(
      inventory.findings.map(\.text) == [
        "http://a/api is failing, retry in 8 s: it cannot be reached", "http://c/api is pausing, retry in 2 h: it asked to slow down",
        "http://d/api is failing: it answered with status 500", "http://e/api is failing, probing: \u{FFFD}",
      ])
    #expect(inventory.findings.allSatisfy { $0.state == .warn && $0.subject == "Origin server" })
  }

  @Test func `a history that cannot be stored, and a full index, are warnings`() async throws {
    let attached = AttachedServices(["services": [["name": "holocron.search", "workers": 1]]])
    let lossy = FakeWorkers([10], warning: "the search history is kept in memory only: the disk is full\u{1B}")
    let inventory = await WorkerInventory(asking: lossy, attached, isLocal: false)
    let finding = try #require(inventory.findings.first { $0.subject == "Search history" })
    #expect(finding.state == .warn)
    #expect(finding.text == "the search history is kept in memory only: the disk is full\u{FFFD} (process 10)")
    #expect(finding.fix.hasPrefix("make the folder writable or free disk space"))
    let full = await WorkerInventory(asking: FakeWorkers([10], warning: Coverage.fullIndexWarning), attached, isLocal: false)
    #expect(full.findings.first { $0.subject == "Search index" }?.fix.contains("cache purge") == true)
    let well = await WorkerInventory(asking: FakeWorkers([10]), attached, isLocal: false)
    #expect(!well.findings.contains { $0.subject == "Search index" })
    let statistics: JSON = [
      "gauges": ["index.records": 260, "index.of": 260, "index.complete": 1], "warning": "the index is kept in memory only: full",
    ]
    #expect(
      SearchIndexReport(statistics: statistics).summary.text
        == "260 records indexed (complete); the index is kept in memory only: full")
  }

  @Test(arguments: [(false, "; run holocron cache warm to fetch the rest"), (true, ", filling…")])
  func `an incomplete index needs advice only if the worker does not fill it`(isFilling: Bool, end: String) {
    var statistics: JSON.Object = ["gauges": ["index.records": 20, "index.of": 260, "index.complete": 0]]
    if isFilling { statistics["filling"] = "true" }
    #expect(SearchIndexReport(statistics: .object(statistics)).summary.text == "20 of 260 records indexed\(end)")
  }

  @Test func `a folder must be writable and have free space`() throws {
    let folder = try TemporaryDirectory()
    func check(_ path: String) -> Finding { DoctorChecks.writable("Cache folder", path, variable: "XDG_CACHE_HOME") }
    #expect(check(folder.path).state == .pass)
    #expect(check(folder.file("not/yet")).state == .pass)
    let full = DoctorChecks.writable("Cache folder", folder.path, variable: "XDG_CACHE_HOME", space: { _ in 1 << 20 })
    #expect(full.state == .warn)
    #expect(full.text.hasSuffix("has only 1.0 MiB left"))
    #expect(check("/proc").state == .fail)
    let file = folder.file("file")
    try folder.write("", to: "file")
    for path in [file, "\(file)/holocron"] {
      let finding = check(path)
      #expect(finding.state == .fail)
      #expect(finding.text == "\(file) is not a folder")
      #expect(finding.fix == "move or remove \(file)")
    }
  }

  /// 30 is EROFS: a read-only file system.
  @Test(
    arguments: [
      (ErrorNumber.permissionDenied, 1_234, "", "chmod u+rwx /folder"),
      (ErrorNumber.permissionDenied, 4_294_967_000, "; /folder belongs to user 4294967000", "set XDG_CACHE_HOME to a folder of your own"),
      (ErrorNumber(rawValue: 30), 1_234, "", "set XDG_CACHE_HOME to a folder that can be written"),
    ] as [(ErrorNumber, UInt32, String, String)])
  func `only missing permissions of an own folder call for chmod`(error: ErrorNumber, owner: UInt32, message: String, remedy: String) {
    let finding = DoctorChecks.unwritable(
      "Cache folder", "/folder", SystemError("access", "/folder", number: error), owner: owner, user: 1_234, variable: "XDG_CACHE_HOME")
    #expect(finding.text == "cannot write to /folder: \(error)\(message)")
    #expect(finding.fix == remedy)
  }

  /// The foreign worker is this test process. It runs as the same user and differs from a Holocron worker only in its program.
  @Test func `doctor names a foreign program that offers the cache`() async throws {
    let sandbox = try Sandbox()
    try await CommandLineProcessTests.serving(sandbox, cache: ForeignCacheService()) {
      let (_, output, _) = try await sandbox.holocron("doctor", "--json")
      let finding = try JSON(parsing: output).array?.first { $0["check"] == "holocron.cache" }
      #expect(finding?["state"] == "warn")
      #expect(finding?["message"]?.string?.contains("process \(OwnProcess.id)") == true)
      #expect(finding?["message"]?.string?.contains("is not a Holocron program") == true)
      let status = try await sandbox.holocron("status", "--json").output
      let workers = try JSON(parsing: status)["workers"]?.array?.first { $0["service"] == "holocron.cache" }
      #expect(workers?["processes"]?.array?.first?["pid"]?.int == Int(OwnProcess.id))
    }
  }

  /// Such as the worker of `Apps/PYTHON.md`, which reports no process ID.
  @Test func `workers of other services are in the table, and doctor warns of them`() async throws {
    let attached = AttachedServices([
      "services": [
        ["name": "holocron.cache", "workers": 1], ["name": "example.greeting\u{1B}", "workers": 2], ["name": "gone", "workers": 0],
      ]
    ])
    let inventory = await WorkerInventory(asking: FakeWorkers([10]), attached, isLocal: true)
    let rows = inventory.table?.rows.map { $0.map(\.text) } ?? []
    #expect(rows.last == ["example.greeting\u{FFFD}", "?", "2 workers without process IDs of their own"], "\(rows)")
    let finding = inventory.findings.first { $0.subject == "example.greeting\u{FFFD}" }
    #expect(
      finding?.state == .warn && finding?.text == "2 workers; example.greeting\u{FFFD} is not a Holocron program", "\(finding?.text ?? "")")
    #expect(!inventory.findings.contains { $0.subject == "gone" })
  }

  struct ForeignCacheService: BusService {
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
