import Logging
import MessageBus
import OrderedJSON
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Supervision

/// Tests of requests to a supervisor, and of what it tells about the processes of an earlier one.
struct FleetRequestTests {
  private let size = FleetSize(caches: 1, fetchers: 2, searches: 1)

  private func request(_ text: String) throws -> FleetRequest? { FleetRequest(try JSON(parsing: text), size: size) }

  @Test(arguments: [
    (#"{"caches":3}"#, nil, FleetRequest.Work.resize(FleetSize(caches: 3, fetchers: 2, searches: 1))),
    (#"{"id":"7-1","searches":0,"unknown":true}"#, "7-1", .resize(FleetSize(caches: 1, fetchers: 2, searches: 0))),
    ("{}", nil, .resize(FleetSize(caches: 1, fetchers: 2, searches: 1))),
    (#"{"id":"7-2","restart":"all"}"#, "7-2", .restart(nil)),
    (#"{"restart":["cache-1","broker","cache-1"]}"#, nil, .restart(["cache-1", "broker"])),
  ]) func `a request names a size or processes to restart`(text: String, id: String?, work: FleetRequest.Work) throws {
    let request = try #require(try request(text))
    #expect(request.id == id)
    #expect(request.work == work)
  }

  @Test(arguments: [
    "[]", "3", #"{"caches":0}"#, #"{"caches":65}"#, #"{"caches":"3"}"#, #"{"restart":"some"}"#, #"{"restart":[]}"#, #"{"restart":[1]}"#,
    #"{"restart":["cache-1",null]}"#, #"{"restart":true}"#,
    #"{"id":"0123456789012345678901234567890123456789012345678901234567890123456789"}"#,
  ]) func `an invalid request is none`(text: String) throws { #expect(try request(text) == nil) }

  @Test func `the processes of an earlier fleet are those in its state file`() throws {
    let state = try JSON(
      parsing: #"""
        {"processes":[{"name":"broker","pid":4711},{"name":"cache-1","pid":null},{"name":"cache-2"},{"pid":4712},{"name":"x","pid":1},
        {"name":"y","pid":-4711},{"name":"z","pid":4294967296}]}
        """#)
    #expect(EarlierFleet.processes(in: state) == [EarlierFleet.Process(name: "broker", id: 4_711)])
    #expect(EarlierFleet.processes(in: .null).isEmpty)
  }

  @Test func `a fleet that stops while it starts, starts no more processes`() async throws {
    let folder = try TemporaryDirectory()
    let fleet = Fleet(bus: try BusAddress(requests: Endpoint("ipc:///r/bus")), origin: .embedded, size: FleetSize(caches: 64))
    let state = StateFile(folder.file("supervisor.json"), fleet: fleet, logs: folder.path, logger: .silent)
    let made = Mutex<[String]>([])
    let processes = FleetProcesses(
      fleet, executablesIn: folder.path, killAfter: .zero, readyLimit: .zero, state: state, logger: .silent
    ) { specification, _ in
      made.withLock { $0.append(specification.name) }
      if specification.name == "cache-1" { withUnsafeCurrentTask { $0?.cancel() } }
      return Child(specification, log: ChildLog(specification.name, in: folder.path), logger: .silent) { _ in }
    }
    #expect(await Task { await processes.start() }.value == false)
    #expect(made.withLock(\.last) == "cache-1")
    await processes.stop()
  }

  @Test(arguments: [
    (["/opt/bin/holocron-cache", "--bus", "ipc:///r/bus", "--lifeline"], true), (["/bin/sh", "/t/holocron-cache", "--lifeline"], true),
    (["/opt/bin/holocron-cache", "--bus", "ipc:///r/bus"], false), (["/opt/bin/holocron-fetcher", "--lifeline"], false),
    (["vim", "notes", "holocron-cache", "--lifeline"], false), ([], false),
  ]) func `a process of a fleet is known by its command line`(words: [String], isOne: Bool) {
    #expect(EarlierFleet.isCommandLine(words, of: "cache-1") == isOne)
  }

  @Test func `a process that was restarted is as old as the new process`() {
    var status = ChildStatus(name: "cache-1", since: 0)
    var before = status
    (status.state, status.pid) = (.running, 1)
    status.updateSince(after: before, now: 10)
    #expect(status.since == 10)
    before = status
    status.lastLine = "ready"
    status.updateSince(after: before, now: 20)
    #expect(status.since == 10)
    status.pid = 2
    status.updateSince(after: before, now: 30)
    #expect(status.since == 30)
  }

  @Test func `the last lines are bounded in count and bytes`() {
    var last = LastLines()
    for number in 1...500 { last.append("\(number)") }
    #expect(last.lines == (301...500).map { "\($0)" })
    let long = String(repeating: "x", count: 20_000)
    for _ in 1...5 { last.append(long) }
    #expect(last.lines == [long, long, long])
    let huge = String(repeating: "x", count: 100_000)
    last.append(huge)
    #expect(last.lines == [huge])
  }
}

struct FleetTests {
  private func fleet(_ origin: Fleet.Origin, caches: Int = 1, fetchers: Int = 2, searches: Int = 1) throws -> Fleet {
    Fleet(
      bus: try BusAddress(requests: Endpoint("ipc:///r/bus")), origin: origin,
      size: FleetSize(caches: caches, fetchers: fetchers, searches: searches), commonArguments: ["--log-level", "info"])
  }

  @Test(arguments: [
    (Fleet.Origin.own(port: 7), ["broker", "origin", "fetcher-1", "fetcher-2", "cache-1", "search-1"], "http://127.0.0.1:7/api"),
    (.embedded, ["broker", "fetcher-1", "fetcher-2", "cache-1", "search-1"], "embedded"),
    (.url("https://swapi.dev/api"), ["broker", "fetcher-1", "fetcher-2", "cache-1", "search-1"], "https://swapi.dev/api"),
  ])
  func `processes start in dependency order`(origin: Fleet.Origin, names: [String], url: String) throws {
    let specifications = try fleet(origin).specifications(in: "/bin")
    #expect(specifications.map(\.name) == names)
    let fetcher = try #require(specifications.first { $0.name == "fetcher-1" })
    #expect(
      fetcher
        == ChildSpecification(
          "fetcher-1", executable: "/bin/holocron-fetcher",
          arguments: [
            "--bus", "ipc:///r/bus", "--workers-endpoint", "ipc:///r/workers", "--events", "ipc:///r/events", "--log-level", "info",
            "--origin", url, "--lifeline",
          ]))
  }

  @Test func `the fleet has the requested number of workers`() throws {
    let names = try fleet(.embedded, caches: 3, fetchers: 1, searches: 2).specifications(in: "/bin").map(\.name)
    #expect(names == ["broker", "fetcher-1", "cache-1", "cache-2", "cache-3", "search-1", "search-2"])
    #expect(Set(names).count == names.count)
  }
}

/// Requests to the processes of a fleet that is about to stop.
struct FleetProcessesTests {
  @Test func `a resize that the end of the fleet cuts short has failed`() async throws {
    let executables = try FakeExecutables()
    try executables.write("holocron-search", "trap '' TERM; note start; while :; do read x <&3 || exit 0; done")
    let directory = try TemporaryDirectory()
    let fleet = Fleet(bus: try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))")), origin: .embedded)
    let state = StateFile(directory.file("state.json"), fleet: fleet, logs: directory.path, logger: .silent)
    let processes = FleetProcesses(
      fleet, executablesIn: executables.folder, killAfter: .seconds(3_600), readyLimit: .testLimit, state: state, logger: .silent
    ) { specification, _ in
      Child(specification, log: ChildLog(specification.name, in: directory.path), logger: .silent) { await state.update($0) }
    }
    func document() -> JSON? { Files.bytes(directory.file("state.json")).flatMap { try? JSON(parsing: $0) } }
    func search() -> JSON? { document()?["processes"]?.array?.first { $0["name"] == "search-1" } }
    let file = directory.file("request.json")

    #expect(await processes.start())
    try await eventually("the process ignores SIGTERM") { executables.journal.contains("start holocron-search") }
    let process = try #require(search()?["pid"]?.int)
    try directory.write(#"{"id":"r1","searches":0}"#, to: "request.json")
    await processes.perform(file)
    #expect(document()?["request"] == ["id": "r1", "state": "done", "detail": ""])
    // The new process waits for the end of the old one.
    try directory.write(#"{"id":"r2","searches":1}"#, to: "request.json")
    let resize = Task { await processes.perform(file) }
    try await eventually("the resize has begun") { document()?["request"]?["id"] == "r2" }
    resize.cancel()
    Signal.kill.send(to: Int32(process))
    await resize.value
    #expect(
      document()?["request"] == ["id": "r2", "state": "failed", "detail": "the fleet stopped before all processes were started"])
    #expect(executables.journal.count { $0 == "start holocron-search" } == 1)
    await processes.stop()
  }
}
