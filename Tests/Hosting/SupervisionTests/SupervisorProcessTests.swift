import Platform
import TestSupport
import Testing

/// Tests of the supervisor as a process, with fake executables.
struct SupervisorProcessTests {
  @Test(arguments: [Signal.kill, .terminate, .interrupt]) func `no process outlives the supervisor`(signal: Signal) async throws {
    let executables = try FakeExecutables()
    // The supervisor looks for the other executables in its own folder.
    let copy = "\(executables.folder)/holocron-supervisor"
    let copying = try await RunningProcess.start("/bin/cp", [ProductsDirectory.executable("holocron-supervisor"), copy])
    try #require(try await copying.ending() == .exited(0))
    let sandbox = try Sandbox()
    let supervisor = try await RunningProcess.start(copy, environment: sandbox.environment)
    try await supervisor.line(on: .errors, containing: "all processes started")
    try await eventually("all fake executables have started") { executables.journal.filter { $0.hasPrefix("start") }.count == 6 }
    supervisor.send(signal)
    try await supervisor.ends(signal == .kill ? .signaled(.kill) : .exited(0))
    try await eventually("all fake executables have ended") { executables.journal.filter { !$0.hasPrefix("start") }.count == 6 }
    #expect(executables.journal.contains("cut holocron-broker") == (signal == .kill))
  }
}
