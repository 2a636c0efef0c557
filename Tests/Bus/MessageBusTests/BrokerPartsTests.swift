import CZeroMQ
import Synchronization
import TestSupport
import Testing

@testable import MessageBus

/// Parts of the broker that need neither sockets nor the state machine.
@Suite struct BrokerPartsTests {
  let start = Instant.now
  func at(_ seconds: Double) -> Instant { start + .seconds(seconds) }

  @Test func `timers fire in order, and stale timers do not fire`() {
    var timers = TimerQueue()
    let subjects = (0..<500).map { _ in TimerSubject() }
    var due: [ObjectIdentifier: Instant] = [:]
    for _ in 0..<5_000 {
      guard let subject = subjects.randomElement() else { return }
      let instant = at(.random(in: 0..<100))
      timers.set(instant, for: subject)
      due[ObjectIdentifier(subject)] = min(due[ObjectIdentifier(subject)] ?? instant, instant)
    }
    #expect(timers.count < 2_000)
    for second in 1...100 {
      while let subject = timers.popDue(now: at(Double(second))) {
        guard let instant = due.removeValue(forKey: ObjectIdentifier(subject)) else {
          Issue.record("fired twice")
          continue
        }
        #expect(instant <= at(Double(second)) && instant > at(Double(second - 1)))
      }
    }
    #expect(due.isEmpty)
  }

  @Test func `memory is trimmed once, some seconds after the last large body, or after a peak`() {
    var memory = MemoryTrim()
    memory.record(MemoryTrim.minSize - 1, now: at(0))
    #expect(memory.nextTrim == nil)
    for second in [10.0, 14] { memory.record(MemoryTrim.minSize, now: at(second)) }
    #expect([18, 19, 60].map { memory.shouldTrim(now: at($0)) } == [false, true, false])
    for (second, bytes) in [(70.0, 100 << 20), (71, 90 << 20), (80, 1 << 20), (81, 1 << 20)] {
      memory.record(inUse: bytes, now: at(second))
    }
    #expect([84, 85, 90].map { memory.shouldTrim(now: at($0)) } == [false, true, false])
  }

  @Test func `a peer that keeps reconnecting causes a limited number of log lines, and the suppressed lines are counted`() {
    var limiter = LogRateLimiter()
    let lines = (0..<40_000).count { _ in limiter.allows(now: at(0)) }
    #expect(lines == LogRateLimiter.maxLines)
    let summaries = [1, 60, 200].map { limiter.summary(now: at($0)) }
    #expect(summaries == [nil, 40_000 - LogRateLimiter.maxLines, nil])
  }

  /// Returns the outcomes of sending `messages` to a peer that does not read, and the sender.
  private func send(_ actions: (BrokerMessage.Envelope) -> [BrokerSender.Action], budget: Int, _ name: String) throws -> (
    [BrokerSender.Outcome], BrokerSender
  ) {
    let (router, peer, envelope) = try stalledPeer(name, sendLimit: 1)
    var settings = Broker.Settings()
    settings.peerQueueBytes = budget
    let sender = BrokerSender(router, settings)
    defer { withExtendedLifetime(peer) {} }
    return (actions(envelope).map { sender.send($0, now: at(0)) }, sender)
  }

  /// libzmq takes the first two.
  @Test func `what waits for a peer has one budget, of which the broker's own replies may take a quarter more`() throws {
    let body = Body(frames: [Array(repeating: 65, count: 232)])
    let (outcomes, sender) = try send(
      { peer in
        let reply = BrokerSender.Action.reply(peer, isFinal: true, service: "", body, nil)
        let refusal = BrokerSender.Action.refuse(peer, service: "", .slowClient, id: [])
        return Array(repeating: reply, count: 12) + Array(repeating: refusal, count: 30) + [.disconnect(peer), reply, .heartbeat(peer)]
      }, budget: 8_000, "a-peer-with-a-budget")
    let sent = outcomes.prefix { $0 == .sent }.count
    #expect((1...3).contains(sent))
    let expected: [(BrokerSender.Outcome, Int)] = [
      (.sent, sent), (.queued, 8), (.dropped, 4 - sent), (.queued, 15), (.dropped, 17), (.skipped, 1),
    ]
    #expect(outcomes == expected.flatMap { Array(repeating: $0.0, count: $0.1) })
    #expect(sender.byteCount == 8_000)
    #expect(sender.slowPeers.map(\.waiting) == [8])
  }

  @Test(arguments: [true, false]) func `requests that wait for a worker that is gone are dropped`(isRemoved: Bool) async throws {
    var (router, peer, envelope): (Socket, Socket?, BrokerMessage.Envelope) = try stalledPeer("a-gone-worker-\(isRemoved)", sendLimit: 1)
    let sender = BrokerSender(router, Broker.Settings())
    let addresses = (1...5).map { ClientAddress(run: 7, client: 1, delivery: $0) }
    let outcomes = addresses.map { sender.send(.request(envelope, $0, Body(frames: [])), now: at(0)) }
    let sent = outcomes.prefix { $0 == .sent }.count
    #expect(sent < 5 && sender.hasQueues)
    if isRemoved {
      sender.removeRequests(to: envelope.peer)
    } else {
      peer = nil
      var second = 0.0
      let gone = try await eventually("the worker is found to be gone") {
        second += 1
        // libzmq ends a connection when it has been read to its end, as the broker does.
        _ = router.receive()
        return sender.retry(now: at(second)).unreachable.first
      }
      #expect(gone.peer == envelope.peer && gone.unsent == Array(addresses.dropFirst(sent)))
    }
    #expect(!sender.hasQueues && sender.nextRetry == nil)
    withExtendedLifetime(peer) {}
  }

  /// A router, a connected peer that does not read, and the peer's envelope.
  private func stalledPeer(_ name: String, sendLimit: Int32) throws -> (router: Socket, peer: Socket, envelope: BrokerMessage.Envelope) {
    let router = try Socket(.router)
    // Without this option, libzmq would drop messages instead of reporting a full queue.
    router.set(ZMQ_ROUTER_MANDATORY, Int32(1))
    router.set(ZMQ_SNDHWM, sendLimit)
    let endpoint = try Endpoint("inproc://\(name)")
    try router.bind(endpoint)
    let peer = try Socket(.dealer)
    peer.set(ZMQ_RCVHWM, Int32(1))
    try peer.connect(endpoint)
    #expect(peer.send("hello", more: false) == .sent)
    let hello = try #require(router.receive())
    return (router, peer, BrokerMessage.Envelope(peer: PeerID(hello.bytes(0)), isDelimited: false))
  }

  @Test func `replies of many small frames count towards the limit in bytes`() throws {
    let (router, peer, envelope) = try stalledPeer("a-peer-that-leaves-replies", sendLimit: 1_000)
    var settings = Broker.Settings()
    settings.peerQueueBytes = 1 << 20
    let sender = BrokerSender(router, settings)
    let body = Body(frames: Array(repeating: Array(repeating: 65, count: 4_095), count: 28))
    let outcomes = (0..<100).map { _ in
      sender.send(.reply(envelope, isFinal: true, service: "s", body, nil), now: at(0))
    }
    #expect((1...9).contains(outcomes.count { $0 == .sent }))
    #expect((1...9).contains(outcomes.count { $0 == .queued }))
    #expect(outcomes.last == .dropped)
    #expect(sender.byteCount <= 2 << 20)
    withExtendedLifetime(peer) {}
  }
}

/// Which requests give up surplus memory before they are sent.
@Suite struct CompactionTests {
  private final class Content: BrokerContent {
    private(set) var compactions = 0

    let byteCount = 1
    let id: [UInt8] = []
    let isRetryable = true
    let isReserved = false
    let senderName: String? = nil
    func scanFields() -> FieldScan { FieldScan(UnsafeRawBufferPointer(start: nil, count: 0)) }
    func compact() { compactions += 1 }
  }

  /// The first requests that a worker holds are answered soon; those beyond them, and those that wait, are kept for longer.
  @Test(arguments: [(10_000, 64), (64, 64), (10, 10), (0, 0)])
  func `the requests beyond a few that a worker holds are compacted, and those that wait`(credit: Int, count: Int) {
    let now = Instant.now
    let machine = BrokerMachine<Content>(Broker.Settings(), run: 7, now: now)
    machine.ready(from: .init(peer: PeerID([1]), isDelimited: false), service: "s", .requests(credit), now: now)
    let contents = (0..<200).map { _ in Content() }
    for content in contents { machine.request(from: .init(peer: PeerID([2]), isDelimited: false), service: "s", content, now: now) }
    #expect(contents.map(\.compactions) == Array(repeating: 0, count: count) + Array(repeating: 1, count: 200 - count))
  }
}

/// How much the broker reads from one socket before the others.
@Suite struct BrokerTurnTests {
  @Test func `the broker reads a flood of subscriptions at a limited rate`() throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("inproc://\(directory.path)"))
    let start = Instant.now
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

  @Test func `messages of a worker take turns with those of a client that floods the broker`() throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("inproc://\(directory.file("bus"))"))
    let loop = try BrokerLoop([address], .quick, descriptors: 1_024, Mailbox(), BrokerLoop.SharedState(now: .now), .silent)
    let (client, worker, events) = (try Socket(.dealer), try Socket(.dealer), try Socket(.subscriber))
    for (socket, endpoint) in zip([client, worker, events], [address.requests, address.requests, address.events]) {
      try socket.connect(endpoint)
    }
    events.subscribe("")
    // The flood is there first.
    for (socket, name, count) in [(client, "client", 200), (worker, "worker", 64)] {
      for _ in 0..<count {
        for frame in ["MDPC02", "\u{1}", "mmi.publish", "id", "PUT /\(name)", ""] { #expect(socket.send(frame, more: true) == .sent) }
        #expect(socket.send("", more: false) == .sent)
      }
    }
    // A turn ends early if it takes long.
    for _ in 0..<8 { _ = loop.turn(now: .now, edgeTriggeredReady: true) }
    var topics: [String] = []
    while let event = events.receive() { topics.append(event.text(0) ?? "") }
    let lastOfWorker = try #require(topics.lastIndex(of: "worker"))
    #expect(topics.count == 264 && lastOfWorker <= 32 + 2 * 64, "\(topics)")
  }
}
