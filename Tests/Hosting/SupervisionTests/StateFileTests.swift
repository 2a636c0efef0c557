import Hosting
import MessageBus
import OrderedJSON
import Platform
import ServiceLifecycle
import TestSupport
import Testing

@testable import Supervision

/// A state file that cannot be written. A folder in its place has the effect of a full disk, also for root.
struct StateFileTests {
  private let folder: TemporaryDirectory
  private let fleet: Fleet

  init() throws {
    folder = try TemporaryDirectory()
    fleet = Fleet(bus: try BusAddress(requests: Endpoint("ipc://\(folder.file("bus"))")), origin: .embedded)
  }

  @Test func `a supervisor that cannot write its state says so and starts no process`() async throws {
    let executables = try FakeExecutables()
    let sandbox = try Sandbox()
    let path = "\(sandbox.runtimeFolder)/supervisor.json"
    try Folder.create(path)
    let supervisor = try Supervisor(
      fleet,
      in: Supervisor.Folders(executables: executables.folder, runtime: sandbox.runtimeFolder, state: sandbox.directory.file("logs")),
      killAfter: .testLimit, logger: .silent)
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
    let path = folder.file("supervisor.json")
    let state = StateFile(path, fleet: fleet, logs: folder.path, logger: .silent)
    try await state.create()
    FileSystem.remove(path)
    try Folder.create(path)
    await state.updateFleet(fleet.size, children: ["broker"])
    var status = ChildStatus(name: "broker", since: 0)
    status.pid = 4_711
    await state.update(status)
    try FileSystem.rename(path, to: folder.file("away"))
    for _ in 1...2 {
      await state.restore()
      #expect(try JSON(parsing: Files.bytes(path) ?? [])["processes"]?.array?.map { $0["pid"]?.int } == [4_711])
      FileSystem.remove(path)
    }
    await state.remove()
    await state.restore()
    #expect(!FileSystem.exists(path))
  }
}
