import OrderedJSON
import TestSupport
import Testing

@testable import MessageBus

@Suite struct ManagementTests {
  private func stats(_ client: BusClient) async throws -> JSON {
    try JSON(parsing: try await client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit).content)
  }

  @Test func `requests are counted by service`() async throws {
    try await Bus.with { bus in
      let worker = try bus.worker(Echo())
      let client = try bus.client()
      for _ in 0..<3 { _ = try await client.ask("test.echo", Request("GET", Target(["x"])), within: .testLimit) }
      let service = try await stats(client)["services"]?.array?.first
      #expect(service?["name"] == "test.echo")
      #expect(service?["requests"] == 3)
      await client.close()
      worker.drain()
      try await worker.run()
    }
  }

  @Test func `who reads too slowly is named with what waits and what was dropped`() async throws {
    var settings = Broker.Settings.quick
    settings.peerQueueLimit = 10
    try await Bus.with(settings: settings) { bus in
      let worker = try bus.worker(Echo())
      let client = try bus.client()
      #expect(try await stats(client)["slow"] == [])
      let sluggard = try RawPeer(bus.address.requests, identity: "slug")
      // More than the queues of both sockets and the kernel between them hold.
      let content = Frame(Array(repeating: 65, count: 4_000))
      for _ in 0..<4_500 { sluggard.send("MDPC02", "\u{1}", "test.echo", "", "GET /x", "", content) }
      let slow: JSON = try await eventually("a slow peer has lost messages") {
        try await stats(client)["slow"]?.array?.first { ($0["dropped"]?.int ?? 0) > 0 }
      }
      #expect(slow["id"] == "736c7567")
      #expect(slow["service"] == nil)
      #expect((0...10).contains(slow["waiting"]?.int ?? -1))
      // Once it has caught up nothing waits for it; what it lost stays on record.
      while sluggard.receive(within: .milliseconds(200)) != nil {}
      try await eventually("nothing waits for it") { try await stats(client)["slow"]?.array?.first?["waiting"]?.int == 0 }
      await client.close()
      worker.drain()
      try await worker.run()
    }
  }
}
