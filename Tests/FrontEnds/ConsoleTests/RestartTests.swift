import Contracts
import MessageBus
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import Console

/// Restarts of single processes, with a program in place of the supervisor.
@Suite struct RestartTests {
  private let folder: TemporaryDirectory
  private let launcher: Launcher

  init() throws {
    folder = try TemporaryDirectory()
    try Folder.create(folder.file("holocron"))
    let environment = Environment(["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path])
    launcher = Launcher(
      environment: environment, executables: Executables(folders: [folder.path]),
      address: try BusAddress(bus: nil, environment: environment), timeout: .testLimit, note: { _ in })
  }

  /// Starts a program that holds the supervisor's lock, and answers a request with `answer`, a member `request` in which ID is that of the request.
  private func startSupervisor(answering answer: String) async throws -> RunningProcess {
    let (lock, state) = (launcher.supervisor.path, folder.file("holocron/supervisor.json"))
    let request = folder.file("holocron/supervisor.request.json")
    try folder.write("", to: "holocron/supervisor.pid")
    try folder.writeProgram(
      """
      #!/bin/sh
      exec 9<>\(lock); flock 9; echo $$ >\(lock)
      write() { printf '{"pid":%s,"processes":[],"request":%s}' $$ "$1" >\(state).new; mv \(state).new \(state); }
      answer() { write "$(printf '%s' '\(answer)' | sed "s/ID/$(sed 's/.*"id":"\\([^"]*\\)".*/\\1/' \(request))/")"; }
      trap answer USR1
      write null; echo locked
      while :; do sleep 0.01; done
      """, to: "supervisor")
    let process = try await RunningProcess.start(folder.file("supervisor"), [], keeping: folder)
    try await process.line(on: .output, containing: "locked")
    return process
  }

  private var end: ContinuousClock.Instant { .now + .testLimit }

  @Test func `a restart returns when the supervisor has finished`() async throws {
    let process = try await startSupervisor(answering: #"{"id":"ID","state":"done"}"#)
    try await launcher.restart(["cache-1"], by: process.pid, until: end)
    let request = try #require(Files.text(folder.file("holocron/supervisor.request.json")))
    #expect(request.contains(#""restart":["cache-1"]"#))
    process.send(.kill)
  }

  /// Otherwise a process that works would be stopped, and the new one would not start.
  @Test func `nothing is stopped if new processes would reject their settings`() async throws {
    try folder.writeProgram("#!/bin/sh\necho \"holocron-node: invalid value 'x' for --origin\" >&2; exit 2\n", to: "holocron-node")
    let process = try await startSupervisor(answering: #"{"id":"ID","state":"done"}"#)
    let problem = await #expect(throws: Problem.self) { try await launcher.restart(["cache-1"], by: process.pid, until: end) }
    #expect(problem?.detail == "invalid value 'x' for --origin")
    #expect(!FileSystem.exists(folder.file("holocron/supervisor.request.json")))
    process.send(.kill)
  }

  /// Waiting would be in vain, with the start lock held.
  @Test func `a supervisor that is stopped or killed meanwhile ends the restart`() async throws {
    let process = try await startSupervisor(answering: #"{"id":"ID","state":"working","process":"cache-1","step":1,"steps":1}"#)
    for (signal, title) in [(Signal.stop, "the supervisor is stopped"), (.kill, "the supervisor stopped")] {
      let problem = await #expect(throws: Problem.self) {
        try await launcher.restart(nil, by: process.pid, until: end) { _, _, _ in process.send(signal) }
      }
      #expect(problem?.title == title)
      process.send(.continue)
    }
  }
}
