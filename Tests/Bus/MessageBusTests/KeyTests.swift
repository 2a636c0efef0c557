import Logging
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import MessageBus

/// Keys and roles on tcp, over real sockets: rows B21, B22, R23 and C21 of STATES.md.
@Suite struct KeyTests {
  /// A broker with keys on tcp and without on ipc, an echo worker on ipc, and a key for each role.
  private final class KeyedBus {
    let server: CurveKeyPair
    let pairs: [BusRole: CurveKeyPair]
    let local, tcp: BusAddress
    let broker: Broker
    let log = LogRecorder(.warning)
    private let folder = try? TemporaryDirectory()

    init() throws {
      server = try .generate()
      pairs = try Dictionary(uniqueKeysWithValues: BusRole.allCases.map { ($0, try CurveKeyPair.generate()) })
      local = try BusAddress(requests: Endpoint("ipc://\(try #require(folder).file("bus"))"))
      let ports = (try FreePort.loopback(), try FreePort.loopback())
      tcp = try BusAddress(requests: Endpoint("tcp://127.0.0.1:\(ports.0)"), events: Endpoint("tcp://127.0.0.1:\(ports.1)"))
      var settings = Broker.Settings.quick
      settings.serverKey = server
      settings.authorizedKeys = Self.authorized(pairs)
      broker = try Broker(binding: [local, tcp], settings: settings, logger: log.logger)
    }

    deinit { broker.stop() }

    private static func authorized(_ pairs: [BusRole: CurveKeyPair]) -> AuthorizedKeys {
      AuthorizedKeys(
        Dictionary(
          uniqueKeysWithValues: pairs.map { ($1.public, AuthorizedKeys.Holder(name: "\($0.rawValue)-1", role: $0)) }))
    }

    func keys(_ role: BusRole) throws -> ClientKeys { try ClientKeys(own: try #require(pairs[role]), server: server.public) }

    func address(_ keys: ClientKeys?) -> BusAddress {
      var address = tcp
      address.keys = keys
      return address
    }

    /// Revokes the keys of `roles`.
    func revoke(_ roles: BusRole...) { broker.authorize(Self.authorized(pairs.filter { !roles.contains($0.key) })) }

    func worker(_ name: String, at address: BusAddress) throws -> BusWorker {
      var settings = BusWorker.Settings()
      (settings.heartbeatInterval, settings.liveness) = (.milliseconds(100), 100)
      return try BusWorker(Echo(name: name), at: address, settings: settings, logger: .silent)
    }
  }

  private func status(_ client: BusClient, _ service: String, _ head: String) async throws -> Int {
    let words = head.split(separator: " ").map(String.init)
    let target = Target(words[1].split(separator: "/").map(String.init))
    return try await client.ask(service, Request(words[0], target), within: .testLimit).status
  }

  @Test(arguments: BusRole.allCases) func `R23 B21 a role decides what a peer may send`(role: BusRole) async throws {
    let bus = try KeyedBus()
    let worker = try bus.worker("test.echo", at: bus.local)
    #expect(await worker.waitUntilRegistered())
    let client = try BusClient(bus.address(bus.keys(role)))
    let (requests, publishes) = (role != .observer, role == .worker || role == .admin)
    let expected: [(String, String, Bool)] = [
      ("test.echo", "GET /people/1", requests), ("test.echo", "HEAD /people/1", requests), ("test.echo", "PUT /history", requests),
      ("test.echo", "DELETE /history", requests), ("test.echo", "GET /stats", true), ("mmi.stats", "GET /", true),
      ("mmi.service", "GET /test.echo", true), ("test.echo", "PURGE /people", role == .admin),
      ("test.echo", "IMPORT /store", role == .admin),
      ("test.echo", "EXPORT /store", role == .admin), ("test.echo", "VERIFY /store", role == .admin), ("test.echo", "purge /people", false),
      ("test.echo", "POST /people", false),
    ]
    for (service, head, isAllowed) in expected {
      #expect(try await status(client, service, head) == (isAllowed ? 200 : 403), "\(service) \(head)")
    }
    #expect(try await status(client, "mmi.publish", "PUT /changed/people") == (publishes ? 202 : 403))
    if role == .frontEnd {
      let refused = try await client.ask("test.echo", Request("PURGE", Target(["people"])), within: .testLimit).problem
      #expect(refused?.detail == "the key 'front-end-1' has the role front-end, which may not send PURGE requests")
      #expect(refused?.type == Problem.forbiddenType && refused?.extensions["action"] == "send PURGE requests")
    }
    var heard = try EventSubscription(bus.address(bus.keys(role)), topics: ["worker/"]).makeAsyncIterator()
    #expect(await heard.next() == .listening)
    // Registering.
    let peer = try RawPeer(bus.tcp.requests, keys: bus.keys(role))
    peer.send("MDPW02", "\u{1}", "test.own")
    if role == .worker {
      guard case .event(let event) = await heard.next() else { return #expect(Bool(false), "no worker joined") }
      #expect(event.topic == "worker/joined/test.own")
    } else {
      #expect(peer.receive() == ["MDPW02", "\u{6}"])
      peer.send("MDPW02", "\u{5}")
      #expect(bus.broker.statistics.workers == 1)
    }
    await client.close()
  }

  private enum Attempt: CaseIterable {
    case noKey, unknownKey, wrongServerKey, keyedOnPlain
  }

  @Test(arguments: Attempt.allCases) private func `C21 nothing gets through without the right keys, and the client says why`(
    attempt: Attempt
  ) async throws {
    let bus = try KeyedBus()
    let plain = try BusAddress(
      requests: Endpoint("tcp://127.0.0.1:\(FreePort.loopback())"), events: Endpoint("ipc://\(bus.local.events.address).2"))
    let plainBroker = try Broker(binding: [plain], settings: .quick, logger: .silent)
    defer { plainBroker.stop() }
    var (address, expected) = (bus.tcp, "")
    switch attempt {
    case .noKey: expected = "\(address.requests) needs a key"
    case .unknownKey:
      address.keys = try ClientKeys(own: .generate(), server: bus.server.public)
      expected = "this key is not authorised at \(address.requests)"
    case .wrongServerKey:
      address.keys = try ClientKeys(own: bus.keys(.admin).own, server: CurveKeyPair.generate().public)
      expected = "wrong server key, or no keys at \(address.requests)"
    case .keyedOnPlain:
      address = plain
      address.keys = try bus.keys(.admin)
      expected = "wrong server key, or no keys at \(address.requests)"
    }
    let client = try BusClient(address)
    for _ in 1...3 {
      let start = Instant.now
      let error = await #expect(throws: BusError.self) {
        try await client.ask("test.echo", Request("GET", Target(["x"])), within: .testLimit)
      }
      #expect(error?.code == .unauthorized && error?.message == expected, "\(String(describing: error))")
      #expect(start.duration(to: .now) < .seconds(10))
    }
    if attempt == .unknownKey { #expect(bus.log.messages.contains("refused a key that is not authorised")) }
    #expect(bus.broker.statistics.requests == 0 && plainBroker.statistics.requests == 0)
    await client.close()
  }

  @Test func `of several brokers, one that accepts the key is used, and a request fails if none does`() async throws {
    let (refusing, other, accepting) = (try KeyedBus(), try KeyedBus(), try KeyedBus())
    let worker = try accepting.worker("test.echo", at: accepting.local)
    let keys = try accepting.keys(.frontEnd)
    let unknown = refusing.address(try ClientKeys(own: keys.own, server: refusing.server.public))
    let client = try BusClient(BusAddress(brokers: [unknown, accepting.address(keys)]))
    #expect(try await status(client, "test.echo", "GET /x") == 200)
    let lost = try BusClient(BusAddress(brokers: [unknown, other.address(ClientKeys(own: keys.own, server: other.server.public))]))
    let error = await #expect(throws: BusError.self) { try await status(lost, "test.echo", "GET /x") }
    #expect(error?.code == .unauthorized)
    for client in [client, lost] { await client.close() }
    withExtendedLifetime(worker) {}
  }

  @Test func `B22 a revoked key loses its rights on open connections at once, and others keep theirs`() async throws {
    let bus = try KeyedBus()
    let (revoked, other) = (try bus.worker("test.remote", at: bus.address(bus.keys(.worker))), try bus.worker("test.echo", at: bus.local))
    #expect(await revoked.waitUntilRegistered())
    #expect(await other.waitUntilRegistered())
    let clients = (try BusClient(bus.address(bus.keys(.frontEnd))), try BusClient(bus.address(bus.keys(.admin))))
    for client in [clients.0, clients.1] { #expect(try await status(client, "test.remote", "GET /x") == 200) }
    var ended = try EventSubscription(bus.address(bus.keys(.frontEnd)), topics: ["news/"]).makeAsyncIterator()
    var kept = try EventSubscription(bus.address(bus.keys(.observer)), topics: ["news/"]).makeAsyncIterator()
    #expect(await ended.next() == .listening)
    #expect(await kept.next() == .listening)

    bus.revoke(.frontEnd, .worker)
    try await eventually("the worker is gone") { bus.broker.statistics.workers == 1 }
    let refused = try await clients.0.ask("test.echo", Request("GET", Target(["x"])), within: .testLimit)
    #expect(refused.status == 403 && refused.problem?.detail == "this key is not authorised any more")
    #expect(try await status(clients.1, "test.echo", "GET /x") == 200)
    // The subscription whose key is accepted is in force again and hears what follows; that of the other key hears nothing.
    #expect(await kept.next() == .listening)
    try await clients.1.publish(Event("news/1"), within: .testLimit)
    #expect(await kept.next() == .event(Event("news/1")))
    #expect(bus.broker.statistics.subscriptions == 1)

    // With its key back, everything goes on over connections of its own.
    bus.revoke()
    try await eventually("the worker is back") { bus.broker.statistics.workers == 2 }
    #expect(try await status(clients.0, "test.remote", "GET /x") == 200)
    #expect(await ended.next() == .listening)
    for client in [clients.0, clients.1] { await client.close() }
  }

  @Test func `a request that a revoked worker holds goes to another one`() async throws {
    let bus = try KeyedBus()
    let holder = try RawPeer(bus.tcp.requests, keys: bus.keys(.worker))
    holder.send("MDPW02", "\u{1}", "test.echo", "8")
    try await eventually("the worker is registered") { bus.broker.statistics.workers == 1 }
    let client = try BusClient(bus.local)
    async let reply = client.ask("test.echo", Request("GET", Target(["x"]), content: [1]), within: .testLimit)
    let held = try #require(holder.receive())
    bus.revoke(.worker)
    #expect(holder.receive() == ["MDPW02", "\u{6}"])
    holder.send("MDPW02", "\u{4}", held[2], "", held[4], "200", "", "forged")
    let worker = try bus.worker("test.echo", at: bus.local)
    #expect(try await reply.content == [1])
    await client.close()
    withExtendedLifetime(worker) {}
  }

  @Test func `peers on ipc need no key, also after their socket was removed and bound again`() async throws {
    let bus = try KeyedBus()
    let worker = try bus.worker("test.echo", at: bus.local)
    for _ in 1...2 {
      let client = try BusClient(bus.local)
      #expect(try await status(client, "test.echo", "PURGE /x") == 200)
      await client.close()
      for endpoint in [bus.local.requests, bus.local.events] {
        FileSystem.remove(endpoint.address)
        try await eventually("the socket is back") { FileSystem.exists(endpoint.address) }
      }
    }
    var heard = try EventSubscription(bus.local, topics: ["x/"]).makeAsyncIterator()
    #expect(await heard.next() == .listening)
    withExtendedLifetime(worker) {}
  }

  @Test func `the events endpoint is bound again as soon as it is free, however long that takes`() throws {
    let address = try BusAddress(
      requests: Endpoint("ipc:///unused"), events: Endpoint("tcp://127.0.0.1:\(FreePort.loopback())"))
    var events = try #require(try KeyedEvents([address], KeyDomain(.generate(), AuthorizedKeys(), .silent)))
    let (start, deadline) = (Instant.now, Instant.now + .testLimit)
    events.renew(now: start)
    do {
      let other = try Socket(.publisher)
      while (try? other.bind(address.events)) == nil, .now < deadline {}
      #expect(try !events.bindIfDue(now: start))
      for second in [6, 7, 3_600] { #expect(throws: BusError.self) { try events.bindIfDue(now: start + .seconds(second)) } }
      #expect(events.nextBind == start + .seconds(3_601) && events.sockets.isEmpty)
    }
    var now = start + .seconds(3_601)
    while (try? events.bindIfDue(now: now)) != true, .now < deadline { now = now + .seconds(1) }
    #expect(events.nextBind == nil && events.sockets.count == 2)
  }

  @Test func `with keys, other machines may reach the bus without --insecure`() throws {
    var settings = Broker.Settings.quick
    let address = try BusAddress(
      requests: Endpoint("tcp://0.0.0.0:\(FreePort.loopback())"), events: Endpoint("tcp://0.0.0.0:\(FreePort.loopback())"))
    #expect(throws: BusError.self) { try Broker(binding: [address], settings: settings, logger: .silent) }
    settings.serverKey = try .generate()
    try Broker(binding: [address], settings: settings, logger: .silent).stop()
  }

  @Test func `key pairs are Z85 of 40 characters, belong together, and do not show the secret`() throws {
    let (pair, other) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
    #expect(pair != other && CurveKeyPair.isKey(pair.public) && CurveKeyPair.isKey(pair.secret))
    #expect(try CurveKeyPair(public: pair.public, secret: pair.secret) == pair)
    for (key, secret) in [(other.public, pair.secret), (pair.public, "short"), ("", pair.secret), (pair.public, pair.secret + "0")] {
      #expect(throws: BusError.self) { try CurveKeyPair(public: key, secret: secret) }
    }
    #expect(throws: BusError.self) { try ClientKeys(own: pair, server: String(repeating: "\u{7F}", count: 40)) }
    var shown = "\(pair) \(String(reflecting: pair)) \([pair])"
    dump(pair, to: &shown)
    #expect(!shown.contains(pair.secret))
    #expect(BusRole.allCases.map(\.rawValue) == ["front-end", "worker", "observer", "admin"])
  }
}
