import Platform
import TestSupport
import Testing

@testable import MessageBus

/// A bus with several brokers: clients and subscriptions use one of them, and move on when it is lost.
@Suite struct SeveralBrokersTests {
  /// The values of `HOLOCRON_BUS` and `HOLOCRON_EVENTS`, and the endpoints of each broker, or a part of the error.
  private static let addresses: [(bus: String, events: String, expected: String)] = [
    ("tcp://a:1", "", "tcp://a:1 tcp://a:2"),
    ("tcp://a:1 tcp://b:1", "", "tcp://a:1 tcp://a:2, tcp://b:1 tcp://b:2"),
    ("\n tcp://a:1\n tcp://b:1 ", "ipc:///e tcp://b:9", "tcp://a:1 ipc:///e, tcp://b:1 tcp://b:9"),
    ("ipc:///a b/bus", "", "ipc:///a b/bus ipc:///a b/events"),
    ("tcp://a:1 tcp://b:1", "tcp://a:2", "HOLOCRON_EVENTS names 1 endpoints for 2 of HOLOCRON_BUS"),
    ("tcp://a:1 tcp://b:1 tcp://a:1", "", "tcp://a:1 occurs twice"), ("tcp://a:1 tcp://a:2", "", "tcp://a:2 occurs twice"),
    ("tcp://a:1 inproc://b", "", "invalid endpoint 'inproc://b'"), ("tcp://a:1 tcp://b", "", "invalid endpoint 'tcp://b'"),
    ("tcp://a:1 b:1", "", "invalid endpoint 'tcp://a:1 b:1'"), (" ", "", "invalid endpoint ' '"),
  ]

  @Test func `an address names one broker or several`() {
    for (bus, events, expected) in Self.addresses {
      do {
        let address = try BusAddress(environment: ["HOLOCRON_BUS": bus, "HOLOCRON_EVENTS": events])
        #expect(address.brokers.map { "\($0.requests) \($0.events)" }.joined(separator: ", ") == expected)
        let options = ["HOLOCRON_BUS": address.options[1], "HOLOCRON_EVENTS": address.options[3]]
        #expect(try BusAddress(environment: options) == address)
      } catch { #expect(error.message.hasPrefix(expected), "\(bus): \(error)") }
    }
  }

  private static func address(in directory: TemporaryDirectory, _ names: String...) throws -> BusAddress {
    try BusAddress(brokers: names.map { try BusAddress(requests: Endpoint("ipc://\(directory.file($0))")) })
  }

  /// A worker that registers with every broker, as those of Hosting do.
  private static func workers(at address: BusAddress) throws -> [BusWorker] {
    try address.brokers.map { try BusWorker(Echo(), at: $0, logger: .silent) }
  }

  private static func broker(_ address: BusAddress, in sandbox: Sandbox) async throws -> RunningProcess {
    let process = try await sandbox.start("holocron-broker", arguments: address.options + ["--lifeline"])
    try await process.line(on: .errors, containing: "broker listens")
    return process
  }

  @Test(arguments: [Signal.kill, .stop])
  func `every request is answered while one broker after the other is lost, and workers come back`(signal: Signal) async throws {
    let sandbox = try Sandbox()
    let address = try Self.address(in: sandbox.directory, "a", "b")
    var brokers: [RunningProcess] = []
    for broker in address.brokers { brokers.append(try await Self.broker(broker, in: sandbox)) }
    let workers = try Self.workers(at: address)
    let client = try BusClient(address)
    #expect(await client.connectedBroker(within: .testLimit) == address.brokers[0])
    for round in 0..<4 {
      let lost = round % 2
      try await load(client) { brokers[lost].send(signal) }
      // All may have been answered before.
      #expect(try await client.ask("test.echo", Request("GET", Target(["x"])), within: .testLimit).isSuccess)
      #expect(await client.connectedBroker(within: .testLimit) == address.brokers[1 - lost])
      if signal == .kill {
        try await brokers[lost].ending()
        brokers[lost] = try await Self.broker(address.brokers[lost], in: sandbox)
      } else {
        brokers[lost].send(.continue)
      }
      // The next round needs a worker there.
      let other = try BusClient(address.brokers[lost])
      try await load(other)
      await other.close()
    }
    await client.close()
    for worker in workers {
      worker.drain()
      try await worker.run()
    }
  }

  @Test func `a request that is not idempotent is not sent to a second broker`() async throws {
    let directory = try TemporaryDirectory()
    let address = try Self.address(in: directory, "a", "b")
    var first: RawBroker? = try RawBroker(address.requests)
    let second = try RawBroker(address.brokers[1].requests)
    let client = try BusClient(address)
    try await withTaskExecutorPreference(ThreadPerJobExecutor.shared) {
      async let post = client.ask("s", Request("POST", Target(["x"])), within: .testLimit)
      async let get = client.ask("s", Request("GET", Target(["x"])), within: .testLimit)
      for _ in 0..<2 { #expect(first?.receive() != nil) }
      first = nil
      let request = try #require(second.receive())
      #expect(request[5] == "GET /x")
      second.send(request[0], "MDPC02", "\u{3}", "s", request[4], "200", "", "")
      #expect(try await get.isSuccess)
      do { #expect(try await post.status == 0) } catch let error as BusError { #expect(error.code == .connectionLost) }
      #expect(second.receive(within: .milliseconds(100)) == nil)
    }
    await client.close()
  }

  @Test func `fail-fast needs a failed attempt at each broker`() async throws {
    let directory = try TemporaryDirectory()
    let address = try Self.address(in: directory, "a", "b", "c")
    let get = Request("GET", Target(["x"]), content: [1])
    let nobody = try BusClient(address, settings: .init(failFast: true))
    let error = await #expect(throws: BusError.self) { try await nobody.ask("test.echo", get, within: .testLimit) }
    #expect(error?.code == .unreachable)
    #expect(error?.message == "nothing is listening on \(address)")
    await nobody.close()
    let broker = try Broker(binding: [address.brokers[2]], settings: .quick, logger: .silent)
    defer { broker.stop() }
    let worker = try BusWorker(Echo(), at: address.brokers[2], logger: .silent)
    let client = try BusClient(address, settings: .init(failFast: true))
    #expect(try await client.ask("test.echo", get, within: .testLimit).content == [1])
    await client.close()
    withExtendedLifetime(worker) {}
  }

  @Test func `events reach the subscribers of every broker, and a subscription that moves says so`() async throws {
    let directory = try TemporaryDirectory()
    let address = try Self.address(in: directory, "a", "b")
    let brokers = try address.brokers.map { try Broker(binding: [$0], settings: .quick, logger: .silent) }
    defer { for broker in brokers { broker.stop() } }
    var one = try EventSubscription(address, topics: ["changed/"]).makeAsyncIterator()
    var each = try EventSubscription(address, topics: ["changed/"], ofEveryBroker: true).makeAsyncIterator()
    #expect(await one.next() == .listening)
    for _ in brokers { #expect(await each.next() == .listening) }
    let (client, publisher) = (try BusClient(address), EventPublisher())
    let publishing = Task { await publisher.run(through: client) }
    let (before, after) = (Event("changed/before"), Event("changed/after"))
    publisher.publish(before)
    #expect(await one.next() == .event(before))
    for _ in brokers { #expect(await each.next() == .event(before)) }
    brokers[0].stop()
    #expect(await one.next() == .listening)
    publisher.publish(after)
    #expect(await one.next() == .event(after))
    #expect(await each.next() == .event(after))
    publishing.cancel()
    await publishing.value
    await client.close()
  }
}
