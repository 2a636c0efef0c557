import OrderedJSON
import Platform
import TestSupport
import Testing

/// Scenarios in which a front-end starts a node.
@Suite(.serialized) struct AutostartTests {
  @Test func `a front-end starts a node, says so in one line, and answers`() async throws {
    let sandbox = try Sandbox()
    let first = try await sandbox.holocron("films", "--json")
    #expect(first.ending == .exited(0), "\(first.errors)")
    #expect(first.output.contains("A New Hope"))
    #expect(first.errors.split(separator: "\n").count == 1, "\(first.errors)")
    let second = try await sandbox.holocron("show", "people/1", "--json")
    #expect(second.ending == .exited(0))
    #expect(second.errors.isEmpty, "\(second.errors)")
    let down = try await sandbox.holocron("down")
    #expect(down.ending == .exited(0), "\(down.errors)")
    #expect(nodes(in: sandbox) == 0)
  }

  @Test func `a node changes to the root folder and still finds files given by relative paths`() async throws {
    let sandbox = try Sandbox(["HOLOCRON_CACHE_STORE": "./here.sqlite"])
    let films = try await RunningProcess.start(
      "/bin/sh", ["-c", "cd \(sandbox.directory.path) && holocron films --json --timeout 120"], environment: sandbox.environment)
    try await films.ends(.exited(0))
    let node = try #require(PidFile("\(sandbox.runtimeFolder)/node.pid").holder)
    #expect(Files.linkTarget("/proc/\(node)/cwd") == "/")
    #expect(Files.bytes("\(sandbox.directory.path)/here.sqlite") != nil)
    #expect(Files.text("\(sandbox.directory.path)/state/holocron/node.log")?.contains("broker listens") == true)
    try await sandbox.down()
  }

  @Test func `ten simultaneous front-ends start one node`() async throws {
    let sandbox = try Sandbox()
    try await withThrowingTaskGroup(of: RunningProcess.self) { group in
      for id in 1...10 {
        group.addTask {
          let process = try await sandbox.start("holocron", arguments: ["show", "people/\(id)", "--json"] + Sandbox.longTimeout)
          process.closeInput()
          return process
        }
      }
      for try await process in group {
        try await process.ends(.exited(0))
        #expect(process.output.contains(#""kind":"people""#) || process.output.contains(#""kind": "people""#), "\(process.output)")
      }
    }
    #expect(nodes(in: sandbox) == 1)
    try await sandbox.down()
  }

  @Test func `a node that cannot open its cache is reported with the cause, and is not said to be started`() async throws {
    let file = "/dev/null/cache.sqlite"
    let sandbox = try Sandbox(["HOLOCRON_CACHE_STORE": file])
    let films = try await sandbox.holocron("films")
    #expect(films.ending == .exited(5))
    #expect(films.errors.contains("holocron-node exited at once: "), "\(films.errors)")
    #expect(films.errors.contains("/dev/null"), "\(films.errors)")
    #expect(!films.errors.contains("started holocron-node"), "\(films.errors)")
    #expect(nodes(in: sandbox) == 0)
  }

  @Test func `without a usable file, a node keeps its cache in memory, and says so`() async throws {
    let sandbox = try Sandbox()
    let file = sandbox.directory.file("cache/holocron/cache.sqlite")
    try Folder.create(file)
    let films = try await sandbox.holocron("films")
    #expect(films.ending == .exited(0))
    #expect(
      films.errors.contains("holocron: warning: the cache is kept in memory only: the cache file '\(file)' cannot be used"),
      "\(films.errors)")
    let status = try await sandbox.holocron("status")
    #expect(status.output.contains("the cache is kept in memory only"), "\(status.output)")
    let down = try await sandbox.holocron("down")
    #expect(down.ending == .exited(0))
    #expect(Folder.names(in: sandbox.runtimeFolder).filter { !$0.hasSuffix(".lock") } == [])
  }

  @Test func `without a usable state folder, a node and a fleet log to the runtime folder, and say so`() async throws {
    let sandbox = try Sandbox(["XDG_STATE_HOME": "/dev/null"])
    let logs = "\(sandbox.runtimeFolder)/logs"
    let warning = "holocron: warning: cannot write to /dev/null: Not a directory; the logs are in \(logs)"
    let films = try await sandbox.holocron("films")
    #expect(films.ending == .exited(0))
    #expect(films.errors.contains(warning), "\(films.errors)")
    #expect(Files.text("\(logs)/node.log")?.contains("broker listens") == true)
    try await sandbox.down()
    let up = try await sandbox.holocron("up")
    #expect(up.ending == .exited(0))
    #expect(up.errors.contains(warning), "\(up.errors)")
    let shown = try await sandbox.holocron("logs", "broker")
    #expect(shown.output.contains("broker listens"), "\(shown.errors)")
    try await sandbox.down()
  }

  @Test(arguments: [[], ["--no-autostart"]])
  func `a front-end waits for a broker that its supervisor restarts, and starts no node`(option: [String]) async throws {
    let sandbox = try Sandbox()
    try await sandbox.up()
    let (supervisor, broker) = (try #require(sandbox.supervisor), try sandbox.pid(of: "broker"))
    // A stopped supervisor cannot restart the broker before the front-end finds it missing.
    Signal.stop.send(to: supervisor)
    Signal.kill.send(to: broker)
    let frontEnd = try await sandbox.start("holocron", arguments: ["show", "people/1", "--json"] + Sandbox.longTimeout + option)
    frontEnd.closeInput()
    Signal.continue.send(to: supervisor)
    try await frontEnd.ends(.exited(0))
    #expect(nodes(in: sandbox) == 0)
    try await sandbox.down()
  }

  /// Returns the number of running `holocron-node` processes whose environment names this sandbox.
  private func nodes(in sandbox: Sandbox) -> Int {
    Folder.names(in: "/proc").filter { Int($0) != nil }.count { process in
      (Files.text("/proc/\(process)/comm") ?? "").hasPrefix("holocron-node")
        && (Files.text("/proc/\(process)/environ") ?? "").contains(sandbox.directory.path)
    }
  }
}
