import OrderedJSON
import TestSupport
import Testing

@testable import MessageBus

@Suite struct ManagementTests {
  private func stats(_ client: BusClient) async throws -> JSON {
    try JSON(parsing: try await client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit).content)
  }

  @Test func `requests are counted by service`() async throws {
    try await BusHarness.with { bus in
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

  @Test func `a slow peer is listed with its waiting and dropped messages`() async throws {
    var settings = Broker.Settings.quick
    settings.peerQueueLimit = 10
    try await BusHarness.with(settings: settings) { bus in
      let worker = try bus.worker(Echo())
      let client = try bus.client()
      #expect(try await stats(client)["slow"] == [])
      let slowReader = try RawPeer(bus.address.requests, identity: "slug")
      // More than the queues of both sockets and of the kernel can hold.
      let content = Frame(Array(repeating: 65, count: 4_000))
      for _ in 0..<4_500 { slowReader.send("MDPC02", "\u{1}", "test.echo", "", "GET /x", "", content) }
      let slow: JSON = try await eventually("the broker has dropped messages to a slow peer") {
        try await stats(client)["slow"]?.array?.first { ($0["dropped"]?.int ?? 0) > 0 }
      }
      #expect(slow["id"] == "736c7567")
      #expect(slow["service"] == nil)
      #expect((0...10).contains(slow["waiting"]?.int ?? -1))
      // After the peer has caught up, no message waits for it; the dropped ones are still listed.
      while slowReader.receive(within: .milliseconds(200)) != nil {}
      try await eventually("no message waits for the slow peer") { try await stats(client)["slow"]?.array?.first?["waiting"]?.int == 0 }
      await client.close()
      worker.drain()
      try await worker.run()
    }
  }
}
