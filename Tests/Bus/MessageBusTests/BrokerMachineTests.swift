import Testing

@testable import MessageBus

/// STATES.md, the rows of workers as the broker sees them.
@Suite struct BrokerMachineTests: BrokerHarness {
  let start = ContinuousClock.now
  let machine: Machine

  init() { machine = Self.newMachine(at: start) }

  @Test func `B1 a worker joins and serves who waits, up to its credit`() {
    ask("a")
    ask("b")
    ready("w", credit: 1)
    #expect(actions() == ["w joined s", "w does a as 1"])
    #expect(machine.offers("s"))
  }

  @Test func `B2 reserved names and invalid credits are refused`() {
    ready("w", "mmi.echo")
    machine.ready(from: peer("v"), service: "s", .invalid, now: at(0))
    #expect(actions() == ["disconnect w", "disconnect v"])
    #expect(machine.workers.isEmpty)
  }

  @Test func `B3 an unknown worker is told to disconnect, once per liveness time`() {
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

  @Test func `B5 a second READY ends the first`() {
    ready("w")
    ask("a")
    ready("v")
    _ = actions()
    ready("w")
    #expect(actions() == ["disconnect w", "w left s", "v does a as 2"])
  }

  @Test func `B6 B7 parts and the final answer are passed on, and the credit serves the next`() {
    ready("w")
    ask("a")
    ask("b")
    _ = actions()
    part(1, by: "w")
    final(1, by: "w")
    #expect(actions() == ["c gets part p", "c gets answer", "w does b as 2"])
  }

  @Test(arguments: [(UInt64(2), UInt64(7)), (0, 7), (1, 8)])
  func `B8 an answer to an address that was never given ends a worker`(delivery: UInt64, run: UInt64) {
    ready("w")
    ask("a")
    _ = actions()
    machine.reply(from: peer("w"), isFinal: true, to: address(delivery, run: run), "?", now: at(0))
    #expect(actions() == ["disconnect w", "w left s"])
    ready("v")
    #expect(actions() == ["v joined s", "v does a as 2"])
  }

  @Test func `B9 B11 heartbeats keep a worker, silence ends it`() {
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

  @Test func `B10 R13 a worker that leaves hands back, however often`() {
    ask("POST a")
    for round in 0..<5 {
      ready("w\(round)")
      #expect(actions() == ["w\(round) joined s", "w\(round) does POST a as \(round + 1)"])
      machine.disconnect(from: peer("w\(round)"), now: at(0))
      #expect(actions() == ["w\(round) left s"])
    }
  }

  @Test func `B10 a service that is offered again stays so when the grace of its last worker's leaving has passed`() {
    ready("w")
    machine.disconnect(from: peer("w"), now: at(0))
    ready("v", at: 0.5)
    for second in 1...3 {
      heartbeat("v", at: Double(second))
      machine.tick(now: at(Double(second)))
    }
    _ = actions()
    #expect(machine.offers("s"))
    ask("a", at: 3)
    #expect(actions() == ["v does a as 1"])
  }

  @Test func `B12 R10 what an unreachable worker held goes to another, oldest first`() {
    ready("w", credit: 2)
    ask("a")
    ask("b")
    _ = actions()
    machine.unreachable(peer("w").peer, now: at(0))
    ready("v", credit: 2)
    #expect(actions() == ["w left s", "v joined s", "v does a as 3", "v does b as 4"])
  }

  @Test func `B13 a second final answer is passed over, and the client hears nothing of it`() {
    ready("w")
    ask("a")
    final(1, by: "w")
    _ = actions()
    final(1, by: "w", "again")
    #expect(actions() == [])
    #expect(machine.workers.count == 1)
    #expect(machine.late == 1)
  }

  @Test func `B13 what a request's former worker still sends is not taken for its present one's answer`() {
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

  @Test func `B13 an answer to another client than the delivery's is passed over`() {
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

  @Test func `B20 a draining worker hands back what it has not begun, and keeps what it has`() {
    ready("w", credit: 5)
    for name in ["a", "b"] { ask(name) }
    ready("v", credit: 5)
    _ = actions()
    machine.handBack(from: peer("w"), address(2), now: at(0))
    #expect(actions() == ["v does b as 3"])
    // It is not the draining worker's any more.
    machine.handBack(from: peer("w"), address(2), now: at(0))
    ask("c")
    #expect(actions() == ["v does c as 4"])
    final(1, by: "w")
    #expect(actions() == ["c gets answer"])
  }

  @Test(arguments: [(5, .invalid), (nil, .requests(5))] as [(Int?, BrokerMessage.Credit)])
  func `B15 an invalid credit ends a worker, and so does one that READY did not speak of`(said: Int?, credit: BrokerMessage.Credit) {
    ready("w", credit: said)
    _ = actions()
    heartbeat("w", credit)
    #expect(actions() == ["disconnect w", "w left s"])
  }

  @Test func `B16 the late answer to a request that ended frees its credit`() {
    ready("w")
    ask("deadline: 500 a")
    machine.tick(now: at(0.5))
    ask("b", at: 0.6)
    _ = actions()
    part(1, by: "w", at: 0.7)
    final(1, by: "w", at: 0.7)
    #expect(actions() == ["w does b as 2"])
  }

  @Test func `B17 a worker that keeps a request far past its deadline ends`() {
    ready("w", credit: 2)
    ask("deadline: 1000 a")
    ask("b")
    _ = actions()
    for second in 1...10 {
      heartbeat("w", at: Double(second))
      machine.tick(now: at(Double(second)))
    }
    #expect(actions().filter { $0 != "heartbeat to w" } == ["c is refused deadline: 1000 a: unanswered"])
    machine.tick(now: at(11))
    #expect(actions().filter { $0 != "heartbeat to w" } == ["disconnect w", "w left s"])
    ready("v", at: 11)
    #expect(actions() == ["v joined s", "v does b as 3"])
  }

  @Test func `B18 nothing is added to what a worker does not read`() {
    ready("w", credit: 5)
    ready("v", credit: 1)
    machine.setBlocked(true, peer("w").peer)
    ask("a")
    ask("b")
    #expect(actions() == ["w joined s", "v joined s", "v does a as 1"])
    machine.setBlocked(false, peer("w").peer)
    #expect(actions() == ["w does b as 2"])
  }

  @Test func `B19 after a standstill nobody counts as dead`() {
    ready("w", credit: 2)
    ask("deadline: 2000 a")
    ask("deadline: 60000 b")
    _ = actions()
    machine.tick(now: at(30))
    #expect(actions() == ["heartbeat to w", "c is refused deadline: 2000 a: unanswered"])
    final(2, by: "w", at: 30.1)
    #expect(actions() == ["c gets answer"])
    // What it keeps too long counts from the end of the standstill.
    for second in 31...39 {
      heartbeat("w", at: Double(second))
      machine.tick(now: at(Double(second)))
    }
    #expect(!actions().contains("disconnect w"))
    machine.tick(now: at(40))
    #expect(actions().contains("disconnect w"))
  }

  @Test func `a worker gets no more while what it holds is large`() {
    let other = OtherBroker { $0.workerBytes = 100 }
    other.ready("w", credit: 5)
    other.ask("bytes: 100 a")
    other.ask("b")
    #expect(other.actions() == ["w joined s", "w does bytes: 100 a as 1"])
    other.final(1, by: "w")
    #expect(other.actions() == ["c gets answer", "w does b as 2"])
  }
}
