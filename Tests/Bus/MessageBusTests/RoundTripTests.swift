import OrderedJSON
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

  @Test func `after a restart of the broker requests wait for workers that have not registered again yet`() async throws {
    var settings = Broker.Settings.quick
    settings.grace = .zero
    settings.startupGrace = .testLimit
    try await BusHarness.with(settings: settings) { bus in
      bus.broker.stop()
      try await bus.broker.run()
      let second = try await bus.startSecondBroker(settings: settings)
      let (client, observer) = (try bus.client(), try bus.client())
      async let reply = client.ask("test.echo", Request("GET", Target(["x"]), content: [7]), within: .testLimit)
      try await eventually("the request waits") {
        let statistics = try JSON(
          parsing: try await observer.ask("mmi.stats", Request("GET", Target([])), within: .testLimit).content)
        return statistics["services"]?.array?.contains { $0["name"] == "test.echo" && $0["queued"] == 1 } == true
      }
      let worker = try bus.worker(Echo())
      #expect(try await reply.content == [7])
      worker.drain()
      try await worker.run()
      second.stop()
      try await second.run()
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
