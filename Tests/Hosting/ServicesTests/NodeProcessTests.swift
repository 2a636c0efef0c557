import Hosting
import MessageBus
import OrderedJSON
import Platform
import TestSupport
import Testing

/// Tests of the node as a process.
struct NodeProcessTests {
  private func client(_ sandbox: Sandbox) throws -> BusClient {
    try BusClient(BusAddress(requests: Endpoint("ipc://\(sandbox.runtimeFolder)/bus")))
  }

  private func start(_ sandbox: Sandbox, _ arguments: String...) async throws -> RunningProcess {
    let node = try await sandbox.start(
      "holocron-node", arguments: arguments + ["--store", "memory", "--fill", "cached", "--lifeline"])
    try await node.line(on: .errors, containing: "broker listens")
    return node
  }

  @Test func `each service has metrics of its own`() async throws {
    let sandbox = try Sandbox()
    let node = try await start(sandbox)
    let client = try client(sandbox)
    _ = try await client.ask("holocron.cache", Request("GET", Target(["people", "1"])), within: .testLimit)
    _ = try await client.ask("holocron.cache", Request("GET", Target(["people", "1"])), within: .testLimit)
    for (service, requests) in [("holocron.cache", 2), ("holocron.fetch", 1)] {
      let reply = try await client.ask(service, Request("GET", Target(["stats"])), within: .testLimit)
      let statistics = try JSON(parsing: reply.content)
      #expect(statistics["service"]?.string == service)
      #expect(statistics["pid"]?.int == Int(node.pid))
      // The search service also asks the cache, and the cache asks the fetcher for its origin.
      let counted = statistics["counters"]?["requests"]?.int ?? 0
      #expect(counted >= requests)
      if service == "holocron.fetch" { #expect(statistics["timers"]?["fetch"]?["count"] == 1) }
      #expect(statistics["origin"] == "embedded")
    }
    await client.close()
    try await node.stop()
  }

  @Test func `a node whose runtime folder was removed is found again`() async throws {
    let sandbox = try Sandbox()
    let node = try await start(sandbox)
    try FileSystem.rename(sandbox.runtimeFolder, to: sandbox.directory.file("away"))
    try await eventually("the PID file") { PidFile("\(sandbox.runtimeFolder)/node.pid").holder == node.pid }
    #expect(try await sandbox.holocron("down").errors == "holocron: stopped holocron-node (process \(node.pid))\n")
    try await node.ends(.exited(0))
  }

  @Test func `a node writes its process ID and runs only once`() async throws {
    let sandbox = try Sandbox()
    let node = try await start(sandbox)
    #expect(PidFile("\(sandbox.runtimeFolder)/node.pid").holder == node.pid)
    let second = try await sandbox.run("holocron-node", "--store", "memory")
    #expect(second.ending == .exited(5))
    #expect(second.errors == "holocron-node: a node is already running (process \(node.pid))\n")
    node.send(.terminate)
    try await node.ends(.exited(0))
    #expect(PidFile("\(sandbox.runtimeFolder)/node.pid").holder == nil)
  }

  @Test func `another bus has another node`() async throws {
    let sandbox = try Sandbox()
    let node = try await start(sandbox)
    let other = try await start(sandbox, "--bus", "ipc://\(sandbox.runtimeFolder)/other")
    #expect(PidFile("\(sandbox.runtimeFolder)/node.pid").holder == node.pid)
    try await other.stop()
    try await node.stop()
  }

  /// Like an explorer that started the node and then only subscribes: it connects before the node's own services do.
  @Test func `a node runs while another process subscribes to events, and stops afterwards`() async throws {
    let sandbox = try Sandbox()
    try Folder.create(sandbox.runtimeFolder)
    let events = try EventSubscription(BusAddress(requests: Endpoint("ipc://\(sandbox.runtimeFolder)/bus")), topics: [""])
    let client = try client(sandbox)
    let node = try await start(sandbox, "--idle", "4s", "--log-level", "debug")
    func checks() -> Int { node.errors.split(separator: "\n").count { $0.contains("listeners=1") } }
    // Requests keep the node running until the listener is connected.
    try await eventually("the listener is connected") {
      _ = try await client.ask("holocron.cache", Request("GET", Target(["people", "1"])), within: .testLimit)
      return checks() > 0
    }
    await client.close()
    // Longer than the idle limit: the node checks every 400 ms.
    let before = checks()
    try await eventually("the node has checked for listeners often") { checks() > before + 11 }
    events.close()
    try await node.ends(.exited(0))
    #expect(node.errors.contains("idle timeout reached"))
  }

  @Test func `a node knows the settings of all its services`() async throws {
    let sandbox = try Sandbox()
    try sandbox.directory.write(#"{"cache": {"lifetme": "1d"}, "search": {"fill": "auto"}}"#, to: "config.json")
    let node = try await sandbox.run("holocron-node", "--check-settings", "--config", sandbox.directory.file("config.json"))
    #expect(node.ending == .exited(2))
    #expect(node.errors.hasPrefix("holocron-node: unknown setting 'cache.lifetme' in \(sandbox.directory.path)"))
  }
}
