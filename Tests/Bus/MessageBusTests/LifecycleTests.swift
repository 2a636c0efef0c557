import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import MessageBus

/// Starting, stopping, losing and finding again.
@Suite struct LifecycleTests {
  /// A service whose answers wait until the test lets them go.
  final class Gate: BusService {
    let name = "test.gate"
    let entered = AsyncStream.makeStream(of: String.self)
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

    func answer(_ request: Request, parts: ReplyParts) async -> Reply {
      await withCheckedContinuation { continuation in
        waiting.withLock { $0.append(continuation) }
        entered.continuation.yield(request.target.path.joined())
      }
      return Reply(content: Array("done".utf8))
    }

    func open() {
      waiting.withLock {
        $0.removeAll {
          $0.resume(); return true
        }
      }
    }
  }

  @Test func `a second broker at the same endpoint is refused`() async throws {
    try await Bus.with { bus in
      let error = #expect(throws: BusError.self) { try Broker(binding: [bus.address], settings: .quick, logger: Bus.silent) }
      #expect(error?.code == .inUse)
    }
  }

  @Test func `an endpoint is free when its broker has stopped`() async throws {
    let folder = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(folder.file("bus"))"))
    for _ in 0..<50 {
      let broker = try Broker(binding: [address], settings: .quick, logger: Bus.silent)
      broker.stop()
      try await within(.testLimit, "the broker has stopped") { try await broker.run() }
    }
  }

  @Test func `failing fast, a client says at once that nobody listens`() async throws {
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

  @Test func `a cancelled task gives up at once`() async throws {
    try await Bus.with { bus in
      let gate = Gate()
      let worker = try bus.worker(gate)
      let client = try bus.client()
      let asking = Task { try await client.ask("test.gate", Request("GET", Target(["x"])), within: .seconds(600)) }
      var entered = gate.entered.stream.makeAsyncIterator()
      _ = await entered.next()
      asking.cancel()
      // Long before its limit: nobody answers.
      let result = try await within(.testLimit, "the task gives up") { await asking.result }
      let error = #expect(throws: BusError.self) { try result.get() }
      #expect(error?.code == .cancelled)
      gate.open()
      worker.drain()
      try await worker.run()
    }
  }

  @Test func `a draining worker finishes what runs and hands back what comes`() async throws {
    try await Bus.with { bus in
      let (old, new) = (Gate(), Gate())
      let first = try bus.worker(old)
      let client = try bus.client()
      async let running = client.ask("test.gate", Request("GET", Target(["running"])), within: .testLimit)
      var oldEntered = old.entered.stream.makeAsyncIterator()
      #expect(await oldEntered.next() == "running")
      first.drain()
      async let coming = client.ask("test.gate", Request("GET", Target(["coming"])), within: .testLimit)
      // The old worker has credit, so the broker may give it this one; the answer must come all the same.
      let second = try bus.worker(new)
      old.open()
      try await first.run()
      #expect(try await running.status == 200)
      var newEntered = new.entered.stream.makeAsyncIterator()
      #expect(await newEntered.next() == "coming")
      new.open()
      #expect(try await coming.status == 200)
      second.drain()
      try await second.run()
    }
  }

  @Test func `no request waits behind the last one of a draining worker`() async throws {
    try await Bus.with { bus in
      let (old, new) = (Gate(), Gate())
      let first = try bus.worker(old)
      let client = try bus.client()
      async let running = client.ask("test.gate", Request("GET", Target(["running"])), within: .testLimit)
      var oldEntered = old.entered.stream.makeAsyncIterator()
      #expect(await oldEntered.next() == "running")
      let second = try bus.worker(new)
      try await eventually("two workers are there") { bus.broker.statistics.workers == 2 }
      first.drain()
      try await eventually("the broker knows that one drains") {
        let workers = try await client.ask("mmi.workers", Request("GET", Target([])), within: .testLimit)
        return try JSON(parsing: workers.content).array?.contains { $0["credit"] == 0 && $0["holds"] == 1 } == true
      }
      // The last request of the draining worker is not answered before all these are.
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<50 {
          group.addTask { try await client.ask("test.gate", Request("GET", Target(["\(number)"])), within: .testLimit).status }
        }
        var newEntered = new.entered.stream.makeAsyncIterator()
        for _ in 0..<50 {
          _ = await newEntered.next()
          new.open()
        }
        for try await status in group { #expect(status == 200) }
      }
      old.open()
      #expect(try await running.status == 200)
      try await first.run()
      second.drain()
      try await second.run()
    }
  }

  @Test func `what is outstanding survives a restart of the broker`() async throws {
    try await Bus.with { bus in
      let gate = Gate()
      let worker = try bus.worker(gate)
      let client = try bus.client()
      async let answer = client.ask("test.gate", Request("GET", Target(["x"])), within: .testLimit)
      var entered = gate.entered.stream.makeAsyncIterator()
      _ = await entered.next()
      bus.broker.stop()
      try await bus.broker.run()
      let second = try await bus.again()
      // The client asks the new broker by itself, and the worker has registered there by itself.
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
