import TestSupport
import Testing

@testable import MessageBus

/// The same exchanges over inproc and over ipc sockets.
@Suite struct RoundTripTests {
  @Test(arguments: [true, false], [true, false])
  func `a reply carries the content of its request`(inproc: Bool, atOnce: Bool) async throws {
    try await BusHarness.with(inproc: inproc) { bus in
      try bus.worker(Echo(atOnce: atOnce))
      let client = try bus.client()
      let reply = try await client.ask("test.echo", Request("GET", Target(["x"]), content: [1, 2, 3]), within: .testLimit)
      #expect(reply == Reply(content: [1, 2, 3]))
    }
  }

  @Test func `a request waits for a worker, and for a broker, that start later`() async throws {
    try await BusHarness.with { bus in
      bus.broker.stop()
      try await bus.broker.run()
      let client = try bus.client()
      async let reply = client.ask("test.echo", Request("GET", Target(["x"]), content: [7]), within: .testLimit)
      let worker = try bus.worker(Echo())
      let second = try await bus.startSecondBroker()
      #expect(try await reply.content == [7])
      worker.drain()
      try await worker.run()
      second.stop()
      try await second.run()
    }
  }
}
