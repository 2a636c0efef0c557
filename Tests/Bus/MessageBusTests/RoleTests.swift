import Logging
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import MessageBus

/// What peers may do depends on the endpoint that they connect to.
@Suite struct RoleTests {
  @Test func `a worker is refused at the endpoint for clients and served at the one for workers`() async throws {
    let log = LogRecorder(.warning)
    try await BusHarness.with(logger: log.logger) { bus in
      let misplaced = try RawPeer(bus.address.requests)
      misplaced.send("MDPW02", "\u{1}", "s", "8")
      #expect(misplaced.receive(heartbeats: true) == ["MDPW02", "\u{6}"])
      #expect(bus.broker.statistics.workers == 0)
      #expect(log.lines.first?.contains("\(bus.address.workers)") == true)
      let worker = try RawPeer(bus.address.workers)
      worker.send("MDPW02", "\u{1}", "s")
      let client = try RawPeer(bus.address.requests)
      client.send("MDPC02", "\u{1}", "s", "a")
      let request = try #require(worker.receive())
      // A final reply of a peer that is no worker is not forwarded.
      misplaced.send("MDPW02", "\u{4}", request[2], "", "forged")
      worker.send("MDPW02", "\u{4}", request[2], "", "genuine")
      #expect(client.receive() == ["MDPC02", "\u{3}", "s", "genuine"])
    }
  }

  @Test func `peers with the same identity at both endpoints are two peers`() async throws {
    try await BusHarness.with { bus in
      let worker = try RawPeer(bus.address.workers, identity: "twin")
      let client = try RawPeer(bus.address.requests, identity: "twin")
      worker.send("MDPW02", "\u{1}", "s")
      client.send("MDPC02", "\u{1}", "s", "a")
      let request = try #require(worker.receive())
      worker.send("MDPW02", "\u{4}", request[2], "", "b")
      #expect(client.receive() == ["MDPC02", "\u{3}", "s", "b"])
    }
  }

  /// The status of a reserved request, and of an event, at each endpoint.
  @Test(
    arguments: [
      ([], "403", "403"), ([.publish], "403", "202"), ([.reservedMethods], "200", "403"), ([.publish, .reservedMethods], "200", "202"),
    ] as [(Broker.ClientRights, String, String)])
  func `clients may purge and publish only if they were allowed to`(rights: Broker.ClientRights, purge: String, publish: String)
    async throws
  {
    var settings = Broker.Settings.quick
    settings.clientRights = rights
    try await BusHarness.with(settings: settings) { bus in
      try bus.worker(Echo())
      for (endpoint, statuses) in [(bus.address.requests, [purge, publish]), (bus.address.workers, ["200", "202"])] {
        let peer = try RawPeer(endpoint)
        peer.send("MDPC02", "\u{1}", "test.echo", "1", "PURGE /people", "", "")
        #expect(peer.receive()?[4].text == statuses[0])
        peer.send("MDPC02", "\u{1}", "mmi.publish", "2", "PUT /changed/people", "", "")
        #expect(peer.receive()?[4].text == statuses[1])
        peer.send("MDPC02", "\u{1}", "test.echo", "3", "PUT /history", "", "")
        #expect(peer.receive()?[4].text == "200")
      }
    }
  }

  @Test func `one endpoint for everyone allows everything`() async throws {
    let folder = try TemporaryDirectory()
    let endpoint = try Endpoint("ipc://\(folder.file("bus"))")
    let address = try BusAddress(requests: endpoint, workers: endpoint)
    #expect(!address.separatesWorkers)
    let broker = try Broker(binding: [address], settings: .quick, logger: .silent)
    defer { broker.stop() }
    let (worker, client) = (try RawPeer(endpoint), try RawPeer(endpoint))
    worker.send("MDPW02", "\u{1}", "s")
    client.send("MDPC02", "\u{1}", "s", "", "PURGE /")
    #expect(worker.receive()?.last == "PURGE /")
    client.send("MDPC02", "\u{1}", "mmi.publish", "2", "PUT /changed/people", "", "")
    #expect(client.receive()?[4].text == "202")
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [
    ("ipc:///r/bus", "ipc:///r/workers"), ("ipc:///r/other", "ipc:///r/other.workers"), ("tcp://127.0.0.1:5555", "tcp://127.0.0.1:5555"),
    ("inproc://x", "inproc://x"),
  ])
  func `the endpoint for workers is beside the one for clients on ipc only`(requests: String, workers: String) throws {
    #expect(try BusAddress(requests: Endpoint(requests)).workers.description == workers)
  }

  @Test func `the environment names the endpoint for workers`() throws {
    let address = try BusAddress(
      environment: ["HOLOCRON_BUS": "tcp://127.0.0.1:5555", "HOLOCRON_WORKERS_ENDPOINT": "ipc:///r/w"], user: 7)
    #expect(address.workers.description == "ipc:///r/w" && address.separatesWorkers)
    #expect(throws: BusError.self) { try BusAddress(environment: ["HOLOCRON_WORKERS_ENDPOINT": "inproc://x"], user: 7) }
    let endpoint = try Endpoint("ipc:///r/bus")
    #expect(throws: BusError.self) { try BusAddress(requests: endpoint, workers: Endpoint("ipc:///r/events")) }
  }

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
      let worker = try RawPeer(bus.address.workers)
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
