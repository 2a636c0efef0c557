import Glibc
import OrderedJSON
import TestSupport
import Testing

/// A front-end with nothing running answers all the same.
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
    #expect(try nodes(in: sandbox) == 0)
  }

  @Test func `a node leaves the folder in which it was started, and finds its files all the same`() async throws {
    let sandbox = try Sandbox(["HOLOCRON_CACHE_STORE": "./here.sqlite"])
    let films = try await RunningProcess.start(
      "/bin/sh", ["-c", "cd \(sandbox.directory.path) && holocron films --json --timeout 120"], environment: sandbox.environment)
    try await films.ends(.exited(0))
    let node = try #require(Files.text("\(sandbox.runtimeFolder)/node.pid").flatMap { Int32($0.filter(\.isNumber)) })
    #expect(realpath("/proc/\(node)/cwd", nil).map { String(cString: $0) } == "/")
    #expect(Files.bytes("\(sandbox.directory.path)/here.sqlite") != nil)
    #expect(Files.text("\(sandbox.directory.path)/state/holocron/node.log")?.contains("broker listens") == true)
    #expect(try await sandbox.holocron("down").ending == .exited(0))
  }

  @Test func `ten front-ends at the same instant start one node`() async throws {
    let sandbox = try Sandbox()
    try await withThrowingTaskGroup(of: RunningProcess.self) { group in
      for id in 1...10 {
        group.addTask {
          let process = try await sandbox.start("holocron", arguments: ["show", "people/\(id)", "--json"] + Sandbox.patient)
          process.closeInput()
          return process
        }
      }
      for try await process in group {
        try await process.ends(.exited(0))
        #expect(process.output.contains(#""kind":"people""#) || process.output.contains(#""kind": "people""#), "\(process.output)")
      }
    }
    #expect(try nodes(in: sandbox) == 1)
    #expect(try await sandbox.holocron("down").ending == .exited(0))
  }

  @Test func `told not to, it starts nothing and says how to`() async throws {
    let sandbox = try Sandbox()
    let result = try await sandbox.holocron("films", "--no-autostart")
    #expect(result.ending == .exited(5))
    #expect(result.errors.contains("holocron up") || result.errors.contains("holocron-node"), "\(result.errors)")
    #expect(try nodes(in: sandbox) == 0)
  }

  @Test(arguments: [[], ["--no-autostart"]])
  func `a broker that its supervisor restarts is waited for, and no node takes its place`(option: [String]) async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.holocron("up").ending == .exited(0))
    let state = try JSON(parsing: Files.bytes("\(sandbox.runtimeFolder)/supervisor.json") ?? [])
    let supervisor = try #require(Files.text("\(sandbox.runtimeFolder)/supervisor.pid").flatMap { Int32($0.filter(\.isNumber)) })
    let broker = try #require(state["processes"]?.array?.first { $0["name"] == "broker" }?["pid"]?.int)
    // Stopped, the supervisor cannot bring the broker back before the front-end has found it gone.
    kill(supervisor, SIGSTOP)
    kill(pid_t(broker), SIGKILL)
    let asking = try await sandbox.start("holocron", arguments: ["show", "people/1", "--json"] + Sandbox.patient + option)
    asking.closeInput()
    kill(supervisor, SIGCONT)
    try await asking.ends(.exited(0))
    #expect(try nodes(in: sandbox) == 0)
    #expect(try await sandbox.holocron("down").ending == .exited(0))
  }

  /// Living `holocron-node` processes of this sandbox, by the runtime directory in their environment.
  private func nodes(in sandbox: Sandbox) throws -> Int {
    let folder = try #require(opendir("/proc"))
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard Int(name) != nil, (Files.text("/proc/\(name)/comm") ?? "").hasPrefix("holocron-node") else { continue }
      if (Files.text("/proc/\(name)/environ") ?? "").contains(sandbox.directory.path) { count += 1 }
    }
    return count
  }
}
