import Testing

@testable import MessageBus

/// Parts of the broker that need neither sockets nor the state machine.
@Suite struct BrokerPartsTests {
  let start = ContinuousClock.now
  func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  private final class Worker: QueuedWorker {
    var heldCount = 0
    var lastChange: UInt64 = 0
    var heapIndex: Int?
  }

  @Test func `the least loaded worker comes first, of several the one idle longest`() {
    var queue = WorkerQueue<Worker>()
    let workers = (0..<50).map { _ in Worker() }
    for change in 1...5_000 {
      guard let worker = workers.randomElement() else { return }
      worker.lastChange = UInt64(change)
      worker.heldCount = .random(in: 0..<9)
      if worker.heldCount == 8 { queue.remove(worker) } else { queue.insertOrUpdate(worker) }
      let best = workers.filter { $0.heapIndex != nil }.min { ($0.heldCount, $0.lastChange) < ($1.heldCount, $1.lastChange) }
      #expect(queue.first === best)
    }
  }

  @Test func `timers fire in order, and stale timers do not fire`() {
    var timers = TimerQueue()
    let subjects = (0..<500).map { _ in TimerSubject() }
    var due: [ObjectIdentifier: ContinuousClock.Instant] = [:]
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

  @Test func `a socket is read when it signals, and in intervals while each reading finds something`() {
    var pace = ReadingPace(interval: .milliseconds(4))
    #expect(!pace.isDue(isSignalled: false, now: at(0)))
    #expect(pace.isDue(isSignalled: true, now: at(0)))
    pace.didRead(hadSome: true, now: at(0))
    #expect((pace.next, pace.awaitsSignal) == (at(0) + pace.interval, false))
    #expect(!pace.isDue(isSignalled: true, now: at(0.003)))
    #expect(pace.isDue(isSignalled: false, now: at(0.005)))
    pace.didRead(hadSome: true, now: at(0.005))
    #expect(pace.next == at(0.005) + pace.interval)
    pace.didRead(hadSome: false, now: at(0.009))
    #expect((pace.next, pace.awaitsSignal) == (nil, true))
    #expect(pace.isDue(isSignalled: true, now: at(0.01)))
  }

  @Test func `memory is trimmed after a peak, not during it, and not too often`() {
    var memory = MemoryTrimPolicy()
    #expect(memory.shouldTrim(100 << 20, now: at(0)) == false)
    #expect(memory.shouldTrim(90 << 20, now: at(1)) == false)
    #expect(memory.shouldTrim(1 << 20, now: at(2)) == true)
    #expect(memory.shouldTrim(1 << 20, now: at(60)) == false)
    memory.record(50 << 20)
    #expect(memory.shouldTrim(0, now: at(61)) == true)
    memory.record(50 << 20)
    #expect(memory.shouldTrim(0, now: at(62)) == false)
    #expect(memory.shouldTrim(0, now: at(66)) == true)
  }

  @Test func `a peer that keeps reconnecting causes a limited number of log lines, and the suppressed lines are counted`() {
    var limiter = LogRateLimiter()
    let peer = PeerID([1])
    var lines = 0
    for _ in 0..<40_000 where limiter.allows(peer, now: at(0)) { lines += 1 }
    #expect(lines == LogRateLimiter.maxLinesPerPeer)
    #expect(limiter.summary(now: at(1)) == nil)
    #expect(limiter.summary(now: at(60)) == 40_000 - LogRateLimiter.maxLinesPerPeer)
    #expect(limiter.summary(now: at(200)) == nil)
    lines = 0
    for number in 0..<1_000 where limiter.allows(PeerID([UInt8(number % 256), UInt8(number / 256)]), now: at(200)) { lines += 1 }
    #expect(lines == LogRateLimiter.maxLines)
  }

  /// A router, a connected peer that does not read, and the peer's envelope.
  private func stalledPeer(_ name: String, sendLimit: Int32) throws -> (router: Socket, peer: Socket, envelope: BrokerMessage.Envelope) {
    let router = try Socket(.router)
    // Without this option, libzmq would drop messages instead of reporting a full queue.
    router.set(ZMQ.routerMandatory, Int32(1))
    router.set(ZMQ.sendHighWaterMark, sendLimit)
    let endpoint = try Endpoint("inproc://\(name)")
    try router.bind(endpoint)
    let peer = try Socket(.dealer)
    peer.set(ZMQ.receiveHighWaterMark, Int32(1))
    try peer.connect(endpoint)
    #expect(peer.send("hello", more: false) == .sent)
    let hello = try #require(router.receive())
    return (router, peer, BrokerMessage.Envelope(peer: PeerID(hello.bytes(0)), isDelimited: false))
  }

  @Test func `at most one DISCONNECT is queued for a peer that does not read`() throws {
    let (router, peer, envelope) = try stalledPeer("a-peer-that-does-not-read", sendLimit: 1)
    let sender = BrokerSender(router, Broker.Settings())
    let outcomes = (0..<1_000).map { _ in sender.send(OutgoingMessage(envelope, .disconnect), now: at(0)) }
    #expect(outcomes.first == .sent && outcomes.last == .skipped)
    #expect(outcomes.count { $0 == .queued } == 1)
    withExtendedLifetime(peer) {}
  }

  @Test func `replies of many small frames count towards the limit in bytes`() throws {
    let (router, peer, envelope) = try stalledPeer("a-peer-that-leaves-replies", sendLimit: 1_000)
    var settings = Broker.Settings()
    settings.peerQueueBytes = 1 << 20
    let sender = BrokerSender(router, settings)
    let body = Body(frames: Array(repeating: Array(repeating: 65, count: 4_095), count: 28))
    let outcomes = (0..<100).map { _ in
      sender.send(OutgoingMessage(envelope, .reply(isFinal: true, service: "s", body)), now: at(0))
    }
    #expect((1...9).contains(outcomes.count { $0 == .sent }))
    #expect((1...9).contains(outcomes.count { $0 == .queued }))
    #expect(outcomes.last == .dropped)
    #expect(sender.byteCount <= 2 << 20)
    withExtendedLifetime(peer) {}
  }

  @Test func `only the slow peers whose retries are due are visited`() {
    var outbox = Outbox()
    let peers = (0..<100).map { PeerID([UInt8($0)]) }
    for (second, peer) in peers.enumerated() {
      outbox.append(OutgoingMessage(BrokerMessage.Envelope(peer: peer, isDelimited: false), .disconnect), now: at(Double(second)))
    }
    #expect(outbox.nextRetry == at(0) + .milliseconds(1))
    var visited: [PeerID] = []
    while let peer = outbox.popDue(now: at(49.5)) {
      visited.append(peer)
      _ = outbox.flush(peer, now: at(49.5)) { _ in .full }
    }
    #expect(visited == Array(peers.prefix(50)))
    #expect(outbox.nextRetry == at(49.5) + .milliseconds(2))
    visited = []
    while let peer = outbox.popDue(now: at(200)) {
      visited.append(peer)
      _ = outbox.flush(peer, now: at(200)) { _ in .sent }
    }
    #expect(Set(visited) == Set(peers) && visited.count == 100)
    #expect(outbox.isEmpty && outbox.nextRetry == nil)
  }

  @Test func `a queue to a peer that is gone says which requests were not sent`() {
    var outbox = Outbox()
    let envelope = BrokerMessage.Envelope(peer: PeerID([1]), isDelimited: false)
    let addresses = (1...3).map { ClientAddress(run: 7, client: 1, delivery: $0) }
    for address in addresses { outbox.append(OutgoingMessage(envelope, .request(address, Body(frames: []))), now: at(0)) }
    outbox.append(OutgoingMessage(envelope, .disconnect), now: at(0))
    var results: [Socket.SendResult] = [.sent, .unreachable]
    let peer = outbox.popDue(now: at(1))
    #expect(peer == PeerID([1]))
    let result = outbox.flush(PeerID([1]), now: at(1)) { _ in results.removeFirst() }
    #expect(result == .unreachable(unsent: Array(addresses.dropFirst())))
    #expect(outbox.isEmpty && outbox.replyBytes == 0)
  }

  @Test func `queued messages are counted by peer and in all, until they are sent or dropped`() {
    var outbox = Outbox()
    let peers = [PeerID([1]), PeerID([2])]
    let body = Body(frames: [Array("four".utf8), Array("five5".utf8)])
    for peer in peers {
      let envelope = BrokerMessage.Envelope(peer: peer, isDelimited: false)
      let payloads: [OutgoingMessage.Payload] = [
        .reply(isFinal: true, service: "s", body), .refusal(.queueFull, service: "s", id: [1, 2]),
        .request(ClientAddress(run: 7, client: 1, delivery: 1), body), .disconnect, .reply(isFinal: false, service: "s", body),
      ]
      for payload in payloads { outbox.append(OutgoingMessage(envelope, payload), now: at(0)) }
      let counts = outbox.counts(for: peer)
      #expect((counts.replies, counts.refusals, counts.disconnects) == (2, 1, 1))
      #expect((counts.replyBytes, counts.refusalBytes, counts.bytes) == (20, 67, 87))
    }
    #expect((outbox.replyBytes, outbox.refusalBytes) == (40, 134))
    for peer in peers { outbox.removeRequests(to: peer) }
    #expect((outbox.replyBytes, outbox.refusalBytes) == (40, 134))
    var results: [Socket.SendResult] = [.sent, .sent, .sent, .full]
    let first = outbox.flush(peers[0], now: at(1)) { _ in results.removeFirst() }
    #expect(first == .full)
    let counts = outbox.counts(for: peers[0])
    #expect((counts.replies, counts.refusals, counts.disconnects) == (1, 0, 0))
    #expect((counts.replyBytes, counts.refusalBytes) == (10, 0))
    #expect((outbox.replyBytes, outbox.refusalBytes) == (30, 67))
    let second = outbox.flush(peers[1], now: at(1)) { _ in .unreachable }
    #expect(second == .unreachable(unsent: []))
    #expect((outbox.replyBytes, outbox.refusalBytes) == (10, 0))
    let last = outbox.flush(peers[0], now: at(2)) { _ in .sent }
    #expect(last == .sent)
    #expect(outbox.isEmpty && (outbox.replyBytes, outbox.refusalBytes) == (0, 0))
    #expect(outbox.counts(for: peers[0]).bytes == 0)
  }

  @Test func `requests to peers that are gone are found among the actions still to be performed`() {
    func envelope(_ peer: UInt8) -> BrokerMessage.Envelope { BrokerMessage.Envelope(peer: PeerID([peer]), isDelimited: false) }
    func address(_ number: UInt64) -> ClientAddress { ClientAddress(run: 7, client: 1, delivery: number) }
    func request(_ peer: UInt8, _ number: UInt64) -> BrokerMachine<String>.Action { .request(envelope(peer), address(number), "") }
    // Performed from the end.
    var actions = [request(1, 6), request(2, 5), .heartbeat(envelope(1)), request(1, 4), request(2, 3), request(1, 2)]
    var pending = PendingRequests()
    actions.removeLast()
    let first = pending.take(for: PeerID([1]), from: actions)
    #expect(first == [6, 4].map(address))
    let again = pending.take(for: PeerID([1]), from: actions)
    #expect(again.isEmpty)
    // Number 3 was sent in the meantime.
    actions.removeLast()
    let second = pending.take(for: PeerID([2]), from: actions)
    #expect(second == [address(5)])
    let none = pending.take(for: PeerID([3]), from: actions)
    #expect(none.isEmpty)
  }

  @Test func `the number of subscriptions never becomes negative`() {
    var subscriptions = SubscriptionCounter()
    subscriptions.unsubscribed(Array("a".utf8))
    #expect(subscriptions.count == 0)
    subscriptions.subscribed(Array("a".utf8))
    subscriptions.subscribed(Array("a".utf8))
    subscriptions.unsubscribed(Array("b".utf8))
    #expect(subscriptions.count == 2)
    for _ in 0..<3 { subscriptions.unsubscribed(Array("a".utf8)) }
    #expect(subscriptions.count == 0)
  }

  @Test func `subscriptions to requests are counted apart`() {
    var subscriptions = SubscriptionCounter()
    for topic in ["", "mmi.", "mmi.request", "changed/", "mmi.request/", "mmi.request/holocron.cache"] {
      subscriptions.subscribed(Array(topic.utf8))
    }
    #expect(subscriptions.requestCount == 2)
    subscriptions.unsubscribed(Array("mmi.request/".utf8))
    subscriptions.unsubscribed(Array("mmi.request/".utf8))
    subscriptions.unsubscribed(Array("changed/".utf8))
    #expect(subscriptions.requestCount == 1)
  }

  @Test func `the cache of service names is bounded, however many names are invented`() throws {
    var names = ServiceNameCache()
    for number in 0..<5_000 {
      let name = try Array("service \(number)".utf8).withUnsafeBytes { bytes throws in try names.name(bytes) }
      #expect(name == "service \(number)")
      #expect(names.count <= ServiceNameCache.capacity)
    }
    #expect(throws: BrokerMessage.ParseError.self) { try [UInt8]().withUnsafeBytes { bytes throws in try names.name(bytes) } }
  }
}
