import Hosting
import Logging
import MessageBus
import OrderedJSON
import Platform
import ServiceLifecycle
import TestSupport
import Testing

@testable import Supervision

/// The processes of a fleet and their state file, with fake executables.
struct FleetProcessesTests {
  private let executables: FakeExecutables
  private let directory: TemporaryDirectory
  private let fleet: Fleet
  private let settings: Supervisor.Settings

  init() throws {
    executables = try FakeExecutables()
    directory = try TemporaryDirectory()
    fleet = Fleet(bus: try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))")), origin: .embedded)
    settings = Supervisor.Settings(
      executables: executables.folder, runtime: directory.path, state: directory.path, killAfter: .seconds(3_600))
  }

  private var processes: FleetProcesses { FleetProcesses(fleet, settings, logger: .silent) }
  private func document() -> JSON? { Files.bytes(settings.stateFile).flatMap { try? JSON(parsing: $0) } }
  private func process(_ name: String) -> JSON? { document()?["processes"]?.array?.first { $0["name"]?.string == name } }

  /// A folder in the place of the file has the effect of a full disk, also for root.
  @Test func `a supervisor that cannot write its state says so and starts no process`() async throws {
    let sandbox = try Sandbox()
    let path = "\(sandbox.runtimeFolder)/supervisor.json"
    try Folder.create(path)
    let supervisor = try Supervisor(
      fleet,
      Supervisor.Settings(
        executables: executables.folder, runtime: sandbox.runtimeFolder, state: sandbox.directory.file("logs"), killAfter: .testLimit),
      logger: .silent)
    let group = ServiceGroup(services: [supervisor], logger: .silent)
    let run = Task { try await group.run() }
    let error = await #expect(throws: HostError.self) { try await within(.testLimit, "the end of the supervisor") { try await run.value } }
    await group.triggerGracefulShutdown()
    #expect(error?.code == .unavailable)
    #expect(error?.message == "cannot write \(path): Is a directory")
    #expect(await !supervisor.waitUntilReady())
    #expect(executables.journal.isEmpty)
  }

  @Test func `a state that could not be written or was removed is written again`() async throws {
    let (processes, path) = (processes, settings.stateFile)
    try await processes.createFile()
    FileSystem.remove(path)
    try Folder.create(path)
    #expect(await processes.start())
    try FileSystem.rename(path, to: directory.file("away"))
    for _ in 1...2 {
      await processes.restoreFile()
      #expect(process("broker")?["state"] == "running")
      FileSystem.remove(path)
    }
    try await eventually("all can be stopped") { executables.journal.count == 5 }
    await processes.stop()
    await processes.restoreFile()
    #expect(!FileSystem.exists(path))
  }

  @Test func `a fleet that stops while it starts, starts no more processes`() async throws {
    var settings = settings
    settings.reportStatus = { if $0.contains("cache-1 starting") { withUnsafeCurrentTask { $0?.cancel() } } }
    let processes = FleetProcesses(fleet, settings, logger: .silent)
    #expect(await Task { await processes.start() }.value == false)
    #expect(document()?["processes"]?.array?.last?["name"] == "cache-1")
    try await eventually("all can be stopped") { executables.journal.count == 4 }
    await processes.stop()
    #expect(!executables.journal.contains("start holocron-search"))
  }

  @Test func `a resize that the end of the fleet cuts short has failed`() async throws {
    try executables.write("holocron-search", "trap '' TERM; note start; while :; do read x <&3 || exit 0; done")
    let processes = processes
    let file = directory.file("request.json")

    #expect(await processes.start())
    try await eventually("the process ignores SIGTERM") { executables.journal.contains("start holocron-search") }
    let search = try #require(process("search-1")?["pid"]?.int)
    try directory.write(#"{"id":"r1","searches":0}"#, to: "request.json")
    await processes.perform(file)
    #expect(document()?["request"] == ["id": "r1", "state": "done", "detail": ""])
    // The new process waits for the end of the old one.
    try directory.write(#"{"id":"r2","searches":1}"#, to: "request.json")
    let resize = Task { await processes.perform(file) }
    try await eventually("the resize has begun") { document()?["request"]?["id"] == "r2" }
    resize.cancel()
    Signal.kill.send(to: Int32(search))
    await resize.value
    #expect(
      document()?["request"] == ["id": "r2", "state": "failed", "detail": "the fleet stopped before all processes were started"])
    #expect(executables.journal.count { $0 == "start holocron-search" } == 1)
    await processes.stop()
  }
}
