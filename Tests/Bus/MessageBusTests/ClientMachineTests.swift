import Testing

@testable import MessageBus

/// Rows C1 to C20 of STATES.md: the client.
@Suite struct ClientMachineTests {
  let start = ContinuousClock.now
  func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  func machine(
    connected: Bool = true, failFast: Bool = false, reconnectGrace: Duration? = nil, limit: Int = 100
  ) -> ClientMachine {
    var machine = ClientMachine(failFast: failFast, reconnectGrace: reconnectGrace, limit: limit)
    if connected { machine.connected() }
    return machine
  }

  /// Sends everything that can be sent now; returns the IDs in order.
  func send(_ machine: inout ClientMachine) -> [UInt64] {
    var sent: [UInt64] = []
    while let number = machine.nextToSend() {
      machine.sent(number)
      sent.append(number)
    }
    return sent
  }

  func ask(_ machine: inout ClientMachine, _ numbers: UInt64..., idempotent: Bool = true, until seconds: Double = 5) {
    for number in numbers { #expect(machine.ask(number, deadline: at(seconds), isIdempotent: idempotent) == nil) }
  }

  @Test func `C1 C4 C5 a request is sent and its reply is delivered`() {
    var machine = machine()
    ask(&machine, 1)
    #expect(send(&machine) == [1])
    #expect(machine.received(1, isFinal: false) == .part(1))
    #expect(machine.received(1, isFinal: true) == .complete(1))
    #expect(machine.count == 0)
  }

  @Test func `C2 C3 without a connection requests are queued, and then sent in order`() {
    var machine = machine(connected: false)
    ask(&machine, 1, 2)
    #expect(send(&machine) == [])
    machine.connected()
    #expect(send(&machine) == [1, 2])
  }

  @Test func `C6 C7 after a lost connection idempotent requests are sent again, and others fail`() {
    var machine = machine()
    ask(&machine, 1, 3)
    ask(&machine, 2, idempotent: false)
    #expect(send(&machine) == [1, 3, 2])
    #expect(machine.disconnected() == [.fail(2, .notIdempotent)])
    #expect(send(&machine) == [])
    machine.connected()
    #expect(send(&machine) == [1, 3])
  }

  @Test func `C7 an unsent request survives a lost connection`() {
    var machine = machine(connected: false)
    ask(&machine, 1, idempotent: false)
    #expect(machine.disconnected() == [])
    machine.connected()
    #expect(send(&machine) == [1])
  }

  @Test func `C8 a retried stream continues where it stopped, even after two retries`() {
    var machine = machine()
    ask(&machine, 1)
    _ = send(&machine)
    for _ in 0..<3 { _ = machine.received(1, isFinal: false) }
    for partsBeforeNextLoss in [1, 0] {
      _ = machine.disconnected()
      machine.connected()
      _ = send(&machine)
      for _ in 0..<partsBeforeNextLoss { #expect(machine.received(1, isFinal: false) == nil) }
    }
    for _ in 0..<3 { #expect(machine.received(1, isFinal: false) == nil) }
    #expect(machine.received(1, isFinal: false) == .part(1))
    #expect(machine.received(1, isFinal: true) == .complete(1))
  }

  /// The parts of the second reply need not be those of the first one, so none may be left out.
  @Test func `C19 a retried stream whose parts have no order starts again`() {
    var machine = machine(reconnectGrace: .seconds(1))
    #expect(machine.ask(1, deadline: at(5), isIdempotent: true, hasUnorderedParts: true) == nil)
    _ = send(&machine)
    for _ in 0..<2 { #expect(machine.received(1, isFinal: false) == .part(1)) }
    #expect(machine.disconnected() == [])
    // The reply has begun, so the request outlasts the reconnect grace.
    #expect(machine.connectFailed(hasListener: false, now: at(1)) == [])
    #expect(machine.connectFailed(hasListener: false, now: at(3)) == [])
    machine.connected()
    #expect(send(&machine) == [1])
    for _ in 0..<3 { #expect(machine.received(1, isFinal: false) == .part(1)) }
    #expect(machine.received(1, isFinal: true) == .complete(1))
  }

  @Test func `C20 a request whose worker is lost in the middle of its reply is sent again once`() {
    var machine = machine()
    ask(&machine, 1)
    ask(&machine, 2, idempotent: false)
    _ = send(&machine)
    ask(&machine, 3)
    _ = send(&machine)
    for id in [1, 2] as [UInt64] { #expect(machine.received(id, isFinal: false) == .part(id)) }
    // Without a part, the broker itself has sent it to other workers.
    #expect(machine.received(3, isFinal: true, isWorkerLost: true) == .complete(3))
    #expect(machine.received(2, isFinal: true, isWorkerLost: true) == .complete(2))
    #expect(machine.received(1, isFinal: true, isWorkerLost: true) == nil)
    #expect(send(&machine) == [1])
    #expect(machine.received(1, isFinal: false) == nil)
    #expect(machine.received(1, isFinal: false) == .part(1))
    #expect(machine.received(1, isFinal: true, isWorkerLost: true) == .complete(1))
  }

  @Test(arguments: [(true, ClientMachine.Failure.deadlineExceeded), (false, .unreachable)])
  func `C9 C10 each request fails at its own deadline`(connected: Bool, failure: ClientMachine.Failure) {
    var machine = machine(connected: connected)
    ask(&machine, 1, until: 2)
    ask(&machine, 2, until: 1)
    #expect(machine.nextTimeout == at(1))
    #expect(machine.tick(now: at(0.9)) == [])
    #expect(machine.tick(now: at(1)) == [.fail(2, failure)])
    #expect(machine.nextTimeout == at(2))
    #expect(machine.tick(now: at(2)) == [.fail(1, failure)])
    #expect(machine.nextTimeout == nil)
  }

  @Test func `C11 with fail-fast, the first failed attempt fails all requests, and later ones fail at once`() {
    var machine = machine(connected: false, failFast: true)
    ask(&machine, 1)
    #expect(machine.connectFailed(hasListener: false, now: at(0)) == [.fail(1, .noListener)])
    #expect(machine.ask(2, deadline: at(1), isIdempotent: true) == .fail(2, .noListener))
    machine.connected()
    ask(&machine, 3)
    #expect(send(&machine) == [3])
  }

  @Test func `C17 with fail-fast, a request waits for a broker that started after the attempt`() {
    var machine = machine(connected: false, failFast: true)
    ask(&machine, 1)
    #expect(machine.connectFailed(hasListener: true, now: at(0)) == [])
    #expect(machine.connectFailed(hasListener: false, now: at(0)) == [.fail(1, .noListener)])
    #expect(machine.connectFailed(hasListener: true, now: at(0)) == [])
    ask(&machine, 2)
    machine.connected()
    #expect(send(&machine) == [2])
  }

  @Test func `C18 a lost broker has time to come back, and then requests without parts fail`() {
    var machine = machine(reconnectGrace: .seconds(1))
    ask(&machine, 1, 2)
    _ = send(&machine)
    _ = machine.received(2, isFinal: false)
    _ = machine.disconnected()
    #expect(machine.connectFailed(hasListener: false, now: at(0)) == [])
    #expect(machine.connectFailed(hasListener: false, now: at(0.9)) == [])
    #expect(machine.connectFailed(hasListener: true, now: at(1)) == [])
    #expect(machine.connectFailed(hasListener: false, now: at(1)) == [.fail(1, .noListener)])
    ask(&machine, 3)
    #expect(machine.connectFailed(hasListener: false, now: at(1.5)) == [.fail(3, .noListener)])
    // The stream is continued, and the next loss has a grace of its own.
    machine.connected()
    #expect(send(&machine) == [2])
    ask(&machine, 4)
    _ = machine.disconnected()
    #expect(machine.connectFailed(hasListener: false, now: at(2)) == [])
    #expect(machine.connectFailed(hasListener: false, now: at(3)) == [.fail(4, .noListener)])
  }

  @Test func `C18 without a reconnect grace, requests wait for a lost broker until their deadlines`() {
    var machine = machine()
    ask(&machine, 1)
    _ = machine.disconnected()
    #expect(machine.connectFailed(hasListener: false, now: at(0)) == [])
    #expect(machine.connectFailed(hasListener: false, now: at(4)) == [])
    #expect(machine.tick(now: at(5)) == [.fail(1, .unreachable)])
  }

  @Test func `C12 C13 a reply to a cancelled or unknown request is ignored`() {
    var machine = machine()
    ask(&machine, 1)
    _ = send(&machine)
    // The broker is told, once.
    let told = (0..<2).map { _ in machine.cancel(1) }
    #expect(told == [true, false])
    #expect(machine.received(1, isFinal: true) == nil)
    #expect(machine.received(99, isFinal: true) == nil)
  }

  @Test func `C12 a request cancelled before it was sent is not sent`() {
    var machine = machine(connected: false)
    ask(&machine, 1, 2)
    let isTold = machine.cancel(1)
    #expect(!isTold)
    machine.connected()
    #expect(send(&machine) == [2])
  }

  @Test func `C14 requests beyond the limit are refused`() {
    var machine = machine(limit: 1)
    ask(&machine, 1)
    #expect(machine.ask(2, deadline: at(1), isIdempotent: true) == .fail(2, .overloaded))
  }

  @Test func `C15 nothing is sent to another user's broker, and all requests fail`() {
    var machine = machine(connected: false)
    ask(&machine, 1, 2)
    #expect(machine.untrusted() == [.fail(1, .untrusted), .fail(2, .untrusted)])
    ask(&machine, 3)
    #expect(send(&machine) == [])
    machine.connected()
    #expect(send(&machine) == [3])
  }

  @Test func `C16 time during which the process was suspended does not count`() {
    var machine = machine()
    ask(&machine, 1, until: 2)
    ask(&machine, 2, until: 1)
    machine.processResumed(after: .seconds(10))
    #expect(machine.nextTimeout == at(11))
    #expect(machine.tick(now: at(10.9)) == [])
    #expect(machine.tick(now: at(11)) == [.fail(2, .deadlineExceeded)])
    #expect(machine.tick(now: at(12)) == [.fail(1, .deadlineExceeded)])
  }

  @Test func `C16 C18 a lost broker has its time to come back after the process was suspended`() {
    var machine = machine(reconnectGrace: .seconds(1))
    ask(&machine, 1)
    _ = machine.disconnected()
    #expect(machine.connectFailed(hasListener: false, now: at(0)) == [])
    machine.processResumed(after: .seconds(10))
    #expect(machine.connectFailed(hasListener: false, now: at(10.9)) == [])
    #expect(machine.connectFailed(hasListener: false, now: at(11)) == [.fail(1, .noListener)])
  }

  @Test func `C9 requests expire in the order of their deadlines, and a reused ID has its own deadline`() {
    var machine = machine(limit: 20_000)
    let order = (1...1_000).map { UInt64($0 * 7_919 % 1_009) }
    for number in order { ask(&machine, number, until: Double(number)) }
    _ = machine.cancel(5)
    ask(&machine, 5, until: 2_000)
    var expired: [UInt64] = []
    for second in 1...2_000 {
      for action in machine.tick(now: at(Double(second))) {
        if case .fail(let number, .deadlineExceeded) = action { expired.append(number) }
      }
    }
    #expect(expired == order.filter { $0 != 5 }.sorted() + [5])
    #expect(machine.count == 0)
  }

  @Test(arguments: [true, false])
  func `ended requests leave no growing bookkeeping behind`(connected: Bool) {
    var machine = machine(connected: connected)
    for number in UInt64(0)..<20_000 {
      ask(&machine, number, until: 60)
      _ = send(&machine)
      if number.isMultiple(of: 2) || !connected { _ = machine.cancel(number) } else { _ = machine.received(number, isFinal: true) }
    }
    #expect(machine.count == 0)
    #expect(machine.bookkeepingCount < 1_000)
  }
}
