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

  /// A killed supervisor, whose cache takes its time to finish its requests, and the next supervisor, which waits for it.
  private func nextSupervisor(_ executables: FakeExecutables, in sandbox: Sandbox) async throws -> RunningProcess {
    let isDone = executables.directory.file("done")
    try executables.write(
      "holocron-cache",
      "note start; trap '' TERM; while read line <&3; do :; done; while [ ! -e \(isDone) ]; do sleep 0.02; done; note end")
    let path = try await copySupervisor(into: executables)
    let first = try await RunningProcess.start(path, environment: sandbox.environment)
    try await first.line(on: .errors, containing: "all processes started")
    try await eventually("all fake executables have started") { executables.journal.filter { $0.hasPrefix("start") }.count == 6 }
    first.send(.kill)
    try await first.ends(.signaled(.kill))
    let second = try await RunningProcess.start(path, environment: sandbox.environment)
    try await second.line(on: .errors, containing: "waiting for the processes of a supervisor that was killed")
    #expect(executables.journal.filter { $0.hasPrefix("start") }.count == 6)
    return second
  }

  /// The next supervisor must not kill the cache before the test goes on.
  private static let patient = ["HOLOCRON_DRAIN_TIMEOUT": "3m"]

  @Test func `a supervisor that waits for earlier processes can be stopped, and starts nothing`() async throws {
    let executables = try FakeExecutables()
    let sandbox = try Sandbox(Self.patient)
    let second = try await nextSupervisor(executables, in: sandbox)
    second.send(.terminate)
    try await second.ends(.exited(0))
    #expect(!executables.journal.contains("end holocron-cache"))
    #expect(executables.journal.filter { $0.hasPrefix("start") }.count == 6)
    // What the next supervisor needs to wait for the cache.
    #expect(FileSystem.exists("\(sandbox.runtimeFolder)/supervisor.json"))
    try executables.directory.write("", to: "done")
    try await eventually("the cache has ended") { executables.journal.contains("end holocron-cache") }
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
