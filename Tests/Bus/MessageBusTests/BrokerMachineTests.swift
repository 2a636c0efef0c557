import Testing

@testable import MessageBus

/// Rows B1 to B21 of STATES.md: workers in the broker.
@Suite struct BrokerMachineTests: BrokerHarness {
  let start = ContinuousClock.now
  let machine: Machine

  init() { machine = Self.newMachine(at: start) }

  @Test func `B1 a worker that registers gets queued requests, up to its credit`() {
    ask("a")
    ask("b")
    ready("w", credit: 1)
    #expect(actions() == ["w joined s", "w does a as 1"])
    #expect(machine.hasWorker(for: "s"))
  }

  @Test func `B2 reserved names and invalid credits are refused`() {
    ready("w", "mmi.echo")
    machine.ready(from: peer("v"), service: "s", .invalid, now: at(0))
    #expect(actions() == ["disconnect w", "disconnect v"])
    #expect(machine.workers.isEmpty)
  }

  @Test func `B3 an unknown worker is told to disconnect, once per liveness timeout`() {
    heartbeat("w")
    final(1, by: "w")
    heartbeat("w", .requests(5), at: 1)
    #expect(actions() == ["disconnect w"])
    heartbeat("w", at: 3)
    #expect(actions() == ["disconnect w"])
  }

  @Test func `B4 an unknown worker may disconnect`() {
    machine.disconnect(from: peer("w"), now: at(0))
    #expect(actions() == [])
  }

  @Test func `B5 a second READY ends the registration`() {
    ready("w")
    ask("a")
    ready("v")
    _ = actions()
    ready("w")
    #expect(actions() == ["disconnect w", "w left s", "v does a as 2"])
  }

  @Test func `B6 B7 parts and the final reply are forwarded, and the credit serves the next request`() {
    ready("w")
    ask("a")
    ask("b")
    _ = actions()
    part(1, by: "w")
    final(1, by: "w")
    #expect(actions() == ["c gets part p", "c gets answer", "w does b as 2"])
  }

  @Test(arguments: [(UInt64(2), UInt64(7)), (0, 7), (1, 8)])
  func `B8 a reply to an unknown address ends the registration of a worker`(delivery: UInt64, run: UInt64) {
    ready("w")
    ask("a")
    _ = actions()
    machine.reply(from: peer("w"), isFinal: true, to: address(delivery, run: run), "?", now: at(0))
    #expect(actions() == ["disconnect w", "w left s"])
    ready("v")
    #expect(actions() == ["v joined s", "v does a as 2"])
  }

  @Test func `B9 B11 a worker stays registered while it sends heartbeats, and is removed when it falls silent`() {
    ready("w")
    _ = actions()
    for second in 1...2 {
      heartbeat("w", at: Double(second))
      machine.tick(now: at(Double(second)))
    }
    #expect(actions() == ["heartbeat to w", "heartbeat to w"])
    for second in 3...4 { machine.tick(now: at(Double(second))) }
    #expect(actions() == ["heartbeat to w", "heartbeat to w"])
    machine.tick(now: at(5))
    #expect(actions() == ["disconnect w", "w left s"])
  }

  @Test func `B10 R13 a worker that disconnects hands its requests back, however often that happens`() {
    ask("POST a")
    for round in 0..<5 {
      ready("w\(round)")
      #expect(actions() == ["w\(round) joined s", "w\(round) does POST a as \(round + 1)"])
      machine.disconnect(from: peer("w\(round)"), now: at(0))
      #expect(actions() == ["w\(round) left s"])
    }
  }

  @Test func `B10 a service with a new worker stays when the grace period of its previous worker ends`() {
    ready("w")
    machine.disconnect(from: peer("w"), now: at(0))
    ready("v", at: 0.5)
    for second in 1...3 {
      heartbeat("v", at: Double(second))
      machine.tick(now: at(Double(second)))
    }
    _ = actions()
    #expect(machine.hasWorker(for: "s"))
    ask("a", at: 3)
    #expect(actions() == ["v does a as 1"])
  }

  @Test func `B11 the requests of workers that fall silent together do not pass from one to the next`() {
    for name in ["u", "v", "w"] { ready(name) }
    ask("a")
    ask("b")
    ask("c")
    final(2, by: "v")
    for second in 1...3 { machine.tick(now: at(Double(second))) }
    let sent = actions().dropFirst(7).filter { !$0.hasPrefix("heartbeat") }
    #expect(sent.sorted() == ["disconnect u", "disconnect v", "disconnect w", "u left s", "v left s", "w left s"])
    ready("x", credit: 5, at: 3)
    #expect(actions() == ["x joined s", "x does a as 4", "x does c as 5"])
  }

  @Test func `B12 R13 requests that could not be sent to unreachable workers are not lost`() {
    for name in ["u", "v", "w"] { ready(name, credit: 2) }
    ask("POST a")
    _ = actions()
    for (number, name) in ["u", "v", "w"].enumerated() {
      machine.unreachable(peer(name).peer, unsent: [address(UInt64(number + 1))], now: at(0))
    }
    #expect(actions() == ["u left s", "v does POST a as 2", "v left s", "w does POST a as 3", "w left s"])
    ask("POST b")
    ready("x", credit: 2)
    machine.unreachable(peer("x").peer, unsent: [address(4), address(5)], now: at(0))
    ready("y", credit: 2)
    #expect(
      actions() == [
        "x joined s", "x does POST a as 4", "x does POST b as 5", "x left s", "y joined s", "y does POST a as 6", "y does POST b as 7",
      ])
  }

  @Test func `B12 R10 requests of an unreachable worker are reassigned, oldest first`() {
    ready("w", credit: 2)
    ask("a")
    ask("b")
    _ = actions()
    machine.unreachable(peer("w").peer, now: at(0))
    ready("v", credit: 2)
    #expect(actions() == ["w left s", "v joined s", "v does a as 3", "v does b as 4"])
  }

  @Test func `B13 a second final reply is ignored`() {
    ready("w")
    ask("a")
    final(1, by: "w")
    _ = actions()
    final(1, by: "w", "again")
    #expect(actions() == [])
    #expect(machine.workers.count == 1)
    #expect(machine.lateReplies == 1)
  }

  @Test func `B13 a late reply of the previous worker is not mistaken for a reply of the current one`() {
    ready("w")
    ask("a")
    machine.unreachable(peer("w").peer, now: at(0))
    ready("v")
    ready("w")
    _ = actions()
    part(1, by: "w")
    part(2, by: "w")
    final(1, by: "w", "old")
    final(2, by: "w", "forged")
    #expect(actions() == [])
    final(2, by: "v", "new")
    #expect(actions() == ["c gets new"])
  }

  @Test func `B13 a reply to a different client than that of the delivery is ignored`() {
    ready("w")
    ask("a")
    _ = actions()
    final(1, by: "w", client: 2)
    #expect(actions() == [])
  }

  @Test func `B14 a heartbeat changes the credit`() {
    ready("w", credit: 1)
    ask("a")
    ask("b")
    ask("c")
    _ = actions()
    heartbeat("w", .requests(3))
    #expect(actions() == ["w does b as 2", "w does c as 3"])
    heartbeat("w", .requests(1))
    for delivery in 1...3 { final(UInt64(delivery), by: "w") }
    _ = actions()
    ask("d")
    ask("e")
    #expect(actions() == ["w does d as 4"])
  }

  @Test func `B14 a worker with credit 0 gets nothing new while another one is there`() {
    ready("w", credit: 5)
    ready("v", credit: 1)
    heartbeat("w", .requests(0))
    _ = actions()
    ask("a")
    ask("b")
    #expect(actions() == ["v does a as 1"])
    final(1, by: "v")
    #expect(actions() == ["c gets answer", "v does b as 2"])
  }

  @Test(arguments: [true, false]) func `B21 a worker at an endpoint for clients registers only if clients may work`(mayWork: Bool) {
    let machine = Self.newMachine(at: start) { $0.clientRights = mayWork ? .work : [] }
    machine.ready(from: peer("w", isRestricted: true), service: "s", .unspecified, now: at(0))
    #expect(machine.hasWorker(for: "s") == mayWork)
    machine.ready(from: peer("v"), service: "s", .unspecified, now: at(0))
    #expect(machine.workers.count == (mayWork ? 2 : 1))
  }

  @Test func `B20 a draining worker hands back a request that it has not started, and keeps the others`() {
    ready("w", credit: 5)
    for name in ["a", "b"] { ask(name) }
    ready("v", credit: 5)
    _ = actions()
    machine.handBack(from: peer("w"), address(2), now: at(0))
    #expect(actions() == ["v does b as 3"])
    // The draining worker no longer holds that request.
    machine.handBack(from: peer("w"), address(2), now: at(0))
    ask("c")
    #expect(actions() == ["v does c as 4"])
    final(1, by: "w")
    #expect(actions() == ["c gets answer"])
  }

  @Test(arguments: [(5, .invalid), (nil, .requests(5))] as [(Int?, BrokerMessage.Credit)])
  func `B15 an invalid credit ends the registration of a worker, and so does a credit if READY had none`(
    said: Int?, credit: BrokerMessage.Credit
  ) {
    ready("w", credit: said)
    _ = actions()
    heartbeat("w", credit)
    #expect(actions() == ["disconnect w", "w left s"])
  }

  @Test func `B16 a late reply to an abandoned request frees its credit`() {
    ready("w")
    ask("deadline: 500 a")
    machine.tick(now: at(0.5))
    ask("b", at: 0.6)
    _ = actions()
    part(1, by: "w", at: 0.7)
    final(1, by: "w", at: 0.7)
    #expect(actions() == ["w does b as 2"])
  }

  @Test func `B17 a worker that holds a request far past its deadline is disconnected`() {
    ready("w", credit: 2)
    ask("deadline: 1000 a")
    ask("b")
    _ = actions()
    for second in 1...10 {
      heartbeat("w", at: Double(second))
      machine.tick(now: at(Double(second)))
    }
    #expect(actions().filter { $0 != "heartbeat to w" } == ["c is refused deadline: 1000 a: workerTimeout", "w drops 1"])
    machine.tick(now: at(11))
    #expect(actions().filter { $0 != "heartbeat to w" } == ["disconnect w", "w left s"])
    ready("v", at: 11)
    #expect(actions() == ["v joined s", "v does b as 3"])
  }

  @Test func `B18 a worker whose send queue is full gets no new requests`() {
    ready("w", credit: 5)
    ready("v", credit: 1)
    machine.setBlocked(true, peer("w").peer, now: at(0))
    ask("a")
    ask("b")
    #expect(actions() == ["w joined s", "v joined s", "v does a as 1"])
    machine.setBlocked(false, peer("w").peer, now: at(0))
    #expect(actions() == ["w does b as 2"])
  }

  @Test func `B19 after a suspension of the broker no worker counts as dead`() {
    ready("w", credit: 2)
    ask("deadline: 2000 a")
    ask("deadline: 60000 b")
    _ = actions()
    machine.tick(now: at(30))
    #expect(actions() == ["heartbeat to w", "c is refused deadline: 2000 a: workerTimeout", "w drops 1"])
    final(2, by: "w", at: 30.1)
    #expect(actions() == ["c gets answer"])
    // The time past the deadline counts from the end of the suspension.
    for second in 31...39 {
      heartbeat("w", at: Double(second))
      machine.tick(now: at(Double(second)))
    }
    #expect(!actions().contains("disconnect w"))
    machine.tick(now: at(40))
    #expect(actions().contains("disconnect w"))
  }

  @Test func `a worker gets no more requests while it holds too many bytes`() {
    let other = CustomBrokerHarness { $0.workerBytes = 100 }
    other.ready("w", credit: 5)
    other.ask("bytes: 100 a")
    other.ask("b")
    #expect(other.actions() == ["w joined s", "w does bytes: 100 a as 1"])
    other.final(1, by: "w")
    #expect(other.actions() == ["c gets answer", "w does b as 2"])
  }
}
