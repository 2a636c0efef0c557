import OrderedJSON
import TestSupport
import Testing

@testable import MessageBus

/// A client that does not read hurts only itself.
@Suite struct BackPressureTests {
  private let honest = Request("GET", Target(["x"]), content: Array("hello".utf8))

  @Test func `a client that does not read its replies delays no other client`() async throws {
    var settings = Broker.Settings.quick
    settings.peerQueueBytes = 50_000
    try await BusHarness.with(settings: settings) { bus in
      try bus.worker(Echo())
      let client = try bus.client()
      let slowReader = try RawPeer(bus.address.requests, identity: "slug", receiveLimit: 1)
      let content = Frame(Array(repeating: 65, count: 4_000))
      for _ in 0..<4_500 { slowReader.send("MDPC02", "\u{1}", "test.echo", "", "GET /x", "user-agent: sloth", content) }
      for _ in 0..<200 {
        let reply = try await client.ask("test.echo", honest, within: .testLimit)
        #expect(reply.content == honest.content)
      }
      try await eventually("replies to the slow reader were dropped") { bus.broker.statistics.dropped > 0 ? () : nil }
      let stats = try JSON(parsing: try await client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit).content)
      let slow = try #require(stats["slow"]?.array?.first)
      #expect(slow["name"] == "sloth" && (slow["dropped"]?.int ?? 0) > 0 && (0...15).contains(slow["waiting"]?.int ?? -1))
      // Who knows the identity of a peer could guess those that libzmq will give to others.
      #expect(slow["id"]?.string?.isEmpty == false && slow["id"] != "736c7567")
    }
  }

  @Test func `workers get no requests of a client that does not read, until it reads again`() async throws {
    var settings = Broker.Settings.quick
    settings.peerQueueBytes = 50_000
    try await BusHarness.with(settings: settings) { bus in
      let worker = try RawPeer(bus.address.requests)
      worker.send("MDPW02", "\u{1}", "test.echo", "20000")
      let slowReader = try RawPeer(bus.address.requests, receiveLimit: 1)
      let content = Frame(Array(repeating: 65, count: 4_000))
      func ask(_ id: Frame) { slowReader.send("MDPC02", "\u{1}", "test.echo", id, "GET /x", "", content) }
      while bus.broker.statistics.dropped == 0 {
        ask("unread")
        // Each request reaches the worker, or its client is found not to read.
        var request: [Frame]?
        repeat { request = worker.receive(within: .milliseconds(100)) } while request == nil && bus.broker.statistics.dropped == 0
        guard let request else { break }
        worker.send("MDPW02", "\u{4}", request[2], "", request[4], "200", "", content)
      }
      ask("refused")
      let refusal = try #require(slowReader.receive { $0[3] == "refused" })
      #expect(refusal[4] == "503")
      #expect(worker.receive(within: .milliseconds(100)) == nil)
      // The client has read everything before the refusal.
      ask("read")
      #expect(worker.receive()?[4] == "read")
    }
  }

  /// Also if all clients together use up the memory for refusals.
  @Test(arguments: [(1, 256 << 20), (2, 60_000)])
  func `messages of clients that do not even read refusals are discarded unread, and others are served`(count: Int, limit: Int) async throws
  {
    var settings = Broker.Settings.quick
    (settings.peerQueueBytes, settings.memoryLimit) = (5_000, limit)
    try await BusHarness.with(settings: settings) { bus in
      try bus.worker(Echo())
      let deaf = try (0..<count).map { _ in try RawPeer(bus.address.requests, receiveLimit: 1) }
      let content = Frame(Array(repeating: 65, count: 4_000))
      func ask() { for peer in deaf { peer.send("MDPC02", "\u{1}", "test.echo", "", "GET /x", "", content) } }
      // Dropped replies become refusals, which wait until the budget is used up; from then on, everything is dropped.
      while bus.broker.statistics.dropped < (count == 1 ? 100 : 6) { ask() }
      let before = bus.broker.statistics
      for _ in 0..<1_500 { ask() }
      let expected = UInt64(1_350 * count)
      try await eventually("most were discarded") { bus.broker.statistics.dropped >= before.dropped + expected ? () : nil }
      // A message that is read counts as a request, and at most twice as dropped.
      #expect(bus.broker.statistics.requests < before.requests + UInt64(750 * count))
      let client = try bus.client()
      #expect(try await client.ask("test.echo", honest, within: .testLimit).content == honest.content)
    }
  }
}
