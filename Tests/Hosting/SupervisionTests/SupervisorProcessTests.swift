import Platform
import TestSupport
import Testing

/// Tests of the supervisor as a process, with fake executables.
struct SupervisorProcessTests {
  @Test(arguments: [Signal.kill, .terminate, .interrupt]) func `no process outlives the supervisor`(signal: Signal) async throws {
    let executables = try FakeExecutables()
    let sandbox = try Sandbox()
    let supervisor = try await RunningProcess.start(try await copySupervisor(into: executables), environment: sandbox.environment)
    try await supervisor.line(on: .errors, containing: "all processes started")
    try await eventually("all fake executables have started") { executables.journal.filter { $0.hasPrefix("start") }.count == 6 }
    supervisor.send(signal)
    try await supervisor.ends(signal == .kill ? .signaled(.kill) : .exited(0))
    try await eventually("all fake executables have ended") { executables.journal.filter { !$0.hasPrefix("start") }.count == 6 }
    #expect(executables.journal.contains("cut holocron-broker") == (signal == .kill))
  }

  @Test func `a named configuration file is that of all processes`() async throws {
    let executables = try FakeExecutables()
    let arguments = executables.directory.file("arguments")
    try executables.write("holocron-cache", "echo \"$@\" >\"\(arguments)\"\n" + FakeExecutables.ordinary)
    let sandbox = try Sandbox()
    try sandbox.directory.write("{}", to: "fleet.json")
    let file = sandbox.directory.file("fleet.json")
    let supervisor = try await RunningProcess.start(
      try await copySupervisor(into: executables), ["--config", file], environment: sandbox.environment)
    try await eventually("the cache has started") { Files.text(arguments)?.hasSuffix("\n") == true }
    #expect(Files.text(arguments)?.contains("--config \(file)") == true)
    try await supervisor.stop()
  }

  /// Copies the supervisor, which looks for the other executables in its own folder. Returns the path of the copy.
  private func copySupervisor(into executables: FakeExecutables) async throws -> String {
    let copy = "\(executables.folder)/holocron-supervisor"
    let copying = try await RunningProcess.start("/bin/cp", [ProductsDirectory.executable("holocron-supervisor"), copy])
    try #require(try await copying.ending() == .exited(0))
    return copy
  }
}
