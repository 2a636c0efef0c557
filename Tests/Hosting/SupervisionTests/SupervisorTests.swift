import Hosting
import Logging
import MessageBus
import OrderedJSON
import Platform
import ServiceLifecycle
import TestSupport
import Testing

@testable import Supervision

/// Tests of the supervisor with fake executables.
struct SupervisorTests {
  private final class SupervisorHarness: Sendable {
    let executables: FakeExecutables
    let sandbox: Sandbox
    private let group: ServiceGroup
    private let task: Task<Void, any Error>
    private let request: AsyncStream<Void>.Continuation

    init(_ executables: FakeExecutables, killAfter: Duration = .seconds(30), readyLimit: Duration = .seconds(60)) throws {
      self.executables = executables
      sandbox = try Sandbox()
      let fleet = Fleet(bus: try BusAddress(requests: Endpoint("ipc://\(sandbox.runtimeFolder)/bus")), origin: .own(port: 1_138))
      let logger = Logger.silent
      let requests: AsyncStream<Void>
      (requests, request) = AsyncStream.makeStream(of: Void.self)
      var settings = Supervisor.Settings(
        executables: executables.folder, runtime: sandbox.runtimeFolder, state: sandbox.directory.file("logs"), killAfter: killAfter)
      settings.readyLimit = readyLimit
      let supervisor = try Supervisor(fleet, settings, logger: logger, requests: requests)
      let group = ServiceGroup(services: [supervisor], logger: logger)
      self.group = group
      task = Task { try await group.run() }
    }

    func stop() async throws {
      await group.triggerGracefulShutdown()
      try await task.value
    }

    func send(_ text: String) throws {
      try sandbox.directory.write(text, to: "run/holocron/supervisor.request.json")
      request.yield()
    }

    /// The names of all processes, including those that are stopping.
    var names: [String] { state()?["processes"]?.array?.compactMap { $0["name"]?.string } ?? [] }

    func end() async throws { try await task.value }

    func state() -> JSON? {
      Files.bytes("\(sandbox.runtimeFolder)/supervisor.json").flatMap { try? JSON(parsing: $0) }
    }

    func child(_ name: String) -> JSON? { state()?["processes"]?.array?.first { $0["name"]?.string == name } }

    func waitUntilRunning() async throws {
      try await eventually("all processes are running") {
        (self.state()?["processes"]?.array ?? []).filter { $0["state"] == "running" }.count == 6
          && self.executables.journal.filter { $0.hasPrefix("start") }.count >= 6
      }
    }
  }

  @Test func `the fleet starts in order, publishes its state and stops in reverse order`() async throws {
    let harness = try SupervisorHarness(FakeExecutables())
    try await harness.waitUntilRunning()
    let state = try #require(harness.state())
    #expect(state["pid"]?.int == Int(OwnProcess.id))
    #expect(state["origin"] == "http://127.0.0.1:1138/api")
    #expect(state["processes"]?.array?.map { $0["name"]?.string } == ["broker", "origin", "fetcher-1", "fetcher-2", "cache-1", "search-1"])
    #expect(PidFile("\(harness.sandbox.runtimeFolder)/supervisor.pid").holder == OwnProcess.id)
    try await harness.stop()
    let stops = harness.executables.journal.filter { $0.hasPrefix("stop") }
    #expect(
      stops == [
        "stop holocron-search", "stop holocron-cache", "stop holocron-fetcher", "stop holocron-fetcher", "stop holocron-origin",
        "stop holocron-broker",
      ])
    #expect(harness.state() == nil)
  }

  /// As logind removes the runtime folder when the user logs out.
  @Test func `files that are removed are created again`() async throws {
    let harness = try SupervisorHarness(FakeExecutables())
    try await harness.waitUntilRunning()
    let (folder, state) = (harness.sandbox.runtimeFolder, harness.state())
    let files = ["supervisor.json", "supervisor.notify", "supervisor.pid"]
    try await eventually("the first files") { Folder.names(in: folder).sorted() == files }
    try FileSystem.rename(harness.sandbox.directory.file("run"), to: harness.sandbox.directory.file("away"))
    try await eventually("the files") { Folder.names(in: folder).sorted() == files && harness.state() == state }
    #expect(PidFile("\(folder)/supervisor.pid").holder == OwnProcess.id)
    try await harness.stop()
    #expect(harness.state() == nil)
  }

  @Test func `a supervisor ends if another one has come when its files were removed`() async throws {
    let harness = try SupervisorHarness(FakeExecutables())
    try await harness.waitUntilRunning()
    let file = PidFile("\(harness.sandbox.runtimeFolder)/supervisor.pid")
    // Replaced at once, so that the supervisor never sees it missing.
    let other = PidFile(file.path + ".other")
    let lock = try other.acquire()
    try FileSystem.rename(other.path, to: file.path)
    let error = await #expect(throws: HostError.self) { try await within(.testLimit, "the end") { try await harness.end() } }
    #expect(error?.message == "\(file.path) was removed, and another process has created it again")
    withExtendedLifetime(lock) {}
  }

  @Test func `a process that does not stop is killed`() async throws {
    let executables = try FakeExecutables()
    try executables.write("holocron-cache", "trap '' TERM; note start; while :; do read x <&3 || exit 0; done")
    let harness = try SupervisorHarness(executables, killAfter: .milliseconds(200))
    try await harness.waitUntilRunning()
    try await harness.stop()
    // On a busy machine, the others may not stop in that time, either.
    #expect(!harness.executables.journal.contains("stop holocron-cache"))
    #expect(Files.text(harness.sandbox.directory.file("logs/cache-1.log"))?.contains("killed: did not stop within 0.2 seconds") == true)
  }

  @Test func `a request for another size is carried out, and an invalid one changes nothing`() async throws {
    let harness = try SupervisorHarness(FakeExecutables())
    try await harness.waitUntilRunning()
    let cache = harness.child("cache-1")?["pid"]
    try harness.send(#"{"id":"r1","caches":1000}"#)
    try await eventually("the answer") {
      harness.state()?["request"] == ["id": "r1", "state": "failed", "detail": "the supervisor cannot read the request"]
    }
    try harness.send(#"{"caches":2,"searches":0}"#)
    try await eventually("surplus processes have ended") {
      harness.names == ["broker", "origin", "fetcher-1", "fetcher-2", "cache-1", "cache-2"]
    }
    #expect(harness.state()?["fleet"] == ["caches": 2, "fetchers": 2, "searches": 0])
    #expect(harness.executables.journal.filter { $0.hasPrefix("stop") } == ["stop holocron-search"])
    #expect(harness.child("cache-1")?["pid"] == cache)
    try await harness.stop()
    #expect(!FileSystem.exists("\(harness.sandbox.runtimeFolder)/supervisor.request.json"))
  }

  @Test func `a restart that fails leaves the rest of the fleet alone`() async throws {
    // The fake executables never tell that they are ready.
    let harness = try SupervisorHarness(FakeExecutables(), readyLimit: .milliseconds(300))
    try await harness.waitUntilRunning()
    let before = ["broker", "fetcher-2", "cache-1"].map { harness.child($0)?["pid"]?.int }
    try harness.send(#"{"id":"r1","restart":["cache-1","fetcher-2","no-such-process"]}"#)
    let answer = try await eventually("the answer") { () -> JSON? in
      guard let answer = harness.state()?["request"], answer["state"] == "failed" else { return nil }
      return answer
    }
    #expect(answer["id"] == "r1")
    // Dependencies first.
    #expect(answer["detail"] == "fetcher-2 was not ready within 300ms after its restart; not restarted: cache-1")
    let after = ["broker", "fetcher-2", "cache-1"].map { harness.child($0)?["pid"]?.int }
    #expect(after[0] == before[0])
    #expect(after[1] != nil && after[1] != before[1])
    #expect(after[2] == before[2])
    #expect(harness.child("fetcher-2")?["restarts"] == 1)
    try harness.send(#"{"id":"r2","searches":0}"#)
    try await eventually("the next request is answered") {
      harness.state()?["request"] == ["id": "r2", "state": "done", "detail": ""]
    }
    try await harness.stop()
  }

  @Test func `processes do not get what a service manager has told the supervisor`() async throws {
    let executables = try FakeExecutables()
    let path = executables.directory.file("environment")
    try executables.write("holocron-cache", "env >\(path).new; mv \(path).new \(path)\n" + FakeExecutables.ordinary)
    let harness = try SupervisorHarness(executables)
    try await harness.waitUntilRunning()
    let lines = try await eventually("the environment") { Files.text(path)?.split(separator: "\n") }
    #expect(lines.contains("NOTIFY_SOCKET=\(harness.sandbox.runtimeFolder)/supervisor.notify"))
    #expect(!lines.contains { $0.hasPrefix("WATCHDOG_") || $0.hasPrefix("LISTEN_") })
    try await harness.stop()
    #expect(!FileSystem.exists("\(harness.sandbox.runtimeFolder)/supervisor.notify"))
  }

  @Test func `the error of a process with invalid settings is passed on`() async throws {
    let executables = try FakeExecutables()
    try executables.write("holocron-fetcher", "echo \"holocron-fetcher: invalid value 'x' for --origin: expected a URL\" >&2; exit 2")
    let harness = try SupervisorHarness(executables)
    let error = await #expect(throws: HostError.self) { try await harness.end() }
    #expect(error?.code == .usage)
    #expect(error?.message.hasSuffix("failed: holocron-fetcher: invalid value 'x' for --origin: expected a URL") == true)
    #expect(harness.executables.journal.last == "stop holocron-broker")
  }

  @Test func `a process that rejects its settings after a restart leaves the rest of the fleet alone`() async throws {
    let executables = try FakeExecutables()
    let marker = executables.directory.file("broken")
    try executables.write(
      "holocron-cache",
      "if [ -e \(marker) ]; then echo 'holocron-cache: config.json is not valid JSON' >&2; exit 2; fi\n" + FakeExecutables.ordinary)
    let harness = try SupervisorHarness(executables)
    try await harness.waitUntilRunning()
    let search = try #require(harness.child("search-1")?["pid"]?.int)
    try executables.directory.write("", to: "broken")
    try harness.send(#"{"id":"r1","restart":["cache-1","search-1"]}"#)
    try await eventually("the answer") {
      harness.state()?["request"]?["state"] == "failed" && harness.child("cache-1")?["state"] == "failed"
    }
    #expect(
      harness.state()?["request"]?["detail"]
        == "cache-1 failed after its restart: its settings are invalid; not restarted: search-1")
    #expect(harness.child("cache-1")?["lastLine"] == "holocron-cache: config.json is not valid JSON")
    // A new process as well.
    try harness.send(#"{"id":"r2","caches":2}"#)
    try await eventually("the new process has failed") { harness.child("cache-2")?["state"] == "failed" }
    #expect(harness.child("search-1")?["pid"]?.int == search)
    #expect(harness.child("search-1")?["state"] == "running")
    try await harness.stop()
  }

  @Test func `two supervisors do not write to the same logs`() async throws {
    let harness = try SupervisorHarness(FakeExecutables())
    try await harness.waitUntilRunning()
    let other = try Sandbox()
    let logs = harness.sandbox.directory.file("logs")
    let fleet = Fleet(bus: try BusAddress(requests: Endpoint("ipc:///r/bus")), origin: .own(port: 1))
    let error = #expect(throws: HostError.self) {
      try Supervisor(
        fleet,
        Supervisor.Settings(
          executables: harness.executables.folder, runtime: other.runtimeFolder, state: logs, killAfter: .seconds(1)), logger: .silent)
    }
    #expect(error?.code == .unavailable)
    #expect(
      error?.message
        == "a fleet in another runtime folder (process \(OwnProcess.id)) keeps its logs in \(logs); stop it, or set XDG_STATE_HOME to another folder"
    )
    try await harness.stop()
  }

  @Test func `a missing executable is reported before any process starts`() throws {
    let executables = try FakeExecutables()
    FileSystem.remove("\(executables.folder)/holocron-cache")
    let error = #expect(throws: HostError.self) { try SupervisorHarness(executables) }
    #expect(error?.code == .unavailable)
    #expect(error?.message.hasPrefix("\(executables.folder)/holocron-cache is missing") == true)
    #expect(executables.journal.isEmpty)
  }
}
