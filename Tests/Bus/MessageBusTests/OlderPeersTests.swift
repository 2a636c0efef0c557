import TestSupport
import Testing

@testable import MessageBus

/// Two versions side by side, as while hosts are upgraded one after the other: today's peers accept the frames of version 0.2, and send the same.
/// The frames were recorded from its programs over tcp; only addresses and IDs, which one side chooses and the other returns, are other bytes.
@Suite struct OlderPeersTests {
  /// From a worker: READY, and its introduction.
  private static let ready: [Frame] = ["MDPW02", "\u{1}", "holocron.fetch", "64"]
  private static let introduction: [Frame] = [
    "MDPC02", "\u{1}", "mmi.service", "", "GET /mmi.service", "user-agent: holocron-fetcher (pid 22792)", "",
  ]
  private static let introductionReply: [Frame] = ["MDPC02", "\u{3}", "mmi.service", "", "404", "largest-message: 16777216", ""]
  private static let id: Frame = "\0\0\0\0\0\0\0\u{7}"
  private static let nextID: Frame = "\0\0\0\0\0\0\0\u{8}"
  /// The ends of requests and replies, which brokers pass on.
  private static let request: [Frame] = ["GET /people/1", "deadline: 2999\nuser-agent: holocron (pid 23369)", ""]
  private static let reply: [Frame] = [
    "200", "etag: \"a0f814f27ae8132f219c27ed81e3ee2c\"\nholocron-origin: embedded", "{\"kind\":\"people\"}",
  ]
  private static let noWorker: [Frame] = [
    "503", "content-type: application/problem+json\nretry-after: 1",
    "{\"type\":\"urn:holocron:no-worker\",\"title\":\"no worker is attached\",\"status\":503,\"detail\":\"no worker on this bus offers test.none\",\"service\":\"test.none\"}",
  ]

  @Test func `today's broker serves an older worker and an older client as its own broker did`() async throws {
    var settings = Broker.Settings.quick
    (settings.grace, settings.startupGrace) = (.milliseconds(10), .zero)
    try await BusHarness.with(settings: settings) { bus in
      let (worker, client) = (try RawPeer(bus.address.requests), try RawPeer(bus.address.requests))
      worker.send(all: Self.ready)
      worker.send(all: Self.introduction)
      #expect(worker.receive() == Self.introductionReply)
      client.send(all: ["MDPC02", "\u{1}", "holocron.fetch", Self.id] + Self.request)
      let first = try #require(worker.receive())
      #expect(first.prefix(2) == ["MDPW02", "\u{2}"] && first[2].bytes.count == 24)
      #expect(first[3...] == ["", Self.id] + Self.request)
      worker.send(all: ["MDPW02", "\u{3}", first[2], "", Self.id, "200", "", "part"])
      worker.send(all: ["MDPW02", "\u{4}", first[2], "", Self.id] + Self.reply)
      #expect(client.receive() == ["MDPC02", "\u{2}", "holocron.fetch", Self.id, "200", "", "part"])
      #expect(client.receive() == ["MDPC02", "\u{3}", "holocron.fetch", Self.id] + Self.reply)
      #expect(worker.receive(heartbeats: true) == ["MDPW02", "\u{5}"])
      worker.send("MDPW02", "\u{5}")
      worker.send("MDPW02", "\u{5}", "65")
      client.send("MDPC02", "\u{1}", "holocron.fetch", Self.nextID, "GET /y", "", "")
      let second = try #require(worker.receive())
      client.send("MDPC02", "\u{1}", "mmi.cancel", Self.nextID, "CANCEL /", "", "")
      #expect(worker.receive() == ["MDPW02", "\u{5}", second[2]])
      worker.send("MDPW02", "\u{6}")
      worker.send("MDPW02", "\u{5}")
      #expect(worker.receive() == ["MDPW02", "\u{6}"])
      client.send("MDPC02", "\u{1}", "test.none", Self.id, "GET /y", "deadline: 200", "")
      #expect(client.receive() == ["MDPC02", "\u{3}", "test.none", Self.id] + Self.noWorker)
    }
  }

  @Test func `today's worker answers an older broker as its own worker did`() async throws {
    try await withBroker { broker, address in
      let worker = try BusWorker(Echo(name: "holocron.fetch", atOnce: false), at: address, logger: .silent)
      let ready = try #require(broker.receive())
      #expect(ready[1...] == Self.ready[...])
      let introduction = try #require(broker.receive(introductions: true))
      #expect(introduction.count == Self.introduction.count + 1)
      #expect(introduction[1...5] == Self.introduction[...4])
      broker.send(all: [ready[0]] + Self.introductionReply)
      for end: Frame in ["A", "B"] {
        let to: [Frame] = [ready[0], "MDPW02", "\u{2}", Frame(Array(repeating: 0xAC, count: 23) + end.bytes), ""]
        broker.send(all: to + [Self.id, "GET /x", "deadline: 5000\nuser-agent: t", "hi"])
        broker.send(ready[0], "MDPW02", "\u{5}")
        #expect(broker.receive() == [ready[0], "MDPW02", "\u{4}", to[3], "", Self.id, "200", "", "hi"])
      }
      #expect(broker.receive(heartbeats: true) == [ready[0], "MDPW02", "\u{5}"])
      worker.drain()
      #expect(broker.receive()?.suffix(2) == ["MDPW02", "\u{6}"])
      broker.send(ready[0], "MDPW02", "\u{6}")
      try await worker.run()
    }
  }

  @Test func `today's client asks an older broker as its own client did`() async throws {
    try await withBroker { broker, address in
      let client = try BusClient(address)
      let replies = client.stream("holocron.cache", Request("GET", Target(["people", "1"])), within: .testLimit)
      let request = try #require(broker.receive())
      #expect(request[1...3] == ["MDPC02", "\u{1}", "holocron.cache"] && request[4].bytes.count == 8)
      #expect(request[5] == "GET /people/1" && request[7] == "" && request.count == 8)
      let fields = Fields(parsing: request[6].text)
      #expect(fields["deadline"] != nil && fields["user-agent"] != nil)
      let to = [request[0], "MDPC02"]
      broker.send(all: to + ["\u{2}", "holocron.cache", request[4], "200", "", "part"])
      broker.send(all: to + ["\u{3}", "holocron.cache", request[4]] + Self.reply)
      var received: [Reply] = []
      for try await reply in replies { received.append(reply) }
      #expect(received.map { String(decoding: $0.content, as: UTF8.self) } == ["part", Self.reply[2].text])
      #expect(received.last?.fields["etag"] == "\"a0f814f27ae8132f219c27ed81e3ee2c\"")
      let refused = client.stream("test.none", Request("GET", Target(["y"])), within: .testLimit)
      let second = try #require(broker.receive())
      broker.send(all: to + ["\u{3}", "test.none", second[4]] + Self.noWorker)
      for try await reply in refused { #expect(reply.status == 503 && reply.problem?.type == "urn:holocron:no-worker") }
      await client.close()
    }
  }

  /// Runs `body` with a socket in place of an older broker.
  private func withBroker(_ body: (RawBroker, BusAddress) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let broker = try RawBroker(address.requests)
    try await withTaskExecutorPreference(ThreadPerJobExecutor.shared) { try await body(broker, address) }
    withExtendedLifetime(directory) {}
  }
}
