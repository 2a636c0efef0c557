import MessageBus
import Platform
import TestSupport
import Testing

@testable import Console

/// What a front-end finds after SIGKILL of the supervisor, and while one stops.
@Suite struct KilledSupervisorTests {
  private let folder: TemporaryDirectory
  private let launcher: Launcher
  private let address: BusAddress

  init() throws {
    folder = try TemporaryDirectory()
    try Folder.create(folder.file("holocron"))
    let environment = Environment(["XDG_RUNTIME_DIR": folder.path])
    address = try BusAddress(bus: nil, environment: environment)
    launcher = Launcher(
      environment: environment, executables: Executables(folders: []), address: address, timeout: .seconds(60), note: { _ in })
  }

  private func writeState(of supervisor: Int32, broker: Int32? = nil) throws {
    let processes = broker.map { #"{"name":"broker","pid":\#($0)},{"name":"cache-1","pid":\#($0)}"# } ?? ""
    try folder.write(
      #"{"pid":\#(supervisor),"bus":"\#(address.requests)","processes":[\#(processes)]}"#, to: "holocron/supervisor.json")
  }

  /// Starts a program that holds the supervisor's lock until it ends.
  private func startHolder() async throws -> RunningProcess {
    let path = launcher.supervisor.path
    try folder.write("", to: "holocron/supervisor.pid")
    let process = try await RunningProcess.start(
      "/bin/sh", ["-c", "exec 9<>\(path); flock 9; echo $$ >\(path); echo locked; exec sleep 600"], keeping: folder)
    try await process.line(on: .output, containing: "locked")
    return process
  }

  @Test func `a supervisor that was killed or stopped does not count as running`() async throws {
    let process = try await startHolder()
    let end = ContinuousClock.now + .testLimit
    #expect(try await launcher.runningSupervisor(until: end) == process.pid)
    #expect(!launcher.hasCurrentState)
    try writeState(of: process.pid)
    #expect(launcher.hasCurrentState)
    try launcher.checkSupervisor(process.pid)
    process.send(.stop)
    try await eventually("the process stops") { ProcessScope.own.isStopped(process.pid) }
    let stopped = #expect(throws: Problem.self) { try launcher.checkSupervisor(process.pid) }
    #expect(stopped?.detail?.hasSuffix("continue it: kill -CONT \(process.pid)") == true, "\(String(describing: stopped))")
    #expect(!launcher.wasKilled(process.pid))
    process.send(.kill)
    // At once, although the kernel may not have released the lock yet.
    #expect(throws: Problem.self) { try launcher.checkSupervisor(process.pid) }
    #expect(try await launcher.runningSupervisor(until: end) == nil)
    #expect(launcher.wasKilled(process.pid))
    // One that stops removes its state.
    FileSystem.remove(folder.file("holocron/supervisor.json"))
    #expect(!launcher.wasKilled(process.pid))
  }

  @Test func `a supervisor that is stopping is waited for`() async throws {
    let (launcher, process) = (launcher, try await startHolder())
    try folder.write(#"{"pid":4000000,"stopping":true}"#, to: "holocron/supervisor.json")
    #expect(try await launcher.runningSupervisor(until: .now) == process.pid)
    try folder.write(#"{"pid":\#(process.pid),"stopping":true}"#, to: "holocron/supervisor.json")
    let problem = await #expect(throws: Problem.self) { try await launcher.runningSupervisor(until: .now) }
    #expect(
      problem?.detail == "holocron-supervisor (process \(process.pid)) is still finishing its requests; wait, or kill it",
      "\(String(describing: problem))")
    // The callback comes before the wait: it ends the process that is waited for.
    var noted: [Int32] = []
    let running = try await launcher.runningSupervisor(until: .now + .testLimit) { stopping in
      noted.append(stopping)
      process.send(.terminate)
    }
    #expect(running == nil)
    #expect(noted == [process.pid])
    #expect(launcher.supervisor.holder == nil)
  }

  @Test func `processes of a killed supervisor are told by their command lines`() async throws {
    try folder.writeProgram("#!/bin/sh\necho started\nread line\n", to: "holocron-broker")
    let broker = try await RunningProcess.start(folder.file("holocron-broker"), ["--lifeline"], keeping: folder)
    try await broker.line(on: .output, containing: "started")
    try writeState(of: 4_000_000, broker: broker.pid)
    #expect(launcher.orphans == ["broker"])
    #expect(launcher.isEnding(address))
    #expect(!launcher.isEnding(try BusAddress(requests: Endpoint("ipc:///elsewhere/bus"))))
    #expect(try await !launcher.waitForOrphans(until: .now))
    broker.closeInput()
    #expect(try await launcher.waitForOrphans(until: .now + .testLimit))
    #expect(!launcher.isEnding(address))
  }
}
