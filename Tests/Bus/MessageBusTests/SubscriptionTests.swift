import OrderedJSON
import TestSupport
import Testing

@testable import MessageBus

/// How subscriptions report that they are in force.
@Suite struct SubscriptionTests {
  private static func next(_ events: EventSubscription) async throws -> EventSubscription.Element? {
    try await within(.testLimit, "the subscription has an element") {
      var iterator = events.makeAsyncIterator()
      return await iterator.next()
    }
  }

  @Test func `a subscription in force misses no event`() async throws {
    try await BusHarness.with { bus in
      let client = try bus.client()
      for round in 0..<20 {
        let events = try EventSubscription(bus.address, topics: ["changed/a", "changed/b", "purged"])
        #expect(try await Self.next(events) == .listening)
        let event = Event(["changed/a", "changed/b/1", "purged"][round % 3])
        try await client.publish(event, within: .testLimit)
        #expect(try await Self.next(events) == .event(event))
        events.close()
      }
    }
  }

  @Test func `a subscription is in force again after a restart of its broker`() async throws {
    try await BusHarness.with { bus in
      // Topics that are not in byte order, because libzmq resends them in byte order.
      let events = try EventSubscription(bus.address, topics: ["worker/", "changed/", "a", "zzz"])
      #expect(try await Self.next(events) == .listening)
      bus.broker.stop()
      let broker = try await bus.startSecondBroker()
      defer { broker.stop() }
      #expect(try await Self.next(events) == .listening)
      let client = try bus.client()
      for topic in ["zzz", "a", "changed/x"] {
        try await client.publish(Event(topic), within: .testLimit)
        #expect(try await Self.next(events) == .event(Event(topic)))
      }
    }
  }

  @Test func `markers of other subscribers are hidden, and do not count as subscriptions`() async throws {
    try await BusHarness.with { bus in
      let client = try bus.client()
      let all = try EventSubscription(bus.address, topics: [""])
      #expect(try await Self.next(all) == .listening)
      let other = try EventSubscription(bus.address, topics: ["changed/"])
      #expect(try await Self.next(other) == .listening)
      let statistics = try await client.ask("mmi.stats", Request("GET", Target([])), within: .testLimit)
      #expect(try JSON(parsing: statistics.content)["subscriptions"] == 2)
      try await client.publish(Event("changed/1"), within: .testLimit)
      #expect(try await Self.next(all) == .event(Event("changed/1")))
    }
  }

  @Test func `a slow reader is told where events are missing, and gets those after that`() async {
    let event = Event("changed/1", content: Array(repeating: 65, count: 64 << 10))
    let unread = UnreadEvents()
    for _ in 0..<4_096 { unread.add(.event(event)) }
    var entries = unread.makeIterator()
    var count = 0
    while true {
      let element = await entries.next().map(unread.take)
      guard element == .event(event) else {
        #expect(element == .listening)
        break
      }
      count += 1
    }
    // 16 MiB hold about 250 events of 64 KiB.
    #expect((200..<256).contains(count))
    unread.add(.event(event))
    unread.finish()
    let last = await entries.next().map(unread.take)
    #expect(last == .event(event))
    let end = await entries.next().map(unread.take)
    #expect(end == nil)
  }

  @Test func `the queue of a publisher is limited in bytes`() {
    let publisher = EventPublisher()
    for _ in 0..<4_096 { publisher.publish(Event("changed/1", content: Array(repeating: 65, count: 64 << 10))) }
    #expect((10 << 20...EventPublisher.maxQueuedBytes).contains(publisher.byteCount))
  }
}
