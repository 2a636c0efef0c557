import Logging
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import MessageBus

/// The files that peers connect to, and the names that peers give themselves.
@Suite struct PeerNameTests {
  /// The broker does not change the modes after binding, so the files have been like that from the first moment on.
  @Test func `socket files are accessible to their owner only`() async throws {
    try await BusHarness.with { bus in
      for endpoint in bus.address.endpoints {
        #expect(Files.mode(endpoint.address).map { $0 & 0o077 } == 0)
      }
    }
  }

  @Test func `clients and workers tell the broker what they are called, once`() async throws {
    try await BusHarness.with { bus in
      let worker = try RawPeer(bus.address.requests)
      worker.send("MDPW02", "\u{1}", "s", "8")
      let client = try bus.client()
      async let first = client.ask("s", Request("GET", Target(["a"])), within: .testLimit)
      let introduced = try #require(worker.receive())
      #expect(introduced[6].text.contains("user-agent: \(OwnProcess.name) (pid \(OwnProcess.id))"))
      worker.send("MDPW02", "\u{4}", introduced[2], "", introduced[4], "200", "", "")
      _ = try await first
      async let second = client.ask("s", Request("GET", Target(["b"])), within: .testLimit)
      let next = try #require(worker.receive())
      #expect(!next[6].text.contains("user-agent"))
      let stats = try JSON(parsing: try await client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit).content)
      #expect(stats["clients"]?.array?.first?["name"]?.string == "\(OwnProcess.name) (pid \(OwnProcess.id))")
      #expect(stats["clients"]?.array?.first?["outstanding"]?.int == 1)
      worker.send("MDPW02", "\u{4}", next[2], "", next[4], "200", "", "")
      _ = try await second
    }
  }

  @Test func `a worker tells the broker what it is called`() async throws {
    try await BusHarness.with { bus in
      let service = try bus.worker(Echo())
      let client = try bus.client()
      let worker = try await eventually("the name of the worker") {
        let stats = try JSON(parsing: try await client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit).content)
        return stats["workers"]?.array?.first { $0["name"] != nil }
      }
      #expect(worker["name"]?.string == "\(OwnProcess.name) (pid \(OwnProcess.id))")
      #expect(worker["service"]?.string == Echo().name)
      await client.close()
      withExtendedLifetime(service) {}
    }
  }

  @Test func `names of peers are short, visible ASCII`() {
    let hostile = "evil\u{1B}]0;x\u{7}\u{202E}" + String(repeating: "x", count: 1_000)
    #expect(PeerName.visible(hostile) == "evil?]0;x????" + String(repeating: "x", count: 64 - 13))
  }
}
