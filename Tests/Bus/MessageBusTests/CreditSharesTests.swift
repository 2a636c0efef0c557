import Testing

@testable import MessageBus

/// Row R26 of STATES.md: a client with many requests beside one with few.
struct CreditSharesTests {
  private let broker = CustomBrokerHarness {
    $0.queueLimit = 100
    $0.clientLimit = 100
  }

  /// Lets the client `flood` ask 20 times, of which worker `w` gets a credit of 16.
  private func flood() {
    broker.ready("w", credit: 16)
    for _ in 0..<20 { broker.ask("f", from: "flood") }
    _ = broker.actions()
  }

  /// Lets worker `w` answer requests of `flood`, and returns the requests that it gets meanwhile.
  private func answer(_ deliveries: ClosedRange<UInt64>, at seconds: Double = 0) -> [String] {
    for delivery in deliveries { broker.final(delivery, by: "w", at: seconds) }
    return broker.actions().filter { $0.hasPrefix("w does") }
  }

  @Test func `R26 beside a client with few requests a worker holds three of one with many`() {
    flood()
    broker.ask("h", from: "honest")
    #expect(answer(1...2) == ["w does f as 17", "w does h as 18"])
    // From the third reply in the same turn on, the worker gets none of the flood until it holds two, and one of the other client.
    #expect(answer(3...13) == [])
    #expect(broker.machine.workers.values.first?.held.count == 5)
    #expect(answer(14...14) == [])
    #expect(answer(15...15) == ["w does f as 19"])
    // A client with few requests never waits for the share of another one.
    broker.final(18, by: "w", client: 2)
    broker.ask("i", from: "honest")
    #expect(broker.actions().suffix(1) == ["w does i as 20"])
  }

  @Test func `R26 the share ends after the last waiting replies`() {
    flood()
    broker.ask("h", from: "honest")
    _ = answer(1...6)
    #expect(answer(7...7, at: 0.019) == [])
    // One more that waited would prolong it.
    #expect(answer(8...8, at: 0.021).count == 3)
  }

  @Test func `R26 the first requests of a client with many are not those of one with few`() {
    broker.ready("w", credit: 16)
    broker.ask("h", from: "honest")
    broker.final(1, by: "w")
    for _ in 0..<20 { broker.ask("f", from: "flood") }
    _ = broker.actions()
    for delivery in 2...6 as ClosedRange<UInt64> { broker.final(delivery, by: "w", client: 2) }
    #expect(broker.machine.workers.values.first?.held.count == 15)
  }

  @Test func `R26 clients with many requests share the whole credit`() {
    broker.ready("w", credit: 16)
    for _ in 0..<10 { broker.ask("a", from: "first") }
    _ = broker.actions()
    // Only its first three requests count as few, and those only for a while.
    for _ in 0..<10 { broker.ask("b", from: "second") }
    for _ in 0..<2 { for client in ["first", "second"] { broker.ask("c", from: client, at: 1) } }
    _ = broker.actions()
    #expect(answer(1...4, at: 1).count == 4)
    #expect(broker.machine.workers.values.first?.held.count == 16)
  }

  @Test func `R26 a worker that needs time for each request gets all it can take`() {
    flood()
    broker.ask("h", from: "honest", at: 0.05)
    #expect(answer(1...5, at: 0.05).count == 5)
    #expect(broker.machine.workers.values.first?.held.count == 16)
  }

  @Test func `R26 requests that only wait for another service do not count`() {
    flood()
    broker.ask("h", from: "honest")
    _ = answer(1...4)
    // The worker holds 13 of the flood and has announced credit for 11 that only wait: beside them, it may hold three.
    broker.heartbeat("w", .requests(27))
    #expect(broker.actions().filter { $0.hasPrefix("w does") } == ["w does f as 19"])
  }

  @Test func `R26 the share ends with the last worker`() {
    flood()
    broker.ask("h", from: "honest")
    _ = answer(1...4)
    broker.machine.disconnect(from: broker.peer("w"), now: broker.at(0))
    broker.ready("v", credit: 16)
    #expect(broker.actions().count { $0.hasPrefix("v does") } == 16)
  }
}
