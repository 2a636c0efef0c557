import Synchronization
import TestSupport
import Testing

@testable import MessageBus

/// How much the broker reads from one socket before the others.
@Suite struct BrokerTurnTests {
  @Test func `the broker reads a flood of subscriptions at a limited rate`() throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("inproc://\(directory.path)"))
    let start = ContinuousClock.now
    let shared = BrokerLoop.SharedState(now: start)
    let loop = try BrokerLoop([address], .quick, descriptors: 1_024, Mailbox(), shared, .silent)
    let flood = try Socket(.subscriber)
    try flood.connect(address.events)
    for number in 0..<200 { flood.subscribe("\(number)") }
    // Only the first turn is told that the socket has signalled.
    let counts = [0, 0.5, 1, 1.5, 2, 3, 4, 4.5].map { milliseconds in
      _ = loop.turn(now: start + .seconds(milliseconds / 1_000), edgeTriggeredReady: milliseconds == 0)
      return shared.statistics.withLock(\.subscriptions)
    }
    #expect(counts == [64, 64, 128, 128, 192, 200, 200, 200])
  }

  @Test func `messages of workers are read before more than a few of a client that floods the broker`() throws {
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
    // A turn ends early if it takes long.
    for _ in 0..<8 { _ = loop.turn(now: .now, edgeTriggeredReady: true) }
    var topics: [String] = []
    while let event = events.receive() { topics.append(event.text(0) ?? "") }
    let expected = [("worker", 32), ("client", 4), ("worker", 32), ("client", 60)]
    #expect(topics == expected.flatMap { Array(repeating: $0.0, count: $0.1) })
  }
}
