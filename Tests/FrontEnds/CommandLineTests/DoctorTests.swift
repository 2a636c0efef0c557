import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing
import Text

@testable import CommandLine

/// What `holocron doctor` finds in files.
@Suite struct DoctorTests {
  private func findings(_ variables: [String: String]) async throws -> [JSON] {
    let harness = try await CommandHarness.ran("doctor --json", variables: variables)
    return try JSON(parsing: harness.output).array ?? []
  }

  @Test func `doctor warns about sections of the configuration that no program reads`() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(#"{"log":{"level":"info"},"cahce":{"store":"memory"},"colour.mode":true,"bus":"ipc:///x/bus"}"#, to: "config.json")
    let finding = try await findings(["HOLOCRON_CONFIG": folder.file("config.json")]).first { $0["check"] == "Configuration" }
    #expect(finding?["state"] == "warn")
    #expect(finding?["message"]?.string?.hasSuffix("config.json: no program reads the sections 'cahce', 'colour'") == true)
    #expect(finding?["remedy"] == "rename 'cahce' to 'cache', or remove it")
  }

  @Test func `doctor does not suggest to start a bus where something is listening`() async throws {
    let silence = Problem(503, "the bus does not answer", type: ProblemType.noBus, extensions: ["endpoint": "tcp://h:1"]).because(
      .noHandshake)
    let harness = try await CommandHarness.ran("doctor --json", CatalogueRepository(broker: { () throws(Problem) in throw silence }))
    let finding = try JSON(parsing: harness.output).array?.first { $0["check"] == "Bus" }
    #expect(finding?["state"] == "fail")
    #expect(finding?["remedy"]?.string?.hasPrefix("check the address") == true)
  }

  @Test func `doctor warns about a missing folder in --bus, where requests start no node`() throws {
    let missing = try TemporaryDirectory().file("missing")
    #expect(DoctorCommand.sockets(missing, files: []).state == .pass)
    let finding = DoctorCommand.sockets(missing, files: [], mistake: Problem(400, "x", detail: "create it"))
    #expect(finding.state == .warn && finding.text == "create it")
  }

  @Test func `doctor finds the programs that holocron up needs`() throws {
    let folder = try TemporaryDirectory()
    func missing(_ state: Finding.State = .fail) -> [String] {
      DoctorCommand.programs(Executables(folders: [folder.path])).filter { $0.state == state }.map(\.subject)
    }
    // Without a supervisor, there is no fleet that needs the others.
    #expect(missing().isEmpty)
    for name in ["supervisor", "broker", "cache"] { try folder.writeProgram("", to: "holocron-\(name)") }
    #expect(missing() == ["holocron-fetcher", "holocron-search"])
    // A fleet with an origin elsewhere does not need it.
    #expect(missing(.warn).contains("holocron-origin"))
    for name in ["origin", "fetcher", "search"] { try folder.writeProgram("", to: "holocron-\(name)") }
    #expect(missing().isEmpty && !missing(.warn).contains("holocron-origin"))
  }

  /// Every service declares its settings in the sources, so a new section is found there.
  @Test func `doctor knows the sections of all settings`() throws {
    let declaration = /Setting(?:<[^(]*>)?\(\s*"([a-z-]+)[."]/
    let files = try ["Modules/Hosting", "Apps"].flatMap(ProjectFolder.swiftPaths)
    let declared = Set(try files.flatMap { try ProjectFolder.text($0).matches(of: declaration).map { String($0.1) } })
    #expect(declared.count > 8)
    #expect(declared.union(["explorer"]) == Set(KnownSettings.sections))
  }

  @Test func `doctor points to the latest report of a crash`() async throws {
    let folder = try TemporaryDirectory()
    let variables = ["XDG_STATE_HOME": folder.path]
    #expect(try await !findings(variables).contains { $0["check"] == "Crashes" })
    try Folder.create(folder.file("holocron/crashes"))
    for name in ["2026-11-22T09-05-00Z-cache-1-7.txt", "2026-11-22T09-06-00Z-broker-8.txt", "notes"] {
      try folder.write("", to: "holocron/crashes/\(name)")
    }
    // The folder of the supervisor, which was started with another environment.
    try Folder.create(folder.file("other/crashes"))
    try Folder.create(folder.file("run/holocron"))
    try folder.write("", to: "other/crashes/2026-11-22T09-07-00Z-cache-1-9.txt")
    try folder.write(#"{"logs":"\#(folder.file("other"))"}"#, to: "run/holocron/supervisor.json")
    let both = try await findings(variables.merging(["XDG_RUNTIME_DIR": folder.file("run")]) { $1 }).first { $0["check"] == "Crashes" }
    #expect(both?["message"] == "3 processes have crashed or were killed in the last 7 days")
    #expect(both?["remedy"]?.string?.hasSuffix("other/crashes/2026-11-22T09-07-00Z-cache-1-9.txt") == true)
    let finding = try await findings(variables).first { $0["check"] == "Crashes" }
    #expect(finding?["state"] == "warn")
    #expect(finding?["message"] == "2 processes have crashed or were killed in the last 7 days")
    #expect(finding?["remedy"] == .string("read the latest report: \(folder.file("holocron/crashes/2026-11-22T09-06-00Z-broker-8.txt"))"))
  }

  @Test func `doctor fails if a worker is missing`() async throws {
    let well = try await CommandHarness.ran("doctor --json")
    #expect(try JSON(parsing: well.output).array?.contains { $0["check"] == "Origin" && $0["state"] == "pass" } == true)
    let ill = CommandHarness(CatalogueRepository(services: [.cache]))
    #expect(try await ill.run("doctor --json") == .failure)
    let finding = try JSON(parsing: ill.output).array?.first { $0["check"] == "holocron.fetch" }
    #expect(finding?["state"] == "fail" && finding?["remedy"] == "start holocron-fetcher, or run holocron up")
  }

  @Test(
    arguments: [
      ("{", "fail", "FILE is not valid JSON"), ("{}", "pass", "FILE"),
      (#"{"cache": {"lifetme": "1d"}}"#, "fail", "unknown setting 'cache.lifetme' in FILE"),
    ])
  func `doctor checks the settings of front-ends and services`(text: String, state: String, message: String) async throws {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "config.json")
    let path = folder.file("config.json")
    let findings = try await findings(["HOLOCRON_CONFIG": path, "PATH": ProductsDirectory.path])
    let finding = findings.first { $0["check"] == "Configuration" }
    #expect(finding?["state"] == .string(state))
    #expect(finding?["message"]?.string?.hasPrefix(message.replacing("FILE", with: path)) == true, "\(String(describing: finding))")
  }

  @Test func `doctor names what is wrong with the folder of the sockets`() throws {
    let folder = try TemporaryDirectory()
    try Files.makeNamedPipe(folder.file("events"))
    let finding = DoctorCommand.sockets(folder.path, files: ["bus", "events"].map(folder.file))
    #expect(finding.state == .fail && finding.text == "\(folder.file("events")) is not a socket")
    #expect(DoctorCommand.sockets(folder.path, files: [folder.file("bus")]).state == .pass)
    // No files can be created in /proc, as on a full disk.
    let full = DoctorCommand.sockets(folder.path, files: []) { _ throws(SystemError) in
      try FileSystem.testWriting(in: "/proc", name: "x")
    }
    #expect(full.state == .fail && full.text.hasPrefix("cannot create files in \(folder.path): "))
    #expect(full.fix == "free disk space, or set XDG_RUNTIME_DIR to another folder")
  }

  @Test func `a folder must be writable and have free space`() throws {
    let folder = try TemporaryDirectory()
    func check(_ path: String) -> Finding { DoctorCommand.writable("Cache folder", path, variable: "XDG_CACHE_HOME") }
    #expect(check(folder.path).state == .pass && check(folder.file("not/yet")).state == .pass && check("/proc").state == .fail)
    let full = DoctorCommand.writable("Cache folder", folder.path, variable: "XDG_CACHE_HOME", space: { _ in 1 << 20 })
    #expect(full.state == .warn && full.text.hasSuffix("has only 1.0 MiB left"))
    let file = folder.file("file")
    try folder.write("", to: "file")
    for path in [file, "\(file)/holocron"] {
      let finding = check(path)
      #expect(finding.state == .fail && finding.text == "\(file) is not a folder" && finding.fix == "move or remove \(file)")
    }
  }

  /// 30 is EROFS: a read-only file system.
  @Test(
    arguments: [
      (ErrorNumber.permissionDenied, 1_234, "", "chmod u+rwx /folder"),
      (ErrorNumber.permissionDenied, 4_294_967_000, "; /folder belongs to user 4294967000", "set XDG_CACHE_HOME to a folder of your own"),
      (ErrorNumber(rawValue: 30), 1_234, "", "set XDG_CACHE_HOME to a folder of your own"),
    ] as [(ErrorNumber, UInt32, String, String)])
  func `only missing permissions of an own folder call for chmod`(error: ErrorNumber, owner: UInt32, message: String, remedy: String) {
    let finding = DoctorCommand.unwritable(
      "Cache folder", "/folder", SystemError("access", "/folder", number: error), owner: owner, user: 1_234, variable: "XDG_CACHE_HOME")
    #expect(finding.text == "cannot write to /folder: \(error)\(message)" && finding.fix == remedy)
  }
}

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
      ([10, 66], .warn, "2 workers: holocron-cache, process 10; /usr/bin/python3.11, process 66"),
      // A foreign worker that reports the process ID of another worker, a process ID that does not exist, or none.
      ([10, 10], .warn, "2 workers: holocron-cache, process 10; 1 without a process ID"),
      ([10, 99], .warn, "2 workers: holocron-cache, process 10; process 99"),
      ([nil], .warn, "1 worker: 1 without a process ID"),
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
    func sample(_ warning: StorageWarning) -> BusSample {
      Self.sample(.search, count: 1, [["pid": 10, "warning": warning.json]], isLocal: false)
    }
    let lossy = try Self.finding("Search history", in: sample(StorageWarning(.inMemory, .history, "the disk is full\u{1B}")))
    #expect(lossy.state == .warn)
    #expect(lossy.text == "the search history is kept in memory only: the disk is full\u{FFFD} (process 10)")
    #expect(lossy.fix.hasPrefix("make the folder writable or free disk space"))
    #expect(try Self.finding("Search index", in: sample(StorageWarning(.full, .index))).fix.contains("cache purge"))
    let evicting = StorageWarning(.server, .cache, "a:1 has the eviction policy noeviction; set maxmemory-policy to volatile-lru")
    #expect(try Self.finding("Cache", in: sample(evicting)).text.contains("set maxmemory-policy to volatile-lru (process 10)"))
    #expect(!Self.sample(.search, count: 1, [["pid": 10]], isLocal: false).findings.contains { $0.subject == "Search index" })
  }

  /// Such as the worker of `Apps/PYTHON.md`, which reports no process ID.
  @Test func `workers of other services are shown`() throws {
    let services: JSON = [["name": "example.greeting\u{1B}", "workers": 2], ["name": "gone", "workers": 0]]
    let sample = BusSample(statistics: BusStatistics(broker: ["services": services]))
    let rows = BusReport(sample).plainRows.filter { $0[0] == "Worker" }
    #expect(rows == [["Worker", "example.greeting\u{FFFD}", "?", "2 workers without process IDs of their own"]], "\(rows)")
    let finding = try Self.finding("example.greeting\u{FFFD}", in: sample)
    #expect(finding.state == .pass && finding.text == "2 workers: 2 without a process ID", "\(finding.text)")
    #expect(!sample.findings.contains { $0.subject == "gone" })
  }
}

extension Finding {
  var text: String { message.printable }
  /// The suggested fix; empty without one.
  var fix: String { remedy ?? "" }
}
