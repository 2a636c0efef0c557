import Logging
import TestSupport
import Testing

@testable import MessageBus

/// Peers that keep breaking the protocol get DISCONNECT and are ignored for a while; others are served.
@Suite struct MisconductTests {
  @Test func `a peer that sends invalid messages is ignored, and others are not`() async throws {
    let log = LogRecorder(.warning)
    try await BusHarness.with(logger: log.logger) { bus in
      let hostile = try RawPeer(bus.address.requests)
      let honest = try RawPeer(bus.address.requests)
      for _ in 0..<PeerConduct.tolerance { hostile.send("MDPX", "\u{1}", "nonsense") }
      hostile.send("MDPC02", "\u{1}", "mmi.service", "test.echo")
      #expect(hostile.receive() == ["MDPC02", "\u{3}", "mmi.service", "404"])
      hostile.send("MDPX", "\u{1}", "nonsense")
      #expect(hostile.receive() == ["MDPW02", "\u{6}"])
      // Neither further nonsense nor a valid request gets a reply; the honest peer's reply shows that the broker has read them.
      for _ in 0..<1_000 { hostile.send("MDPX", "\u{1}", "nonsense") }
      hostile.send("MDPC02", "\u{1}", "mmi.service", "test.echo")
      try await eventually("the broker has read everything") { bus.broker.statistics.invalid >= 1_034 ? () : nil }
      honest.send("MDPC02", "\u{1}", "mmi.service", "test.echo")
      #expect(honest.receive() == ["MDPC02", "\u{3}", "mmi.service", "404"])
      #expect(hostile.receive(within: .zero) == nil)
      #expect(bus.broker.statistics.ignored == 1)
      #expect(log.messages == ["ignoring a peer that keeps breaking the protocol"])
    }
  }

  @Test func `a worker that keeps registering and leaving is ignored`() async throws {
    try await BusHarness.with { bus in
      let flapping = try RawPeer(bus.address.workers)
      let tolerated = PeerConduct.tolerance / PeerConduct.Offence.registration.rawValue
      for _ in 0..<tolerated {
        flapping.send("MDPW02", "\u{1}", "test.flapping")
        flapping.send("MDPW02", "\u{6}")
      }
      try await eventually("the worker has left") { bus.broker.statistics.workers == 0 ? () : nil }
      #expect(bus.broker.statistics.ignored == 0)
      flapping.send("MDPW02", "\u{1}", "test.flapping")
      #expect(flapping.receive() == ["MDPW02", "\u{6}"])
      #expect(bus.broker.statistics.workers == 0)
      let worker = try bus.worker(Echo())
      let client = try bus.client()
      #expect(try await client.ask("test.echo", Request("GET", Target(["x"])), within: .testLimit).isSuccess)
      worker.drain()
      try await worker.run()
    }
  }
}
