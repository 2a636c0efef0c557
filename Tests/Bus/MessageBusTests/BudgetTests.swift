import Dispatch
import OrderedJSON
import TestSupport
import Testing

@testable import MessageBus

/// What the broker keeps is bounded in bytes as well as in number, and nothing it lets go of is lost without a word.
@Suite struct BudgetTests {
  /// Answers every request with `size` bytes.
  struct Generous: BusService {
    let name = "test.generous"
    let size: Int
    func answerAtOnce(_ request: Request) -> Reply? { Reply(content: Array(repeating: 65, count: size)) }
    func answer(_ request: Request, parts: ReplyParts) async -> Reply { Reply() }
  }

  private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }

  private static func status(_ message: [Frame]) -> String { message.count > 4 ? message[4].text : "?" }

  @Test(arguments: ["test.echo", "mmi.service"] as [Frame])
  func `of 20,000 requests that are sent before one answer is read, each ends in an answer or a 503`(service: Frame) async throws {
    try await Bus.with { bus in
      let worker = try bus.worker(Echo())
      // On a thread of its own: the worker's tasks need those of the pool.
      let statuses = try await Self.onThread {
        let client = try RawPeer(bus.address.requests)
        for number in 0..<20_000 {
          client.send("MDPC02", "\u{1}", service, Frame(Array("\(number)".utf8)), "GET /test.echo", "deadline: 60000", "")
        }
        var statuses: [String: String] = [:]
        while statuses.count < 20_000, let message = client.receive(within: .testLimit) {
          #expect(statuses.updateValue(Self.status(message), forKey: message[3].text) == nil)
        }
        return statuses
      }
      #expect(statuses.count == 20_000)
      #expect(Set(statuses.values).isSubset(of: ["200", "404", "503"]))
      worker.drain()
      try await worker.run()
    }
  }

  @Test func `large answers that nobody reads become 503s, and their memory stays within the bound`() async throws {
    var settings = Broker.Settings.quick
    settings.peerQueueBytes = 1 << 20
    try await Bus.with(settings: settings) { bus in
      let worker = try bus.worker(Generous(size: 300_000))
      let client = try bus.client()
      let sluggard = try RawPeer(bus.address.requests)
      for number in 0..<100 { sluggard.send("MDPC02", "\u{1}", "test.generous", Frame(Array("\(number)".utf8)), "GET /x", "", "") }
      // Its own turn comes after those of the other client are known to have passed.
      try await eventually("the broker has let answers go") { () -> Bool in
        let stats = try JSON(parsing: try await client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit).content)
        #expect((stats["bytes"]?.int ?? .max) <= 3 << 20)
        return (stats["dropped"]?.int ?? 0) > 50
      }
      #expect(try await client.ask("test.generous", Request("GET", Target(["x"])), within: .testLimit).status == 200)
      var ended: [String: String] = [:]
      while ended.count < 100, let message = sluggard.receive(within: .testLimit) { ended[message[3].text] = Self.status(message) }
      #expect(ended.count == 100)
      #expect(Set(ended.values) == ["200", "503"])
      await client.close()
      worker.drain()
      try await worker.run()
    }
  }

  @Test func `requests beyond the memory of the whole broker get a 503, small ones of others are served`() async throws {
    var settings = Broker.Settings.quick
    settings.clientBytes = 1 << 20
    settings.workerBytes = 1 << 19
    try await Bus.with(settings: settings) { bus in
      let (client, worker) = (try RawPeer(bus.address.requests), try RawPeer(bus.address.requests))
      worker.send("MDPW02", "\u{1}", "s", "100")
      let large = Frame(Array(repeating: 65, count: 300_000))
      for number in 0..<5 { client.send("MDPC02", "\u{1}", "s", Frame(Array("\(number)".utf8)), "GET /x", "", large) }
      for _ in 0..<2 { #expect(client.receive().map(Self.status) == "503") }
      // Two fill what one worker may hold; the third waits.
      let first = try #require(worker.receive())
      #expect(worker.receive() != nil)
      #expect(worker.receive(within: .milliseconds(200)) == nil)
      worker.send("MDPW02", "\u{4}", first[2], "", "0", "200", "", "")
      #expect(worker.receive()?[5] == "GET /x")
    }
  }

  @Test func `an event beyond its bound is refused`() async throws {
    try await Bus.with { bus in
      let client = try bus.client()
      let reply = try await client.ask(
        "mmi.publish", Request("PUT", Target(["x"]), content: Array(repeating: 65, count: 65_536)), within: .testLimit)
      #expect(reply.status == 413)
      await client.close()
    }
  }

  @Test func `fields beyond their bound get a 431 from the broker`() async throws {
    try await Bus.with { bus in
      let client = try RawPeer(bus.address.requests)
      let fields = (0..<100_000).map { "x\($0): y" }.joined(separator: "\n")
      client.send("MDPC02", "\u{1}", "nobody", "id", "GET /x", Frame(Array(fields.utf8)), "")
      #expect(client.receive().map(Self.status) == "431")
    }
  }

  @Test func `a refusal repeats no large id`() async throws {
    try await Bus.with { bus in
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

  @Test func `a held request gets its 504 from the broker when its worker says nothing`() async throws {
    try await Bus.with { bus in
      let (client, worker) = (try RawPeer(bus.address.requests), try RawPeer(bus.address.requests))
      worker.send("MDPW02", "\u{1}", "s", "10")
      for _ in 0..<10 { client.send("MDPC02", "\u{1}", "s", "id", "GET /x", "deadline: 200", "") }
      for _ in 0..<10 { #expect(client.receive().map(Self.status) == "504") }
    }
  }

  @Test func `connections beyond the limit wait outside until there is room`() async throws {
    var settings = Broker.Settings.quick
    settings.connectionLimit = 8
    try await Bus.with(settings: settings) { bus in
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
      try await eventually("the gate is closed") { bus.broker.statistics.connections >= 8 }
      let late = try RawPeer(bus.address.requests)
      #expect(!isAnswered(late, within: .milliseconds(300)))
      #expect(isAnswered(peers[0], within: .testLimit))
      peers.removeFirst(4)
      #expect(late.receive(within: .testLimit)?.last == "404")
    }
  }
}
