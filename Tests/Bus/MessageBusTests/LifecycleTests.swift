import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import MessageBus

/// Start, stop, loss and recovery of brokers, workers and clients.
@Suite struct LifecycleTests {
  /// A service whose replies wait until the test releases them.
  final class BlockingService: BusService {
    let name = "test.blocking"
    let entered = AsyncStream.makeStream(of: String.self)
    /// Nil after `openForever`.
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>([])

    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      await withCheckedContinuation { continuation in
        let waits = waiting.withLock {
          $0?.append(continuation)
          return $0 != nil
        }
        entered.continuation.yield(request.target.path.joined())
        if !waits { continuation.resume() }
      }
      return Reply(content: Array("done".utf8))
    }

    /// Releases the replies that wait now.
    func open() { release(andLater: false) }

    /// Releases all replies, now and later.
    func openForever() { release(andLater: true) }

    private func release(andLater: Bool) {
      let released = waiting.withLock { waiting in
        defer { waiting = andLater || waiting == nil ? nil : [] }
        return waiting ?? []
      }
      for continuation in released { continuation.resume() }
    }
  }

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

  @Test func `a draining worker finishes running requests, and one sent to it meanwhile is answered once`() async throws {
    try await BusHarness.with { bus in
      let (old, new) = (BlockingService(), BlockingService())
      let first = try bus.worker(old)
      let client = try bus.client()
      async let running = client.ask("test.blocking", Request("GET", Target(["running"])), within: .testLimit)
      var oldEntered = old.entered.stream.makeAsyncIterator()
      #expect(await oldEntered.next() == "running")
      first.drain()
      async let coming = client.ask("test.blocking", Request("GET", Target(["coming"])), within: .testLimit)
      // The broker may send this request to the old worker, which still has credit. That worker starts it if it arrives before
      // the worker begins to drain, and hands it back otherwise; the reply must arrive in both cases.
      let second = try bus.worker(new)
      old.openForever()
      new.openForever()
      try await first.run()
      #expect(try await running.status == 200)
      #expect(try await coming.status == 200)
      second.drain()
      try await second.run()
      var others: [String] = []
      for service in [old, new] {
        service.entered.continuation.finish()
        for await name in service.entered.stream { others.append(name) }
      }
      #expect(others == ["coming"])
    }
  }

  @Test func `outstanding requests survive a restart of the broker`() async throws {
    try await BusHarness.with { bus in
      let gate = BlockingService()
      let worker = try bus.worker(gate)
      let client = try bus.client()
      async let answer = client.ask("test.blocking", Request("GET", Target(["x"])), within: .testLimit)
      var entered = gate.entered.stream.makeAsyncIterator()
      _ = await entered.next()
      bus.broker.stop()
      try await bus.broker.run()
      let second = try await bus.startSecondBroker()
      // The client sends the request again, and the worker registers again, both without help.
      _ = await entered.next()
      gate.open()
      #expect(try await answer.status == 200)
      worker.drain()
      try await worker.run()
      second.stop()
      try await second.run()
    }
  }
}
