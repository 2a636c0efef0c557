import OrderedJSON
import Platform
import TestSupport
import Testing

/// Scenarios of a supervisor that is killed, stopped by a signal or about to end, at any moment.
@Suite(.serialized) struct SupervisorLossTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private var supervisor: Int32? { sandbox.supervisor }
  private var pids: [Int32] { sandbox.processes.compactMap { $0["pid"]?.int.flatMap(Int32.init(exactly:)) } }

  /// Checks that the fleet runs, under a supervisor that runs, and that no process of an earlier one does.
  private func checkFleet(without earlier: [Int32]) async throws {
    let supervisor = try #require(supervisor)
    #expect(!ProcessScope.own.isEnding(supervisor))
    #expect(sandbox.fleetState["pid"]?.int == Int(supervisor))
    #expect(earlier.allSatisfy { RunningProgram.commandLine(of: $0) == nil })
    let show = try await sandbox.run("holocron", arguments: ["show", "people/1", "--no-autostart"] + Sandbox.longTimeout)
    #expect(show.ending == .exited(0), "\(show.errors)")
    try await eventually("each worker is registered once") {
      let status = try JSON(parsing: Array(try await sandbox.holocron("status", "--json").output.utf8))
      let workers = status["broker"]?["services"]?.array?.map { "\($0["name"]?.string ?? "") \($0["workers"]?.int ?? 0)" }
      return workers?.sorted() == ["holocron.cache 1", "holocron.fetch 2", "holocron.search 1"]
    }
    #expect(self.supervisor == supervisor)
  }

  @Test func `up while down is under way waits for its end and starts the fleet again`() async throws {
    try await sandbox.up("--origin", "embedded")
    for _ in 0..<4 {
      let earlier = pids
      let down = try await sandbox.start("holocron", arguments: ["down"] + Sandbox.longTimeout)
      down.closeInput()
      try await eventually("the fleet stops") { sandbox.fleetState["stopping"] == true || supervisor == nil }
      try await sandbox.up("--origin", "embedded")
      try await down.ends(.exited(0))
      try await checkFleet(without: earlier)
    }
    try await sandbox.down()
  }

  @Test func `a supervisor that is killed while it starts leaves nothing that runs twice`() async throws {
    for count in 0..<4 {
      let starting = try await sandbox.start("holocron-supervisor", "--origin", "embedded")
      try await eventually("\(count) processes run") { supervisor == starting.pid && pids.count >= count }
      let earlier = pids
      try await starting.killAndWait()
      try await sandbox.up("--origin", "embedded")
      try await checkFleet(without: earlier)
      try await sandbox.down()
    }
  }

  @Test(arguments: [["restart", "--all"], ["scale", "cache=4"]])
  func `up starts the fleet again after the supervisor was killed while it carried out a request`(words: [String]) async throws {
    try await sandbox.up("--origin", "embedded")
    let before = Set(pids)
    let command = try await sandbox.start("holocron", arguments: words + Sandbox.longTimeout)
    command.closeInput()
    try await eventually("the supervisor carries out the request") { !Set(pids).subtracting(before).isEmpty }
    let earlier = pids
    Signal.kill.send(to: try #require(supervisor))
    // A request that was done just before succeeds.
    let ending = try await command.ending()
    #expect(ending == .exited(5) || ending == .exited(0), "\(command.errors)")
    if ending == .exited(5) { #expect(command.errors.contains("the supervisor stopped"), "\(command.errors)") }
    try await sandbox.up("--origin", "embedded")
    try await checkFleet(without: earlier)
    try await sandbox.down()
  }

  @Test func `down waits for the processes of a supervisor that was killed`() async throws {
    try await sandbox.up("--origin", "embedded")
    let earlier = pids
    Signal.kill.send(to: try #require(supervisor))
    let down = try await sandbox.holocron("down")
    #expect(down.ending == .exited(0), "\(down.errors)")
    #expect(!down.errors.contains("by hand"), "\(down.errors)")
    #expect(earlier.allSatisfy { RunningProgram.commandLine(of: $0) == nil })
  }
}
