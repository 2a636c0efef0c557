import TestSupport
import Testing

@testable import MessageBus

/// Start and stop of brokers and clients.
@Suite struct LifecycleTests {
  @Test func `an endpoint can be bound again after its broker has stopped`() async throws {
    let folder = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(folder.file("bus"))"))
    for _ in 0..<50 {
      let broker = try Broker(binding: [address], settings: .quick, logger: .silent)
      broker.stop()
      try await within(.testLimit, "the broker has stopped") { try await broker.run() }
    }
  }

  @Test func `a fail-fast client fails at once if nothing is listening`() async throws {
    let address = try BusAddress(requests: Endpoint("ipc:///tmp/holocron-nobody-here/bus"))
    let client = try BusClient(address, settings: .init(failFast: true))
    let error = await #expect(throws: BusError.self) { try await client.ask("s", Request("GET", Target(["x"])), within: .testLimit) }
    #expect(error?.code == .unreachable)
    #expect(await client.waitUntilConnected(within: .zero) == false)
    await client.close()
    await client.close()
    let closed = await #expect(throws: BusError.self) { try await client.ask("s", Request("GET", Target(["x"])), within: .testLimit) }
    #expect(closed?.code == .closed)
  }

  /// Otherwise the client would measure a suspension from the deadline on, and the request would have no time left afterwards.
  @Test func `a client with outstanding requests wakes up to notice that its process was suspended`() throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let loop = try ClientLoop(address, BusClient.Settings(), Mailbox())
    #expect(loop.nextTimeout == nil)
    let sink = ClientLoop.ReplySink.stream(ReplyStream.Buffer())
    let request = Request("GET", Target(["x"]))
    loop.handle([.ask(ClientLoop.Call(id: 1, service: "s", request: request, limit: .seconds(60), sink: sink))], now: .now)
    let wake = try #require(loop.nextTimeout)
    #expect(wake <= Instant.now + .seconds(1))
    loop.handle([.cancel(1)], now: .now)
    let idle = try #require(loop.nextTimeout)
    #expect(idle > wake + .seconds(10))
  }
}
