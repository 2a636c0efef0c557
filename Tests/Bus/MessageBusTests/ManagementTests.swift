import OrderedJSON
import TestSupport
import Testing

@testable import MessageBus

@Suite struct ManagementTests {
  private func stats(_ client: BusClient) async throws -> JSON {
    try JSON(parsing: try await client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit).content)
  }

  /// An explorer subscribes to many topics on one connection.
  @Test func `a connection for events is one listener, whatever it subscribes to`() async throws {
    try await BusHarness.with { bus in
      let client = try bus.client()
      #expect(try await stats(client)["listeners"] == 0)
      let many = try EventSubscription(bus.address, topics: ["changed/", "confirmed/", "worker/"])
      let one = try EventSubscription(bus.address, topics: [""])
      try await eventually("both are counted") { try await stats(client)["listeners"] == 2 }
      try await eventually("their topics are counted, too") { (try await stats(client)["subscriptions"]?.int ?? 0) >= 4 }
      many.close()
      one.close()
      try await eventually("they have gone") { try await stats(client)["listeners"] == 0 }
    }
  }

  /// One client may invent 20,000 names of services.
  @Test func `at most 100 services without workers are listed`() async throws {
    var settings = Broker.Settings.quick
    settings.grace = .testLimit
    try await BusHarness.with(settings: settings) { bus in
      try bus.worker(Echo())
      let client = try bus.client()
      #expect(try await client.ask("test.echo", Request("GET", Target(["x"])), within: .testLimit).status == 200)
      let sender = try RawPeer(bus.address.requests)
      for number in 0..<200 {
        sender.send("MDPC02", "\u{1}", Frame(Array("invented.\(number)".utf8)), "id", "GET /x", "deadline: 600000", "")
      }
      sender.send("MDPC02", "\u{1}", "invented.199", "id", "GET /x", "deadline: 600000", "")
      try await eventually("all requests have arrived") { bus.broker.statistics.requests == 202 }
      let stats = try await stats(client)
      let services = stats["services"]?.array ?? []
      #expect(services.count == 101)
      #expect(stats["omittedServices"] == 100)
      #expect(services.contains { $0["name"] == "test.echo" })
      #expect(services.contains { $0["name"] == "invented.199" && $0["queued"] == 2 })
    }
  }
}
