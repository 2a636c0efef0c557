import Synchronization
import TestSupport
import Testing

@testable import MessageBus

/// How much the broker reads from one socket before the others.
@Suite struct BrokerTurnTests {
  @Test func `the broker reads a flood of subscriptions in small turns`() throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("inproc://\(directory.path)"))
    let shared = BrokerLoop.SharedState(now: .now)
    let loop = try BrokerLoop([address], .quick, descriptors: 1_024, Mailbox(), shared, .silent)
    let flood = try Socket(.subscriber)
    try flood.connect(address.events)
    for number in 0..<1_000 { flood.subscribe("\(number)") }
    var counts: [Int] = []
    // Only the first turn is told that the socket has signalled.
    while loop.turn(now: .now, edgeTriggeredReady: counts.isEmpty) || counts.count < 2 {
      counts.append(shared.statistics.withLock(\.subscriptions))
      try #require(counts.count < 100)
    }
    #expect(counts.first == 256)
    #expect(shared.statistics.withLock(\.subscriptions) == 1_000)
  }

  @Test func `messages of workers are read between those of a client that floods the broker`() throws {
    let directory = try TemporaryDirectory()
    let endpoints = try ["bus", "workers", "events"].map { try Endpoint("inproc://\(directory.file($0))") }
    let address = try BusAddress(requests: endpoints[0], workers: endpoints[1], events: endpoints[2])
    var settings = Broker.Settings.quick
    settings.clientRights = .publish
    let loop = try BrokerLoop([address], settings, descriptors: 1_024, Mailbox(), BrokerLoop.SharedState(now: .now), .silent)
    let (client, worker, events) = (try Socket(.dealer), try Socket(.dealer), try Socket(.subscriber))
    for (socket, endpoint) in zip([client, worker, events], endpoints) { try socket.connect(endpoint) }
    events.subscribe("")
    for _ in 0..<64 {
      for (socket, name) in [(client, "client"), (worker, "worker")] {
        for frame in ["MDPC02", "\u{1}", "mmi.publish", "id", "PUT /\(name)", ""] { #expect(socket.send(frame, more: true) == .sent) }
        #expect(socket.send("", more: false) == .sent)
      }
    }
    _ = loop.turn(now: .now, edgeTriggeredReady: true)
    var topics: [String] = []
    while let event = events.receive() { topics.append(event.text(0) ?? "") }
    let step = 32
    #expect(topics == ["worker", "client", "worker", "client"].flatMap { Array(repeating: $0, count: step) })
  }
}
