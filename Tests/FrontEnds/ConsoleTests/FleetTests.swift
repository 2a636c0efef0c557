import MessageBus
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import Console

/// What a front-end reads from the state file of a supervisor.
@Suite struct FleetStateTests {
  /// Returns the failure of a fleet of these processes, whose other members are given. Those with a last line have been restarted.
  private func failure(_ processes: (name: String, members: String)..., among kinds: Set<String>? = nil) throws -> FleetFailure? {
    let members = processes.map { name, members in
      #"{"name":"\#(name)","program":"holocron-\#(name.prefix { $0 != "-" })","log":"/logs/\#(name).log",\#(members)}"#
    }
    return FleetState(try JSON(parsing: #"{"pid":7,"processes":[\#(members.joined(separator: ","))]}"#)).failure(among: kinds)
  }

  @Test func `the first process that keeps ending with an error is named`() throws {
    let healthy = ("fetcher-1", #""restarts":1,"ready":true,"lastEnding":"signal 9","lastLine":"holocron-fetcher: lost""#)
    #expect(try failure(healthy) == nil)
    let cache = ("cache-1", #""restarts":6,"ready":false,"lastLine":"holocron-cache: cannot open x: is a folder""#)
    let search = ("search-1", #""restarts":2,"ready":false,"lastLine":"holocron-search: another error""#)
    let first = try failure(healthy, cache, search)
    #expect(first?.sentence == "cache-1 keeps ending: cannot open x: is a folder" && first?.log == "/logs/cache-1.log")
    let event = ("cache-1", #""restarts":6,"lastLine":"2026-01-31T12:00:00.000Z error cannot write""#)
    #expect(try failure(event)?.reason == "cannot write")
    #expect(try failure(("cache-1", #""restarts":2,"lastEnding":"signal 9""#))?.reason == "signal 9")
    // It may have been requested by a person.
    #expect(try failure(("cache-1", #""restarts":2,"lastEnding":"exit code 0""#)) == nil)
  }

  @Test(arguments: [
    (#""lastEnding":"exit code 5","failure":"it ended 15 times in a row before it was ready""#, true),
    (#""lastEnding":"exit code 2","failure":"its settings are invalid","fatal":true"#, false),
  ]) func `a process that is given up is named with its reason, unless the whole fleet ends`(members: String, isFinal: Bool) throws {
    #expect(
      try failure(("cache-1", #""state":"failed","restarts":0,\#(members)"#))?.sentence
        == (isFinal
          ? "the supervisor stopped restarting cache-1: it ended 15 times in a row before it was ready, the last time with exit code 5"
          : nil))
  }

  @Test func `a process that was given up comes first, if its kind is asked for`() throws {
    let fetcher = ("fetcher-1", #""state":"waiting","restarts":1,"lastLine":"holocron-fetcher: lost""#)
    let cache = ("cache-1", #""state":"failed","restarts":14,"lastLine":"holocron-cache: disk full""#)
    #expect(try failure(fetcher, cache)?.sentence == "the supervisor stopped restarting cache-1: disk full")
    #expect(try failure(fetcher, cache, among: ["fetcher", "broker"])?.process == "fetcher-1")
    #expect(try failure(fetcher, cache, among: ["search", "broker"]) == nil)
  }

  /// As on a full disk, where the supervisor cannot write that it has restarted a process.
  @Test func `a process that has ended is gone although the file says that it runs`() throws {
    let processes = [("running", 11), ("running", 12), ("starting", 12), ("waiting", nil), ("failed", 12)] as [(String, Int?)]
    let state = FleetState([
      "pid": 7, "processes": .array(processes.map { ["state": .string($0), "pid": $1.map { .number($0) } ?? .null] }),
    ]).current { $0 == 12 }
    #expect(state.supervisor == 7 && state.processes.map { $0["state"] } == ["running", "gone", "gone", "waiting", "failed"])
  }

  @Test func `the state of the largest fleet is read`() throws {
    let folder = try TemporaryDirectory()
    let process: JSON = [
      "name": "cache-1", "restarts": 15, "program": "holocron-cache", "log": "/logs/cache-1.log",
      "lastLine": .string("holocron-cache: " + String(repeating: "x", count: 1_000)),
    ]
    try folder.write(JSON.object(["pid": 7, "processes": .array(Array(repeating: process, count: 194))]).text(), to: "supervisor.json")
    #expect(FleetState(in: folder.path)?.failure()?.reason.hasPrefix("xxx") == true)
    #expect(FleetState(in: folder.file("none")) == nil)
  }

  @Test func `what is kept in memory is read from new events of either format`() throws {
    let folder = try TemporaryDirectory()
    let message = "no file can be used; keeping it in memory"
    let old = "2026-01-31T12:00:00.000Z warning \(message) reason=old store=\"the cache\"\n"
    let text = "2026-01-31T12:00:00.000Z warning \(message) reason=\"cannot create \\\"x\\\"\" service=holocron.cache store=\"the cache\"\n"
    let json = #"{"time":"","level":"warning","message":"\#(message)","reason":"no space","store":"the search history"}"#
    let open = "2026-01-31T12:00:00.000Z warning origin is not encrypted reason=\"http://h.example is plain http\"\n"
    try folder.write(old + text + open + json + "\n2026-01-31T12:00:00.000Z info cache starting store=memory\n", to: "cache-1.log")
    #expect(
      ServiceLog(path: folder.file("cache-1.log")).warnings(after: old.utf8.count) == [
        "the cache is kept in memory only: cannot create \"x\"", "http://h.example is plain http",
        "the search history is kept in memory only: no space",
      ])
    #expect(ServiceLog(path: folder.file("missing.log")).warnings(after: 0).isEmpty)
  }
}

/// Supervisors that restart, stop, and are killed, with a program in place of the supervisor.
@Suite struct SupervisorTests {
  private let folder: TemporaryDirectory
  private let launcher: Launcher
  private let address: BusAddress

  init() throws {
    folder = try TemporaryDirectory()
    try Folder.create(folder.file("holocron"))
    let environment = Environment(["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path])
    address = try BusAddress(bus: nil, environment: environment)
    launcher = Launcher(
      environment: environment, executables: Executables(folders: [folder.path]), address: address, timeout: .testLimit, note: { _ in })
  }

  /// Starts a program that holds the supervisor's lock until it ends, and answers a request with `answer`, a member `request` in which ID is that
  /// of the request.
  private func startSupervisor(answering answer: String = "null") async throws -> RunningProcess {
    let (lock, state) = (launcher.supervisor.path, folder.file("holocron/supervisor.json"))
    try folder.write("", to: "holocron/supervisor.pid")
    try folder.writeProgram(
      """
      #!/bin/sh
      exec 9<>\(lock); flock 9; echo $$ >\(lock)
      write() { printf '{"pid":%s,"processes":[],"request":%s}' $$ "$1" >\(state).new; mv \(state).new \(state); }
      answer() { write "$(printf '%s' '\(answer)' | sed "s/ID/$(sed 's/.*"id":"\\([^"]*\\)".*/\\1/' \(state.replacing(".json", with: ".request.json")))/")"; }
      trap answer USR1
      write null; echo locked
      while :; do sleep 0.01 9>&-; done
      """, to: "supervisor")
    let process = try await RunningProcess.start(folder.file("supervisor"), [], keeping: folder)
    try await process.line(on: .output, containing: "locked")
    return process
  }

  private var end: ContinuousClock.Instant { .now + .testLimit }

  /// Otherwise a process that works would be stopped, and the new one would not start.
  @Test func `nothing is stopped if new processes would reject their settings`() async throws {
    try folder.writeProgram("#!/bin/sh\necho \"holocron-node: invalid value 'x' for --origin\" >&2; exit 2\n", to: "holocron-node")
    let process = try await startSupervisor()
    let problem = await #expect(throws: Problem.self) { try await launcher.restart(["cache-1"], by: process.pid, until: end) }
    #expect(problem?.detail == "invalid value 'x' for --origin")
    #expect(!FileSystem.exists(folder.file("holocron/supervisor.request.json")))
    process.send(.kill)
  }

  /// Waiting would be in vain, with the start lock held.
  @Test func `a supervisor that is stopped or killed meanwhile ends the restart`() async throws {
    let process = try await startSupervisor(answering: #"{"id":"ID","state":"working","process":"cache-1","step":1,"steps":1}"#)
    for (signal, title) in [(Signal.stop, "the supervisor is stopped"), (.kill, "the supervisor stopped")] {
      let problem = await #expect(throws: Problem.self) {
        try await launcher.restart(nil, by: process.pid, until: end) { _, _, _ in process.send(signal) }
      }
      #expect(problem?.title == title)
      process.send(.continue)
    }
  }

  private func writeState(_ members: String) throws { try folder.write("{\(members)}", to: "holocron/supervisor.json") }

  @Test func `a supervisor that was killed or stopped does not count as running`() async throws {
    let process = try await startSupervisor()
    #expect(try await launcher.runningSupervisor(until: end) == process.pid)
    #expect(launcher.runningFleet?.supervisor == process.pid)
    try writeState(#""pid":4000000"#)
    #expect(launcher.runningFleet == nil)
    try writeState(#""pid":\#(process.pid)"#)
    try launcher.checkSupervisor(process.pid)
    process.send(.stop)
    try await eventually("the process stops") { ProcessScope.own.isStopped(process.pid) }
    let stopped = #expect(throws: Problem.self) { try launcher.checkSupervisor(process.pid) }
    #expect(stopped?.detail?.hasSuffix("continue it: kill -CONT \(process.pid)") == true, "\(String(describing: stopped))")
    process.send(.kill)
    // At once, although the kernel may not have released the lock yet.
    #expect(throws: Problem.self) { try launcher.checkSupervisor(process.pid) }
    #expect(try await launcher.runningSupervisor(until: end) == nil)
  }
}
