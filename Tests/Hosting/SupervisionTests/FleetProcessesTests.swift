import MessageBus
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import Supervision

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
