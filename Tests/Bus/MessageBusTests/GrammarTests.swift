import TestSupport
import Testing

@testable import MessageBus

/// GRAMMAR.md over real sockets, in hand-written frames: the peers use no encoder of MessageBus.
@Suite struct GrammarTests {

  /// Runs `body` with a registered worker and a client.
  func withPeers(credit: Frame? = nil, _ body: (_ bus: BusHarness, _ client: RawPeer, _ worker: RawPeer) throws -> Void) async throws {
    try await BusHarness.with { bus in
      let (client, worker) = (try RawPeer(bus.address.requests), try RawPeer(bus.address.requests))
      if let credit { worker.send("MDPW02", "\u{1}", "s", credit) } else { worker.send("MDPW02", "\u{1}", "s") }
      try body(bus, client, worker)
    }
  }

  @Test func `a request reaches the worker with an opaque address, and the reply comes back unchanged`() async throws {
    try await withPeers { _, client, worker in
      client.send("MDPC02", "\u{1}", "s", "id", "GET /x", "", "body")
      let request = try #require(worker.receive())
      #expect(request.count == 8)
      #expect(request[0] == "MDPW02")
      #expect(request[1] == "\u{2}")
      #expect(request[2].bytes.count == 24)
      #expect(request[3...] == ["", "id", "GET /x", "", "body"])
      worker.send("MDPW02", "\u{3}", request[2], "", "part")
      worker.send("MDPW02", "\u{4}", request[2], "", "end", "")
      #expect(client.receive() == ["MDPC02", "\u{2}", "s", "part"])
      #expect(client.receive() == ["MDPC02", "\u{3}", "s", "end", ""])
    }
  }

  @Test func `a heartbeat with a credit changes the credit`() async throws {
    try await withPeers(credit: "1") { _, client, worker in
      for body: Frame in ["a", "b", "c", "d"] { client.send("MDPC02", "\u{1}", "s", body) }
      let first = try #require(worker.receive())
      #expect(first.last == "a")
      worker.send("MDPW02", "\u{5}", "3")
      #expect(worker.receive()?.last == "b")
      #expect(worker.receive()?.last == "c")
      worker.send("MDPW02", "\u{5}", "0")
      worker.send("MDPW02", "\u{4}", first[2], "", "done")
      #expect(client.receive()?.last == "done")
      #expect(worker.receive(within: .milliseconds(200)) == nil)
    }
  }

  @Test func `mmi.cancel reaches a worker with credit as a heartbeat with the address, and neither request gets a reply`() async throws {
    try await withPeers(credit: "2") { bus, client, worker in
      client.send("MDPC02", "\u{1}", "s", "id", "GET /x", "", "")
      let request = try #require(worker.receive())
      client.send("MDPC02", "\u{1}", "mmi.cancel", "id")
      #expect(worker.receive() == ["MDPW02", "\u{5}", request[2]])
      worker.send("MDPW02", "\u{4}", request[2], "", "id", "200", "", "")
      client.send("MDPC02", "\u{1}", "s", "next", "GET /x", "", "")
      #expect(worker.receive()?[4] == "next")
      client.send("MDPC02", "\u{1}", "mmi.service", "s")
      #expect(client.receive() == ["MDPC02", "\u{3}", "mmi.service", "200"])
      #expect(bus.broker.statistics.late == 0)
    }
  }

  @Test func `peers that send a leading empty frame get one in replies`() async throws {
    try await BusHarness.with { bus in
      let (client, worker) = (try RawPeer(bus.address.requests), try RawPeer(bus.address.requests))
      worker.send("", "MDPW02", "\u{1}", "s")
      client.send("", "MDPC02", "\u{1}", "s", "a")
      let request = try #require(worker.receive())
      #expect(request.first == "" && request[1] == "MDPW02" && request.last == "a")
      worker.send("", "MDPW02", "\u{4}", request[3], "", "b")
      #expect(client.receive() == ["", "MDPC02", "\u{3}", "s", "b"])
    }
  }

  @Test func `the broker sends heartbeats unprompted`() async throws {
    try await withPeers { _, _, worker in
      #expect(worker.receive(heartbeats: true) == ["MDPW02", "\u{5}"])
    }
  }

  @Test func `MMI replies in RFC 8's form, and with four frames to requests of more than one frame`() async throws {
    try await withPeers { _, client, worker in
      #expect(worker.receive(heartbeats: true) != nil)
      for (name, argument, code): (Frame, Frame, Frame) in [
        ("mmi.service", "s", "200"), ("mmi.service", "t", "404"), ("mmi.service", "", "404"), ("mmi.nonsense", "s", "501"),
      ] {
        client.send("MDPC02", "\u{1}", name, argument)
        #expect(client.receive() == ["MDPC02", "\u{3}", name, code])
      }
      client.send("MDPC02", "\u{1}", "mmi.services", "")
      let answer = try #require(client.receive())
      #expect(answer[3] == "200")
      #expect(answer[4].text == #"[{"name":"s","workers":1,"queued":0,"credit":1,"inFlight":0,"requests":0}]"#)
      client.send("MDPC02", "\u{1}", "mmi.service", "7", "GET /s")
      #expect(client.receive() == ["MDPC02", "\u{3}", "mmi.service", "7", "200", "largest-message: 16777216", ""])
    }
  }

  @Test func `the broker's own refusals carry the request's id and a problem document`() async throws {
    var settings = Broker.Settings.quick
    settings.grace = .milliseconds(10)
    settings.startupGrace = .zero
    try await BusHarness.with(settings: settings) { bus in
      let client = try RawPeer(bus.address.requests)
      client.send("MDPC02", "\u{1}", "nobody", "id-1", "GET /x")
      let answer = try #require(client.receive())
      #expect(answer.prefix(5) == ["MDPC02", "\u{3}", "nobody", "id-1", "503"])
      #expect(answer[5].text.contains("content-type: application/problem+json"))
      #expect(answer[6].text.contains(#""type":"urn:holocron:no-worker""#))
    }
  }

  @Test func `no invalid input stops the broker`() async throws {
    try await withPeers { bus, client, worker in
      #expect(worker.receive(heartbeats: true) != nil)
      let hostile: [[Frame]] = [
        [""], ["", ""], ["MDPC02"], ["MDPC02", ""], ["MDPC02", "\u{1}"], ["MDPC02", "\u{1}", "s"], ["MDPC02", "\u{1}", "", "x"],
        ["MDPC02", "\u{9}", "s", "x"], ["MDPC01", "\u{1}", "s", "x"], ["MDPW02"], ["MDPW02", "\u{1}"], ["MDPW02", "\u{1}", ""],
        ["MDPW02", "\u{1}", "s", "0"], ["MDPW02", "\u{1}", "s", "-1"], ["MDPW02", "\u{1}", "s", "x"], ["MDPW02", "\u{1}", "s", "1", "1"],
        ["MDPW02", "\u{4}"], ["MDPW02", "\u{4}", "short", "", "x"], ["MDPW02", "\u{4}", "twenty-four bytes are ok", "x", "x"],
        ["MDPW02", "\u{5}", "x"], ["MDPW02", "\u{6}", "x"], ["MDPW02", "\u{42}"], [Frame([0xFF, 0xFE])],
        ["MDPW02", "\u{1}", "s", "99999999999999999999x"], ["MDPC02", "\u{1}", "s"] + Array(repeating: "x", count: 30),
        [Frame(Array(repeating: 0, count: 100_000))], Array(repeating: "x", count: 500), ["MDPC02", "\u{1}", Frame([0xC3, 0x28]), "x"],
      ]
      let attacker = try RawPeer(bus.address.requests)
      for frames in hostile { attacker.send(all: frames) }
      client.send("MDPC02", "\u{1}", "s", "still there?")
      let request = try #require(worker.receive())
      worker.send("MDPW02", "\u{4}", request[2], "", "yes")
      #expect(client.receive()?.last == "yes")
      attacker.send("MDPC02", "\u{1}", "mmi.stats", "")
      let stats = try #require(attacker.receive { $0.first == "MDPC02" })
      #expect(stats[4].text.contains(#""invalid":\#(hostile.count)"#))
    }
  }

  @Test func `a frame that is too large disconnects its sender and nobody else`() async throws {
    var settings = Broker.Settings.quick
    settings.largestMessage = 10_000
    try await BusHarness.with(settings: settings) { bus in
      let attacker = try RawPeer(bus.address.requests)
      attacker.send("MDPC02", "\u{1}", "mmi.service", Frame(Array(repeating: 65, count: 10_001)))
      #expect(attacker.isCutOff())
      #expect(attacker.receive(within: .milliseconds(100)) == nil)
      let client = try RawPeer(bus.address.requests)
      client.send("MDPC02", "\u{1}", "mmi.service", "s")
      #expect(client.receive()?.last == "404")
      #expect(!client.isCutOff(within: .zero))
    }
  }
}
