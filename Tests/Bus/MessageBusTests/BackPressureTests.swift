import OrderedJSON
import TestSupport
import Testing

@testable import MessageBus

/// A slow worker, a client that does not read and a flood each hurt only themselves.
@Suite struct BackPressureTests {
  private let honest = Request("GET", Target(["x"]), content: Array("hello".utf8))

  @Test func `a slow worker delays only the request that it holds`() async throws {
    try await BusHarness.with { bus in
      let slow = try RawPeer(bus.address.workers)
      slow.send("MDPW02", "\u{1}", "test.echo")
      let client = try bus.client()
      async let delayed = client.ask("test.echo", Request("GET", Target(["delayed"])), within: .testLimit)
      let held = try #require(slow.receive())
      try bus.worker(Echo())
      try await eventually("the other worker has registered") { bus.broker.statistics.workers == 2 ? () : nil }
      for _ in 0..<200 {
        let reply = try await client.ask("test.echo", honest, within: .testLimit)
        #expect(reply.content == honest.content)
      }
      slow.send("MDPW02", "\u{4}", held[2], "", held[4], "200", "", "late")
      #expect(try await delayed.content == Array("late".utf8))
    }
  }

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
      let worker = try RawPeer(bus.address.workers)
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

  @Test func `messages of a client that does not even read refusals are discarded unread`() async throws {
    var settings = Broker.Settings.quick
    settings.peerQueueBytes = 5_000
    try await BusHarness.with(settings: settings) { bus in
      try bus.worker(Echo())
      let deaf = try RawPeer(bus.address.requests, receiveLimit: 1)
      let content = Frame(Array(repeating: 65, count: 4_000))
      func ask() { deaf.send("MDPC02", "\u{1}", "test.echo", "", "GET /x", "", content) }
      // Dropped replies become refusals, which wait until the budget is used up; from then on, everything is dropped.
      while bus.broker.statistics.dropped < 100 { ask() }
      let before = bus.broker.statistics
      for _ in 0..<1_000 { ask() }
      try await eventually("most were discarded") { bus.broker.statistics.dropped >= before.dropped + 900 ? () : nil }
      // A message that is read counts as a request, and at most twice as dropped.
      #expect(bus.broker.statistics.requests < before.requests + 500)
    }
  }

  @Test func `refusals that nobody reads are bounded over all clients`() async throws {
    var settings = Broker.Settings.quick
    settings.peerQueueBytes = 5_000
    settings.memoryLimit = 60_000
    try await BusHarness.with(settings: settings) { bus in
      try bus.worker(Echo())
      let deaf = try (0..<2).map { _ in try RawPeer(bus.address.requests, receiveLimit: 1) }
      let content = Frame(Array(repeating: 65, count: 4_000))
      func ask() { for peer in deaf { peer.send("MDPC02", "\u{1}", "test.echo", "", "GET /x", "", content) } }
      while bus.broker.statistics.dropped < 6 { ask() }
      let before = bus.broker.statistics
      for _ in 0..<1_500 { ask() }
      try await eventually("most were discarded") { bus.broker.statistics.dropped >= before.dropped + 2_700 ? () : nil }
      #expect(bus.broker.statistics.requests < before.requests + 1_500)
      // Others are not refused for want of memory.
      let client = try bus.client()
      #expect(try await client.ask("test.echo", honest, within: .testLimit).content == honest.content)
    }
  }

  @Test func `a flood waits behind the requests of others`() async throws {
    try await BusHarness.with { bus in
      let worker = try RawPeer(bus.address.workers)
      worker.send("MDPW02", "\u{1}", "s")
      let flood = try RawPeer(bus.address.requests)
      for _ in 0..<2_000 { flood.send("MDPC02", "\u{1}", "s", "flood") }
      try await eventually("the flood has arrived") { bus.broker.statistics.requests >= 2_000 ? () : nil }
      let client = try RawPeer(bus.address.requests)
      client.send("MDPC02", "\u{1}", "s", "honest")
      try await eventually("the honest request has arrived") { bus.broker.statistics.requests >= 2_001 ? () : nil }
      var before = 0
      while let request = worker.receive(), request[4] != "honest" {
        before += 1
        worker.send("MDPW02", "\u{4}", request[2], "", "done")
      }
      // The one that the worker held already, and the turn of the flood.
      #expect(before <= 2)
    }
  }
}
