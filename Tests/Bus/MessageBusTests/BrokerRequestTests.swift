import Testing

@testable import MessageBus

/// Rows R1 to R28 of STATES.md: requests in the broker.
@Suite struct BrokerRequestTests: BrokerHarness {
  let start = ContinuousClock.now
  let machine: Machine

  init() { machine = Self.newMachine(at: start) }

  @Test func `R1 the least loaded worker gets the next request, of several the one idle longest`() {
    ready("v", credit: 5)
    ready("w", credit: 5)
    for name in ["a", "b", "c"] { ask(name) }
    #expect(actions().dropFirst(2) == ["v does a as 1", "w does b as 2", "v does c as 3"])
    ask("d")
    final(4, by: "w")
    final(2, by: "w")
    _ = actions()
    // v holds two requests, w none.
    ask("e")
    #expect(actions() == ["w does e as 5"])
    final(1, by: "v")
    final(3, by: "v")
    final(5, by: "w")
    _ = actions()
    ask("f")
    #expect(actions() == ["v does f as 6"])
  }

  @Test func `R2 R6 R8 without free credit requests are queued in order, until their deadline`() {
    ready("w")
    ask("a")
    ask("deadline: 500 b")
    ask("c")
    heartbeat("w", at: 0.4)
    _ = actions()
    machine.tick(now: at(0.5))
    #expect(actions() == ["c is refused deadline: 500 b: queueTimeout"])
    final(1, by: "w", at: 0.6)
    #expect(actions() == ["c gets answer", "w does c as 2"])
  }

  @Test func `R24 a request without time left reaches no worker`() {
    ready("w", credit: 2)
    ask("deadline: 0 a")
    #expect(actions().last == "c is refused deadline: 0 a: noTimeLeft")
    ask("deadline: 1 b")
    #expect(actions() == ["w does deadline: 1 b as 1"])
    let problem = BrokerMachine<String>.Refusal.noTimeLeft.problem(service: "s")
    #expect((problem.status, problem.type, problem.detail?.contains("worker")) == (504, "urn:holocron:deadline", false))
  }

  @Test func `R25 a request of a client that leaves too many replies unread reaches no worker`() {
    ready("w", credit: 2)
    machine.request(from: peer("c"), service: "s", "a", readsTooSlowly: true, now: at(0))
    #expect(actions() == ["w joined s", "c is refused a: slowClient"])
    #expect((machine.requestCount, machine.outstandingRequests) == (1, 0))
    ask("b")
    #expect(actions() == ["w does b as 1"])
  }

  @Test func `R3 R7 without a worker requests are queued for the grace period`() {
    ask("a")
    machine.tick(now: at(1.9))
    #expect(actions() == [])
    machine.tick(now: at(2))
    #expect(actions() == ["c is refused a: noWorker"])
    #expect(machine.services.isEmpty)
  }

  @Test func `R4 a full queue refuses further requests`() {
    for name in ["a", "b", "c"] { ask(name) }
    #expect(actions() == ["c is refused c: queueFull"])
  }

  @Test func `R4 a queue can be full in bytes, too`() {
    let other = CustomBrokerHarness { ($0.queueBytes, $0.queueLimit) = (100, 10) }
    other.ask("bytes: 80 a")
    other.ask("bytes: 21 b", from: "d")
    other.ask("bytes: 20 c", from: "d")
    #expect(other.actions() == ["d is refused bytes: 21 b: queueFull"])
  }

  @Test func `R4 a flow that fills the queue leaves room for the next one`() {
    let other = CustomBrokerHarness { ($0.queueLimit, $0.clientLimit) = (90, 1_000) }
    for number in 0..<100 { other.ask("\(number)", from: "greedy") }
    #expect(other.actions().count == 20)
    for number in 0..<10 { other.ask("\(number)", from: "other") }
    #expect(other.actions().allSatisfy { $0.hasPrefix("other is refused") })
    #expect(other.machine.services["s"]?.queue.count == 89)
  }

  @Test func `R5 one client cannot use up all capacity`() {
    ready("w", credit: 10)
    for name in ["a", "b", "c", "d", "e"] { ask(name) }
    ask("f", from: "other")
    #expect(actions().suffix(3) == ["w does d as 4", "c is refused e: clientFull", "w does f as 5"])
    let other = CustomBrokerHarness { $0.clientBytes = 100 }
    other.ask("bytes: 60 a")
    other.ask("bytes: 60 b")
    other.ask("bytes: 60 b", from: "d")
    #expect(other.actions() == ["c is refused bytes: 60 b: clientFull"])
  }

  @Test func `R6 a busy flow delays only its own requests`() {
    let other = CustomBrokerHarness { ($0.queueLimit, $0.clientLimit) = (1_000, 1_000) }
    for number in 0..<5 { other.ask("greedy \(number)", from: "greedy") }
    other.ask("modest", from: "modest")
    for name in ["x", "y"] { other.ask("forwarded: \(name) 1", from: "service") }
    other.ask("forwarded: x 2", from: "service")
    other.ready("w", credit: 20)
    #expect(
      other.actions().dropFirst() == [
        "w does greedy 0 as 1", "w does modest as 2", "w does forwarded: x 1 as 3", "w does forwarded: y 1 as 4", "w does greedy 1 as 5",
        "w does forwarded: x 2 as 6", "w does greedy 2 as 7", "w does greedy 3 as 8", "w does greedy 4 as 9",
      ])
  }

  @Test func `R9 requests of a disconnected client are dropped`() {
    ask("a", from: "gone")
    ask("b")
    machine.unreachable(peer("gone").peer, now: at(0))
    ready("w", credit: 2)
    #expect(actions() == ["w joined s", "w does b as 1"])
    #expect(machine.outstandingRequests == 1)
  }

  @Test func `R9 R28 requests of a client that is gone are dropped, and their workers are told`() {
    ready("w", credit: 2)
    for (name, client) in [("a", "gone"), ("b", "c"), ("d", "gone")] { ask(name, from: client) }
    _ = actions()
    machine.dropClients(now: at(0)) { peer, content in content == "a" && peer.bytes == Array("gone".utf8) }
    #expect(actions() == ["w drops 1"])
    #expect(machine.outstandingRequests == 1)
    final(1, by: "w", client: 1)
    #expect(actions() == [])
    #expect(machine.lateReplies == 0)
  }

  @Test func `R27 R28 a client cancels requests by their ID`() {
    ready("v")
    ready("w", credit: 1)
    for name in ["a", "b", "c", "d"] { ask(name) }
    _ = actions()
    for name in ["c", "b", "b", "x"] { machine.cancel(Array(name.utf8), of: peer("c").peer, now: at(0)) }
    machine.cancel(Array("d".utf8), of: peer("stranger").peer, now: at(0))
    // A worker without credit does not know cancellations.
    machine.cancel(Array("a".utf8), of: peer("c").peer, now: at(0))
    #expect(actions() == ["w drops 2"])
    final(2, by: "w")
    #expect(actions() == ["w does d as 3"])
    #expect(machine.outstandingRequests == 1)
  }

  @Test func `R27 cancelling is cheap, however many requests a client has`() {
    let other = CustomBrokerHarness { ($0.queueLimit, $0.clientLimit) = (30_000, 20_000) }
    for number in 0..<20_000 { other.ask("\(number)") }
    for number in 0..<20_000 {
      other.machine.cancel(Array("\(number)".utf8), of: other.peer("c").peer, now: other.at(0))
      if number.isMultiple(of: 2) { other.ask("again \(number)") }
    }
    #expect(other.machine.outstandingRequests == 10_000)
  }

  @Test func `R11 a request with a partly sent reply is not reassigned`() {
    ready("w")
    ask("a")
    part(1, by: "w")
    ready("v")
    _ = actions()
    machine.unreachable(peer("w").peer, now: at(0))
    #expect(actions() == ["w left s", "c is refused a: workerLost"])
  }

  @Test func `R12 a request that loses three workers is refused`() {
    for name in ["u", "v", "w", "x"] { ready(name) }
    ask("a")
    _ = actions()
    for name in ["u", "v"] { machine.unreachable(peer(name).peer, now: at(0)) }
    #expect(actions() == ["u left s", "v does a as 2", "v left s", "w does a as 3"])
    machine.unreachable(peer("w").peer, now: at(0))
    #expect(actions() == ["w left s", "c is refused a: workerLost"])
  }

  @Test func `R14 requests that waited for the first worker wait until their deadline once there is one`() {
    ask("a")
    ask("b", at: 1)
    ready("w", at: 1.5)
    _ = actions()
    heartbeat("w", at: 3)
    machine.tick(now: at(2.4))
    machine.tick(now: at(3.1))
    #expect(actions() == ["heartbeat to w"])
    final(1, by: "w", at: 3.2)
    #expect(actions() == ["c gets answer", "w does b as 2"])
  }

  @Test func `R15 all clients together are limited, too`() {
    let other = CustomBrokerHarness { ($0.requestLimit, $0.memoryLimit, $0.queueLimit) = (3, 100, 10) }
    other.ask("bytes: 60 a", from: "x")
    other.ask("bytes: 60 b", from: "y")
    #expect(other.actions() == ["y is refused bytes: 60 b: brokerFull"])
    other.machine.senderBytes = 38
    other.ask("bytes: 2 c", from: "y")
    other.ask("bytes: 1 d", from: "z")
    other.machine.senderBytes = 0
    other.ask("e", from: "z")
    other.ask("f", from: "z")
    #expect(other.actions() == ["z is refused bytes: 1 d: brokerFull", "z is refused f: brokerFull"])
  }

  @Test func `R16 fields that exceed their limits are refused`() {
    ready("w")
    _ = actions()
    ask("fields: 70000 a")
    #expect(actions() == ["c is refused fields: 70000 a: fieldsTooLarge"])
  }

  @Test func `R23 reserved requests are refused at an endpoint for clients`() {
    ready("w", credit: 10)
    _ = actions()
    let client = peer("c", isRestricted: true)
    machine.request(from: client, service: "s", "PURGE x", now: at(0))
    #expect(actions() == ["c is refused PURGE x: forbidden"])
    machine.request(from: client, service: "s", "GET x", now: at(0))
    #expect(actions() == ["w does GET x as 1"])
    ask("PURGE x", from: "trusted")
    #expect(actions() == ["w does PURGE x as 2"])
  }

  @Test func `R17 a held request ends at its deadline, and its client may send new ones`() {
    ready("w", credit: 10)
    for number in 0..<4 { ask("deadline: 1000 \(number)") }
    _ = actions()
    heartbeat("w", at: 1)
    machine.tick(now: at(1))
    #expect(actions().count { $0.hasSuffix("workerTimeout") } == 4)
    #expect(machine.outstandingRequests == 0)
    #expect(machine.requestBytes == 0)
    ask("again", at: 1.1)
    #expect(actions() == ["w does again as 5"])
  }

  @Test func `R17 reassigning a request does not extend its deadline`() {
    ready("w")
    ask("deadline: 1000 a")
    machine.unreachable(peer("w").peer, now: at(0.6))
    ready("v", at: 0.7)
    _ = actions()
    machine.tick(now: at(0.9))
    #expect(actions() == [])
    heartbeat("v", at: 1)
    machine.tick(now: at(1))
    #expect(actions() == ["heartbeat to v", "c is refused deadline: 1000 a: workerTimeout"])
  }

  @Test func `R18 a reply that lost a part ends with a 503, and nothing follows`() throws {
    ready("w")
    ask("a")
    _ = actions()
    part(1, by: "w")
    var taken: [Machine.Action] = []
    machine.takeActions(&taken)
    guard case .reply(_, false, _, _, let pending?) = taken.first else { throw CancellationError() }
    machine.partDropped(pending, now: at(0))
    part(1, by: "w")
    final(1, by: "w")
    #expect(actions() == ["c is refused a: slowClient"])
    ask("b")
    #expect(actions() == ["w does b as 2"])
  }

  @Test func `R19 a request that is not idempotent is not delivered twice`() {
    ready("w")
    ready("v")
    ask("POST a")
    _ = actions()
    machine.unreachable(peer("w").peer, now: at(0))
    #expect(actions() == ["w left s", "c is refused POST a: workerLost"])
  }

  @Test func `R20 after the last worker fell silent, requests wait for its return, within their deadline`() {
    ready("w")
    _ = actions()
    machine.tick(now: at(1))
    machine.tick(now: at(2))
    machine.tick(now: at(3))
    #expect(actions().suffix(2) == ["disconnect w", "w left s"])
    ask("a", at: 4)
    ask("deadline: 5000 b", at: 4)
    machine.tick(now: at(8.8))
    #expect(actions() == [])
    machine.tick(now: at(8.9))
    #expect(actions() == ["c is refused deadline: 5000 b: noWorker"])
    ready("w", at: 13)
    #expect(actions() == ["w joined s", "w does a as 1"])
  }

  @Test func `R20 after the last worker was killed, requests wait for its replacement`() {
    ready("w")
    ask("a")
    machine.unreachable(peer("w").peer, now: at(1))
    ask("b", at: 3)
    machine.tick(now: at(12))
    #expect(actions().suffix(2) == ["w does a as 1", "w left s"])
    ready("v", credit: 2, at: 15)
    #expect(actions() == ["v joined s", "v does a as 2", "v does b as 3"])
  }

  @Test func `R20 R7 requests wait only a limited time for a lost worker`() {
    ready("w")
    machine.unreachable(peer("w").peer, now: at(1))
    ask("a", at: 3)
    ask("b", at: 15)
    machine.tick(now: at(16))
    #expect(actions().suffix(1) == ["c is refused a: noWorker"])
    machine.tick(now: at(17))
    #expect(actions() == ["c is refused b: noWorker"])
    #expect(machine.services.isEmpty)
  }

  @Test func `R22 after the start of a broker, requests wait within their deadline for a service that has had no worker yet`() {
    let other = CustomBrokerHarness { $0.startupGrace = .seconds(15) }
    other.ask("a")
    other.ask("deadline: 5000 b")
    other.machine.tick(now: other.at(4.8))
    #expect(other.actions() == [])
    other.machine.tick(now: other.at(4.9))
    #expect(other.actions() == ["c is refused deadline: 5000 b: noWorker"])
    other.ready("w", at: 14)
    #expect(other.actions() == ["w joined s", "w does a as 1"])
  }

  @Test func `R22 R7 the startup grace period ends, and its end does not shorten the usual one`() {
    let other = CustomBrokerHarness { $0.startupGrace = .seconds(15) }
    other.ask("a")
    other.ask("b", at: 14)
    other.machine.tick(now: other.at(14.9))
    #expect(other.actions() == [])
    other.machine.tick(now: other.at(15))
    #expect(other.actions() == ["c is refused a: noWorker"])
    other.machine.tick(now: other.at(16))
    #expect(other.actions() == ["c is refused b: noWorker"])
    other.ask("c", at: 17)
    other.machine.tick(now: other.at(19))
    #expect(other.actions() == ["c is refused c: noWorker"])
  }

  @Test func `R22 R7 the startup grace period does not apply to a service whose worker has left`() {
    let other = CustomBrokerHarness { $0.startupGrace = .seconds(15) }
    other.ready("w")
    other.machine.disconnect(from: other.peer("w"), now: other.at(1))
    #expect(other.actions() == ["w joined s", "w left s"])
    other.ask("a", at: 5)
    other.machine.tick(now: other.at(7))
    #expect(other.actions() == ["c is refused a: noWorker"])
  }

  @Test func `each of very many requests ends in time`() {
    let other = CustomBrokerHarness { ($0.queueLimit, $0.clientLimit) = (200_000, 200_000) }
    // 20,000 requests wait, each with its own deadline and client. Half of the clients disconnect; the other requests time out one by one.
    for number in 0..<20_000 { other.ask("deadline: \(1_000 + number) x", from: "\(number)") }
    for number in stride(from: 0, to: 20_000, by: 2) { other.machine.unreachable(other.peer("\(number)").peer, now: other.at(0.5)) }
    #expect(other.machine.outstandingRequests == 10_000)
    for step in 0..<2_000 { other.machine.tick(now: other.at(1 + Double(step) / 1_000)) }
    #expect(other.machine.outstandingRequests == 0)
    #expect(other.machine.requestBytes == 0)
    #expect(other.machine.services.isEmpty)
  }
}
