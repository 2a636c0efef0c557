import OrderedJSON
import Platform
import TestSupport
import Testing

/// Scenarios of `holocron up` and `holocron down` with real processes.
@Suite struct FleetTests {
  @Test func `of two simultaneous starts, one starts the fleet and the other finds it running`() async throws {
    let sandbox = try Sandbox()
    async let first = sandbox.holocron("up")
    async let second = sandbox.holocron("up")
    let results = try await [first, second]
    #expect(results.allSatisfy { $0.ending == .exited(0) }, "\(results)")
    #expect(results.filter { $0.errors.contains("holocron: up (logs:") }.count == 1, "\(results)")
    #expect(results.filter { $0.errors.contains("holocron: already running (holocron-supervisor, process") }.count == 1, "\(results)")
    try await sandbox.down()
  }

  @Test func `a fleet serves the records that an earlier fleet has cached`() async throws {
    // However busy the machine is, the cache waits for its file.
    let sandbox = try Sandbox(["HOLOCRON_LOG_LEVEL": "debug", "HOLOCRON_CACHE_STORE_TIMEOUT": "1h"])
    var misses: [Int] = []
    var requests: [Int] = []
    for _ in 1...2 {
      // A search worker would fetch the record, too.
      try await sandbox.up("--searches", "0")
      #expect(try await sandbox.holocron("show", "people/1").ending == .exited(0))
      let statistics = try JSON(parsing: Array(try await sandbox.holocron("cache", "stats", "--json").output.utf8))
      misses.append(statistics["counters"]?["misses"]?.int ?? 0)
      try await sandbox.down()
      let log = try #require(Files.text("\(sandbox.directory.path)/state/holocron/origin.log"))
      requests.append(log.split(separator: "\n").count { $0.contains("/api/people/1/") })
    }
    #expect(misses[1] < misses[0])
    #expect(requests == [1, 1])
  }

  @Test func `up names the service that does not start, and why`() async throws {
    // This file cannot exist.
    let sandbox = try Sandbox(["HOLOCRON_CACHE_STORE": "/dev/null/cache.sqlite"])
    let supervisor = try await sandbox.service("holocron-supervisor", "--origin", "embedded")
    try await eventually("the cache is restarted") { sandbox.process("cache-1")?["restarts"]?.int ?? 0 > 0 }
    let up = try await sandbox.run("holocron", "up", "--timeout", "10")
    #expect(up.ending == .exited(5), "\(up.errors)")
    #expect(up.errors.contains("the fleet is incomplete: holocron.cache"), "\(up.errors)")
    #expect(up.errors.contains("did not start in time: cache-1 keeps ending: "), "\(up.errors)")
    // More time would not help.
    #expect(!up.errors.contains("--timeout"), "\(up.errors)")
    let doctor = try await sandbox.run("holocron", "doctor")
    #expect(doctor.ending == .exited(1), "\(doctor.output)")
    #expect(doctor.output.contains("cache-1 keeps ending: "), "\(doctor.output)")
    try await supervisor.stop()
  }

  /// With a drain timeout of 300 s, `down` would time out before the processes are killed.
  @Test func `processes stopped by SIGSTOP end with the fleet, without being killed`() async throws {
    let sandbox = try Sandbox(["HOLOCRON_DRAIN_TIMEOUT": "300s"])
    try await sandbox.up()
    for name in ["cache-1", "broker"] { Signal.stop.send(to: try sandbox.pid(of: name)) }
    let down = try await sandbox.holocron("down")
    #expect(down.ending == .exited(0), "\(down.errors)")
    #expect(down.errors.hasPrefix("holocron: stopped holocron-supervisor"), "\(down.errors)")
    for name in ["cache-1", "broker"] {
      #expect(Files.text("\(sandbox.directory.path)/state/holocron/\(name).log")?.contains("stopping") == true, "\(name)")
    }
  }

  @Test func `a broker stopped by SIGSTOP is distinguished from a missing broker`() async throws {
    let sandbox = try Sandbox()
    let broker = try await sandbox.service("holocron-broker")
    try await broker.line(on: .errors, containing: "broker listens")
    broker.send(.stop)
    for command in ["status", "films", "doctor"] {
      let result = try await sandbox.run("holocron", command, "--timeout", "3")
      #expect(result.ending == .exited(command == "doctor" ? 1 : 6), "\(command): \(result.errors)")
      #expect((result.output + result.errors).contains("it may be stopped or overloaded"), "\(result.output)\(result.errors)")
    }
    broker.send(.continue)
    #expect(try await sandbox.holocron("status").ending == .exited(0))
    broker.send(.stop)
    let down = try await sandbox.run("holocron", "down")
    #expect(down.errors.contains("was started by hand"), "\(down.errors)")
    broker.send(.continue)
    try await broker.stop()
  }
}
