import OrderedJSON
import Platform
import TestSupport
import Testing

/// Scenarios of a process that hangs: its supervisor replaces it.
@Suite(.serialized) struct HangTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(["HOLOCRON_SUPERVISOR_WATCHDOG": "4s", "HOLOCRON_SUPERVISOR_ORIGIN": "embedded"]) }

  @Test(arguments: ["cache-1", "broker"]) func `a process that hangs is ended and restarted, and says why`(name: String) async throws {
    try await sandbox.up()
    let before = try sandbox.pid(of: name)
    Signal.stop.send(to: before)
    try await eventually("\(name) is restarted") {
      guard let child = sandbox.process(name), let pid = child["pid"]?.int else { return false }
      return pid != Int(before) && child["ready"] == true
    }
    #expect(sandbox.process(name)?["restarts"]?.int ?? 0 >= 1)
    #expect(sandbox.process(name)?["lastEnding"] == "no sign of life for 4s")
    let show = try await sandbox.run("holocron", arguments: ["show", "people/1", "--no-autostart"] + Sandbox.longTimeout)
    #expect(show.ending == .exited(0), "\(show.errors)")
    let status = try await sandbox.holocron("status")
    #expect(status.output.contains("no sign of life for 4s"), "\(status.output)")
    let logs = "\(sandbox.directory.path)/state/holocron"
    #expect(Files.text("\(logs)/\(name).log")?.contains("no sign of life for 4s; ended with SIGABRT") == true)
    #expect(Files.text("\(logs)/supervisor.log")?.contains("child hangs; ending it") == true)
    try await sandbox.down()
  }
}
