import MessageBus
import Platform
import TestSupport
import Testing

struct RoleTests {
  /// Otherwise the processes of a benchmark that is killed would run for ever.
  @Test(arguments: [("proxy", 2), ("relay", 1), ("echo", 1), ("worker", 1), ("service", 1), ("clients", 1)])
  func `a process of a benchmark ends with its parent`(role: String, endpoints count: Int) async throws {
    let sandbox = try Sandbox()
    let endpoints = ["front", "back"].prefix(count).map { "ipc://\(sandbox.directory.file($0))" }
    let others = role == "clients" ? ["1", "1", "1", "frame"] : []
    let process = try await sandbox.start("holocron-bench", arguments: ["role", role] + endpoints + others)
    process.closeInput()
    try await process.ends(.exited(0))
  }

  /// The relay is a measure for the broker only if it forwards the same messages. With a credit of 2, most requests wait in the relay.
  @Test func `a client and a worker talk through the relay`() async throws {
    let sandbox = try Sandbox()
    let endpoint = try Endpoint("ipc://\(sandbox.directory.file("relay"))")
    let process = try await sandbox.start("holocron-bench", arguments: ["role", "relay", endpoint.description])
    let address = try BusAddress(requests: endpoint)
    var settings = BusWorker.Settings()
    settings.credit = 2
    let worker = try BusWorker(Doubling(), at: address, settings: settings, logger: .silent)
    let client = try BusClient(address)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...100 {
        group.addTask {
          let reply = try await client.ask("test.doubling", Request("GET", Target([String(number)])), within: .testLimit)
          #expect(String(decoding: reply.content, as: UTF8.self) == String(number * 2))
        }
      }
      try await group.waitForAll()
    }
    await client.close()
    worker.drain()
    try await worker.run()
    process.closeInput()
    try await process.ends(.exited(0))
  }

  private struct Doubling: BusService {
    let name = "test.doubling"

    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      Reply(content: Array(String((request.target.path.first.flatMap { Int($0) } ?? 0) * 2).utf8))
    }
  }
}
