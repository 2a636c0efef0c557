import Glibc
import Hosting
import Logging
import MessageBus
import OrderedJSON
import ServiceLifecycle
import TestSupport
import Testing

@testable import Supervision

/// The supervisor over processes that stand in for the fleet's.
struct SupervisorTests {
  private final class Run: Sendable {
    let standIns: StandIns
    let sandbox: Sandbox
    private let group: ServiceGroup
    private let task: Task<Void, any Error>
    private let wish: AsyncStream<Void>.Continuation

    init(_ standIns: StandIns, killAfter: Duration = .seconds(30)) throws {
      self.standIns = standIns
      sandbox = try Sandbox()
      let fleet = Fleet(bus: try BusAddress(requests: Endpoint("ipc://\(sandbox.runtimeFolder)/bus")), origin: .own(port: 1_138))
      let logger = Logger(label: "supervisor") { _ in SwiftLogNoOpLogHandler() }
      let wishes: AsyncStream<Void>
      (wishes, wish) = AsyncStream.makeStream(of: Void.self)
      let supervisor = try Supervisor(
        fleet, executablesIn: standIns.folder, runtimeFolder: sandbox.runtimeFolder, logFolder: sandbox.directory.file("logs"),
        killAfter: killAfter, logger: logger, wishes: wishes)
      let group = ServiceGroup(services: [supervisor], logger: logger)
      self.group = group
      task = Task { try await group.run() }
    }

    func stop() async throws {
      await group.triggerGracefulShutdown()
      try await task.value
    }

    func wish(_ text: String) throws {
      try sandbox.directory.write(text, to: "run/holocron/supervisor.wish.json")
      wish.yield()
    }

    /// Names of the processes that run, and of those that have not gone yet.
    var names: [String] { state()?["processes"]?.array?.compactMap { $0["name"]?.string } ?? [] }

    func end() async throws { try await task.value }

    func state() -> JSON? {
      guard let file = fopen("\(sandbox.runtimeFolder)/supervisor.json", "r") else { return nil }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = fread(&bytes, 1, bytes.count, file)
      return try? JSON(parsing: Array(bytes.prefix(count)))
    }

    func child(_ name: String) -> JSON? { state()?["processes"]?.array?.first { $0["name"]?.string == name } }

    func waitUntilRunning() async throws {
      try await eventually("all processes run") {
        (self.state()?["processes"]?.array ?? []).filter { $0["state"] == "running" }.count == 6
          && self.standIns.journal.filter { $0.hasPrefix("start") }.count >= 6
      }
    }
  }

  private func text(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  @Test func startsTellsAndStopsInOrder() async throws {
    let run = try Run(StandIns())
    try await run.waitUntilRunning()
    let state = try #require(run.state())
    #expect(state["pid"]?.int == Int(getpid()))
    #expect(state["origin"] == "http://127.0.0.1:1138/api")
    #expect(state["processes"]?.array?.map { $0["name"]?.string } == ["broker", "origin", "fetcher-1", "fetcher-2", "cache-1", "search-1"])
    #expect(PidFile.holder(of: "\(run.sandbox.runtimeFolder)/supervisor.pid") == getpid())
    try await run.stop()
    let stops = run.standIns.journal.filter { $0.hasPrefix("stop") }
    #expect(
      stops == [
        "stop holocron-search", "stop holocron-cache", "stop holocron-fetcher", "stop holocron-fetcher", "stop holocron-origin",
        "stop holocron-broker",
      ])
    #expect(run.state() == nil)
  }

  @Test func startsAgainWhatIsKilled() async throws {
    let run = try Run(StandIns())
    try await run.waitUntilRunning()
    let pid = try #require(run.child("fetcher-2")?["pid"]?.int)
    kill(Int32(pid), SIGKILL)
    try await eventually("fetcher-2 runs again") {
      guard let child = run.child("fetcher-2") else { return false }
      return child["restarts"] == 1 && child["state"] == "running" && child["pid"]?.int != pid
    }
    #expect(run.child("fetcher-2")?["lastEnding"] == "signal 9")
    #expect(run.child("fetcher-1")?["restarts"] == 0)
    try await run.stop()
  }

  @Test func killsWhatDoesNotStop() async throws {
    let standIns = try StandIns()
    try standIns.write("holocron-cache", "trap '' TERM; note start; while :; do read x <&3 || exit 0; done")
    let run = try Run(standIns, killAfter: .milliseconds(200))
    try await run.waitUntilRunning()
    try await run.stop()
    #expect(run.standIns.journal.last == "stop holocron-broker")
  }

  @Test func theFleetGrowsAndShrinksWhileItRuns() async throws {
    let run = try Run(StandIns())
    try await run.waitUntilRunning()
    let cache = run.child("cache-1")?["pid"]
    try run.wish(#"{"caches":3}"#)
    try await eventually("three caches run") {
      (1...3).allSatisfy { run.child("cache-\($0)")?["state"] == "running" }
        && run.standIns.journal.filter { $0 == "start holocron-cache" }.count == 3
    }
    #expect(run.names == ["broker", "origin", "fetcher-1", "fetcher-2", "cache-1", "cache-2", "cache-3", "search-1"])
    #expect(run.state()?["fleet"] == ["caches": 3, "fetchers": 2, "searches": 1])
    #expect(run.child("cache-1")?["pid"] == cache)
    try run.wish(#"{"caches":1,"searches":0}"#)
    try await eventually("what is too many is gone") { run.names == ["broker", "origin", "fetcher-1", "fetcher-2", "cache-1"] }
    #expect(
      run.standIns.journal.filter { $0.hasPrefix("stop") }.sorted() == [
        "stop holocron-cache", "stop holocron-cache", "stop holocron-search",
      ])
    #expect(run.child("cache-1")?["pid"] == cache)
    // A wish that cannot be followed changes nothing; the next one is heard all the same.
    try run.wish(#"{"caches":1000}"#)
    try run.wish(#"{"searches":1}"#)
    try await eventually("search runs again") { run.child("search-1")?["state"] == "running" }
    #expect(run.state()?["fleet"] == ["caches": 1, "fetchers": 2, "searches": 1])
    try await run.stop()
    #expect(run.state() == nil)
  }

  @Test func aLongLineIsCutInTheLogAndHarmsNobody() async throws {
    let standIns = try StandIns()
    try standIns.write(
      "holocron-cache", "head -c 300000 /dev/zero | tr '\\0' x >&2; echo >&2; echo 'the next line' >&2\n" + StandIns.ordinary)
    let run = try Run(standIns)
    try await run.waitUntilRunning()
    let log = run.sandbox.directory.file("logs/cache-1.log")
    try await eventually("the line after the long one is in the log") { text(log).contains("\nthe next line\n") }
    let first = try #require(text(log).split(separator: "\n").first)
    #expect(first.hasSuffix("xxx … (cut, 300000 bytes in all)"))
    #expect(first.utf8.count < 65_536 + 64)
    #expect(run.child("cache-1")?["restarts"] == 0)
    try await run.stop()
    #expect(run.standIns.journal.contains("stop holocron-cache"))
  }

  @Test func aStoppedProcessIsContinuedSoThatItCanEnd() async throws {
    let run = try Run(StandIns(), killAfter: .seconds(3_600))
    try await run.waitUntilRunning()
    let pid = try #require(run.child("cache-1")?["pid"]?.int)
    kill(Int32(pid), SIGSTOP)
    try await within(.testLimit, "the fleet's end") { try await run.stop() }
    #expect(run.standIns.journal.contains("stop holocron-cache"))
  }

  @Test func saysInTheProcessesOwnWordsWhyItRefuses() async throws {
    let standIns = try StandIns()
    try standIns.write("holocron-fetcher", "echo \"holocron-fetcher: --origin is 'x': write a URL\" >&2; exit 2")
    let run = try Run(standIns)
    let error = await #expect(throws: HostError.self) { try await run.end() }
    #expect(error?.code == .usage)
    #expect(error?.message.hasSuffix("cannot run: holocron-fetcher: --origin is 'x': write a URL") == true)
    #expect(run.standIns.journal.last == "stop holocron-broker")
  }

  @Test func thereIsOneAUser() async throws {
    let run = try Run(StandIns())
    try await run.waitUntilRunning()
    let fleet = Fleet(bus: try BusAddress(requests: Endpoint("ipc:///r/bus")), origin: .own(port: 1))
    let error = #expect(throws: HostError.self) {
      try Supervisor(
        fleet, executablesIn: run.standIns.folder, runtimeFolder: run.sandbox.runtimeFolder, logFolder: run.sandbox.directory.file("logs"),
        killAfter: .seconds(1), logger: Logger(label: "second") { _ in SwiftLogNoOpLogHandler() })
    }
    #expect(error?.message == "a supervisor runs already as process \(getpid())")
    try await run.stop()
  }

  @Test func aMissingExecutableIsNamedBeforeAnythingStarts() throws {
    let standIns = try StandIns()
    unlink("\(standIns.folder)/holocron-cache")
    let error = #expect(throws: HostError.self) { try Run(standIns) }
    #expect(error?.code == .unavailable)
    #expect(error?.message.hasPrefix("\(standIns.folder)/holocron-cache is missing") == true)
    #expect(standIns.journal.isEmpty)
  }

  @Test func whatProcessesWriteIsKept() async throws {
    let run = try Run(StandIns())
    try await run.waitUntilRunning()
    let path = run.sandbox.directory.file("logs/cache-1.log")
    try await eventually("the cache's words are in its log") {
      guard let file = fopen(path, "r") else { return false }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      return fgets(&line, 256, file) != nil
        && String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) == "holocron-cache speaks\n"
    }
    try await run.stop()
  }
}
