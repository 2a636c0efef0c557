import Logging
import OrderedJSON
import TestSupport
import Testing

@testable import MessageBus

/// The broker's queues are limited in bytes and in number, and every dropped message is reported to its client.
@Suite struct LimitTests {
  /// Answers every request with `size` bytes.
  struct LargeReplyService: BusService {
    let name = "test.large"
    let size: Int
    func answerAtOnce(_ request: Request) -> Reply? { Reply(content: Array(repeating: 65, count: size)) }
    func answer(_ request: Request, parts: ReplyParts) async -> Reply { Reply() }
  }

  private static func status(_ message: [Frame]) -> String { message.count > 4 ? message[4].text : "?" }

  @Test(arguments: ["test.echo", "mmi.service"] as [Frame])
  func `each of 20,000 requests sent before any reply is read gets a reply or a 503`(service: Frame) async throws {
    try await BusHarness.with { bus in
      try bus.worker(Echo())
      // On its own thread: the worker's tasks need the threads of the pool.
      let statuses = try await onOwnThread {
        let client = try RawPeer(bus.address.requests)
        for number in 0..<20_000 {
          client.send("MDPC02", "\u{1}", service, Frame(Array("\(number)".utf8)), "GET /test.echo", "deadline: 600000", "")
        }
        var statuses: [String: String] = [:]
        while statuses.count < 20_000, let message = client.receive(within: .testLimit) {
          #expect(statuses.updateValue(Self.status(message), forKey: message[3].text) == nil)
        }
        return statuses
      }
      #expect(statuses.count == 20_000)
      #expect(Set(statuses.values).isSubset(of: ["200", "404", "503"]))
    }
  }

  @Test func `large replies that are not read are replaced by 503s, and memory stays within the limit`() async throws {
    var settings = Broker.Settings.quick
    settings.peerQueueBytes = 1 << 20
    try await BusHarness.with(settings: settings) { bus in
      try bus.worker(LargeReplyService(size: 300_000))
      let client = try bus.client()
      let slowReader = try RawPeer(bus.address.requests, receiveLimit: 1)
      for number in 0..<100 { slowReader.send("MDPC02", "\u{1}", "test.large", Frame(Array("\(number)".utf8)), "GET /x", "", "") }
      // The slow reader starts reading only after the broker has dropped replies to it.
      try await eventually("the broker has dropped replies") { () -> Bool in
        let stats = try JSON(parsing: try await client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit).content)
        #expect((stats["bytes"]?.int ?? .max) <= 3 << 20)
        return (stats["dropped"]?.int ?? 0) > 50
      }
      #expect(try await client.ask("test.large", Request("GET", Target(["x"])), within: .testLimit).status == 200)
      var ended: [String: String] = [:]
      while ended.count < 100, let message = slowReader.receive(within: .testLimit) { ended[message[3].text] = Self.status(message) }
      #expect(ended.count == 100)
      #expect(Set(ended.values) == ["200", "503"])
    }
  }

  /// More than the broker accepts by default.
  @Test func `a client and a worker accept messages as large as those that the broker accepts`() async throws {
    var settings = Broker.Settings.quick
    settings.largestMessage = 64 << 20
    try await BusHarness.with(settings: settings) { bus in
      let client = try bus.client()
      try bus.worker(Echo())
      let content = [UInt8](repeating: 65, count: 17 << 20)
      let reply = try await client.ask("test.echo", Request("GET", Target(["x"]), content: content), within: .testLimit)
      #expect(reply.content.count == content.count)
    }
  }

  @Test func `a request that is larger than the broker accepts fails by itself`() async throws {
    var settings = Broker.Settings.quick
    settings.largestMessage = 1 << 20
    try await BusHarness.with(settings: settings) { bus in
      let client = try bus.client()
      try bus.worker(Echo())
      func ask(_ size: Int) async throws -> Int {
        let request = Request("PUT", Target(["x"]), content: Array(repeating: 65, count: size))
        return try await client.ask("test.echo", request, within: .testLimit).content.count
      }
      for size in [1, 1 << 20] { #expect(try await ask(size) == size) }
      let error = await #expect(throws: BusError.self) { try await ask((1 << 20) + 1) }
      #expect(error?.code == .tooLarge)
      #expect(try await ask(10) == 10)
    }
  }

  @Test func `an event that is too large is refused`() async throws {
    try await BusHarness.with { bus in
      let client = try bus.client()
      let reply = try await client.ask(
        "mmi.publish", Request("PUT", Target(["x"]), content: Array(repeating: 65, count: 65_536)), within: .testLimit)
      #expect(reply.status == 413)
    }
  }

  @Test func `a refusal does not repeat a large request ID`() async throws {
    try await BusHarness.with { bus in
      let client = try RawPeer(bus.address.requests)
      let fields = (0..<200).map { "x\($0): y" }.joined(separator: "\n")
      for id in [String(repeating: "i", count: 1_000_000), "id"] {
        client.send("MDPC02", "\u{1}", "nobody", Frame(Array(id.utf8)), "GET /x", Frame(Array(fields.utf8)), "")
        let refusal = try #require(client.receive())
        #expect(Self.status(refusal) == "431")
        #expect(refusal[3].text == (id.utf8.count > 2 ? "" : id))
      }
    }
  }

  @Test func `connections beyond the limit of an endpoint are refused until there is room, and leave other endpoints reachable`()
    async throws
  {
    var settings = Broker.Settings.quick
    settings.connectionLimit = 16
    let log = LogRecorder(.warning)
    try await BusHarness.with(settings: settings, logger: log.logger) { bus in
      func isAnswered(_ peer: RawPeer, within limit: Duration) -> Bool {
        peer.send("MDPC02", "\u{1}", "mmi.service", "s")
        return peer.receive(within: limit)?.last == "404"
      }
      var peers: [RawPeer] = []
      for _ in 0..<8 {
        let peer = try RawPeer(bus.address.requests)
        #expect(isAnswered(peer, within: .testLimit))
        peers.append(peer)
      }
      let late = try RawPeer(bus.address.requests)
      #expect(!isAnswered(late, within: .milliseconds(300)))
      try await eventually("the log says so") { log.messages.contains("refused connections: there are too many") }
      #expect(bus.broker.statistics.connections == 8)
      #expect(isAnswered(peers[0], within: .testLimit))
      let subscription = try EventSubscription(bus.address, topics: ["worker/"])
      var heard = subscription.makeAsyncIterator()
      #expect(await heard.next() == .listening)
      peers.removeFirst(4)
      #expect(late.receive(within: .testLimit)?.last == "404")
      let worker = try bus.worker(Echo())
      #expect(await worker.waitUntilRegistered())
    }
  }
}
