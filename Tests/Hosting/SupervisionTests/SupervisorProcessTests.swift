import Glibc
import TestSupport
import Testing

/// The supervisor as a process of its own, beside stand-ins for the fleet.
struct SupervisorProcessTests {
  @Test(arguments: [SIGKILL, SIGTERM, SIGINT]) func nothingOutlivesIt(signal: Int32) async throws {
    let standIns = try StandIns()
    // It looks for the others beside itself, so it has to be among them.
    let copy = "\(standIns.folder)/holocron-supervisor"
    let copying = try await RunningProcess.start("/bin/cp", [ProductsDirectory.executable("holocron-supervisor"), copy])
    try #require(try await copying.ending() == .exited(0))
    let sandbox = try Sandbox()
    let supervisor = try await RunningProcess.start(copy, environment: sandbox.environment)
    try await supervisor.line(on: .errors, containing: "all processes started")
    try await eventually("all stand-ins have started") { standIns.journal.filter { $0.hasPrefix("start") }.count == 6 }
    supervisor.send(signal)
    try await supervisor.ends(signal == SIGKILL ? .signaled(SIGKILL) : .exited(0))
    try await eventually("all stand-ins have ended") { standIns.journal.filter { !$0.hasPrefix("start") }.count == 6 }
    #expect(standIns.journal.contains("cut holocron-broker") == (signal == SIGKILL))
  }
}
