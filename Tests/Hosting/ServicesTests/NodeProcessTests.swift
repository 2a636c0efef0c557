import Glibc
import Hosting
import MessageBus
import OrderedJSON
import TestSupport
import Testing

/// The node as a process: everything behind one socket.
struct NodeProcessTests {
  private func client(_ sandbox: Sandbox) throws -> BusClient {
    try BusClient(BusAddress(requests: Endpoint("ipc://\(sandbox.runtimeFolder)/bus")))
  }

  private func start(_ sandbox: Sandbox, _ arguments: String...) async throws -> RunningProcess {
    let node = try await sandbox.start(
      "holocron-node", arguments: arguments + ["--store", "memory", "--index", "memory", "--fill", "cached", "--lifeline"])
    try await node.line(on: .errors, containing: "broker listens")
    return node
  }

  @Test func answersWithoutAnyNetwork() async throws {
    let sandbox = try Sandbox()
    let node = try await start(sandbox)
    let client = try client(sandbox)
    for service in ["holocron.cache", "holocron.fetch"] {
      let reply = try await client.ask(service, Request("GET", Target(["people", "1"])), within: .testLimit)
      #expect(reply.status == 200)
      #expect(try JSON(parsing: reply.content)["name"] == "Luke Skywalker")
    }
    await client.close()
    node.send(SIGTERM)
    try await node.ends(.exited(0))
  }

  @Test func findsRecordsOfItsOwnFacts() async throws {
    let sandbox = try Sandbox()
    let node = try await sandbox.start("holocron-node", arguments: ["--store", "memory", "--lifeline"])
    let client = try client(sandbox)
    _ = try await eventually("everything is indexed") {
      let reply = try await client.ask(
        "holocron.search", Request("GET", Target(["search"], query: [.init("q", "falcon")])), within: .testLimit)
      let answer = try JSON(parsing: reply.content)
      return answer["coverage"]?["complete"]?.bool == true && answer["matches"]?.array?.first?["name"] == "Millennium Falcon" ? true : nil
    }
    await client.close()
    node.send(SIGTERM)
    try await node.ends(.exited(0))
  }

  @Test func eachServiceCountsForItself() async throws {
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
      // The search asks the cache too, at its own pace, and the cache asks the fetcher for its origin.
      let counted = statistics["counters"]?["requests"]?.int ?? 0
      #expect(counted >= requests)
      if service == "holocron.fetch" { #expect(statistics["timers"]?["fetch"]?["count"] == 1) }
      #expect(statistics["origin"] == (service == "holocron.search" ? nil : "embedded"))
    }
    await client.close()
    try await node.stop()
  }

  @Test func saysWhichProcessItIsAndIsTheOnlyOne() async throws {
    let sandbox = try Sandbox()
    let node = try await start(sandbox)
    #expect(PidFile.holder(of: "\(sandbox.runtimeFolder)/node.pid") == node.pid)
    let second = try await sandbox.run("holocron-node", "--store", "memory")
    #expect(second.ending == .exited(5))
    #expect(second.errors == "holocron-node: a node runs already as process \(node.pid)\n")
    node.send(SIGTERM)
    try await node.ends(.exited(0))
    #expect(PidFile.holder(of: "\(sandbox.runtimeFolder)/node.pid") == nil)
  }

  /// As an explorer does that started the node and then only listens: it was there before the node's own services.
  @Test func staysWhileTheFirstListenerListensAndLeavesAfterwards() async throws {
    let sandbox = try Sandbox()
    mkdir("\(sandbox.directory.path)/run", 0o700)
    mkdir(sandbox.runtimeFolder, 0o700)
    let events = try EventSubscription(BusAddress(requests: Endpoint("ipc://\(sandbox.runtimeFolder)/bus")), topics: [""])
    let client = try client(sandbox)
    let node = try await start(sandbox, "--idle", "4s", "--log-level", "debug")
    func looks() -> Int { node.errors.split(separator: "\n").count { $0.contains("listeners=1") } }
    // Requests keep the node from leaving until the listener is connected.
    try await eventually("the listener is there") {
      _ = try await client.ask("holocron.cache", Request("GET", Target(["people", "1"])), within: .testLimit)
      return looks() > 0
    }
    await client.close()
    // Longer than it may be idle: it looks every 400 ms.
    let before = looks()
    try await eventually("it looked often") { looks() > before + 11 }
    events.close()
    try await node.ends(.exited(0))
    #expect(node.errors.contains("nobody asked for anything"))
  }

  @Test func leavesWhenNobodyNeedsIt() async throws {
    let node = try await start(Sandbox(), "--idle", "200ms")
    try await node.ends(.exited(0))
    #expect(node.errors.contains("nobody asked for anything"))
  }

  @Test(arguments: [
    (["--origin", "ftp://x"], "ftp://x"), (["--idle", "soon"], "--idle is 'soon'"),
    (["--store", "memory", "--entries", "0"], "--entries is '0'"),
  ])
  func mistakesAreNamed(arguments: [String], part: String) async throws {
    let node = try await Sandbox().start("holocron-node", arguments: arguments)
    try await node.ends(.exited(2))
    #expect(node.errors.split(separator: "\n").last { $0.hasPrefix("holocron-node: ") }?.contains(part) == true)
  }
}
