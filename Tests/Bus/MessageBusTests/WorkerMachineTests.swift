import Testing

@testable import MessageBus

/// Rows W1 to W19 of STATES.md: the worker.
@Suite struct WorkerMachineTests {
  let start = ContinuousClock.now
  func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  func connecting(credit: Int = 1) -> WorkerMachine {
    WorkerMachine(heartbeatInterval: .seconds(1), liveness: 3, credit: credit, now: start)
  }

  func ready(credit: Int = 1) -> WorkerMachine {
    var machine = connecting(credit: credit)
    #expect(machine.connected(now: start) == [.sendReady])
    return machine
  }

  /// Starts requests with these addresses.
  func take(_ machine: inout WorkerMachine, _ addresses: some Sequence<UInt8>, at seconds: Double = 0) {
    for address in addresses {
      let disposition = machine.request([address], now: at(seconds))
      #expect(disposition == .start)
    }
  }

  func finish(_ machine: inout WorkerMachine, _ addresses: some Sequence<UInt8>) {
    for address in addresses {
      let isWanted = machine.finished([address], of: machine.registration)
      #expect(isWanted)
    }
  }

  func release(_ machine: inout WorkerMachine, _ addresses: some Sequence<UInt8>) {
    for address in addresses { machine.release([address], of: machine.registration) }
  }

  @Test func `W1 READY is sent once per connection`() {
    var machine = ready()
    #expect(machine.connected(now: start) == [])
    #expect(machine.state == .ready)
  }

  @Test func `W2 W3 a request is started and answered once`() {
    var machine = ready()
    let disposition = machine.request([1], now: at(0))
    #expect(disposition == .start)
    let (first, second) = (machine.finished([1], of: 1), machine.finished([1], of: 1))
    #expect(first)
    #expect(!second)
  }

  @Test(arguments: ["W4 disconnected", "W5 DISCONNECT", "W6 silence"])
  func `W4 W5 W6 W13 running requests are cancelled with their registration, and their replies are not sent under the next one`(
    loss: String
  ) {
    var machine = ready()
    take(&machine, [1])
    switch loss {
    case "W4 disconnected": #expect(machine.disconnected() == [.cancelRunning])
    case "W5 DISCONNECT": #expect(machine.disconnect(now: at(0)) == [.cancelRunning, .reconnect(after: .milliseconds(20))])
    default: #expect(machine.tick(now: at(3)) == [.cancelRunning, .reconnect(after: .milliseconds(20))])
    }
    let isWantedUnregistered = machine.finished([1], of: 1)
    #expect(!isWantedUnregistered)
    #expect(machine.connected(now: at(4)) == [.sendReady])
    // The broker may give out the same address again.
    take(&machine, [1], at: 4)
    #expect(!machine.isRunning([1], of: 1))
    let (isWantedLate, isWanted) = (machine.finished([1], of: 1), machine.finished([1], of: 2))
    #expect(!isWantedLate)
    #expect(isWanted)
  }

  @Test func `W5 a worker that is told to disconnect reconnects with backoff, which a request resets`() {
    var machine = ready()
    var waits: [Duration] = []
    for _ in 0..<8 {
      if case .reconnect(let wait) = machine.disconnect(now: at(0)).last { waits.append(wait) }
      #expect(machine.connected(now: at(0)) == [.sendReady])
    }
    #expect(waits == [20, 40, 80, 160, 320, 640, 1_000, 1_000].map { .milliseconds($0) })
    _ = machine.request([1], now: at(0))
    #expect(machine.disconnect(now: at(0)) == [.cancelRunning, .reconnect(after: .milliseconds(20))])
  }

  @Test func `W6 W7 a worker sends heartbeats, and reconnects if the broker is silent`() {
    var machine = ready()
    #expect(machine.nextTimeout == at(1))
    #expect(machine.tick(now: at(0.5)) == [])
    #expect(machine.tick(now: at(1)) == [.sendHeartbeat])
    machine.heartbeat(now: at(2))
    #expect(machine.tick(now: at(4)) == [.sendHeartbeat])
    #expect(machine.tick(now: at(5)) == [.reconnect(after: .milliseconds(20))])
    #expect(machine.state == .connecting)
  }

  @Test(arguments: ["disconnect", "disconnected", "time"])
  func `W8 W9 W10 a draining worker finishes running requests, hands back the rest, and waits until the broker has read everything`(
    end: String
  ) {
    var machine = ready()
    take(&machine, [1])
    machine.drain()
    let disposition = machine.request([2], now: at(0))
    #expect(disposition == .ignore)
    #expect(machine.leaveIfDone(now: at(0)) == [])
    #expect(machine.announceCredit() == [])
    finish(&machine, [1])
    #expect(machine.leaveIfDone(now: at(0)) == [.sendDisconnect, .sendHeartbeat])
    #expect(machine.tick(now: at(0.9)) == [])
    switch end {
    case "disconnect": #expect(machine.disconnect(now: at(0.5)) == [])
    case "disconnected": #expect(machine.disconnected() == [])
    default: #expect(machine.tick(now: at(1)) == [])
    }
    #expect(machine.state == .stopped)
  }

  @Test func `W11 a worker without a connection drains at once`() {
    var machine = connecting()
    machine.drain()
    #expect(machine.state == .stopped)
  }

  @Test(arguments: ["disconnect", "disconnected", "silence"])
  func `W12 a draining worker does not reconnect`(end: String) {
    var machine = ready()
    take(&machine, [1])
    machine.drain()
    switch end {
    case "disconnect": #expect(machine.disconnect(now: at(0)) == [.cancelRunning])
    case "disconnected": #expect(machine.disconnected() == [.cancelRunning])
    default: #expect(machine.tick(now: at(3)) == [.cancelRunning])
    }
    #expect(machine.state == .stopped)
  }

  @Test func `W14 requests that only wait release their credit, in few messages`() {
    var machine = ready(credit: 8)
    take(&machine, 1...4)
    release(&machine, [1, 1, 2, 3])
    // Half of the base credit is free.
    #expect(machine.announceCredit() == [])
    take(&machine, [5])
    #expect(machine.announceCredit() == [.sendCredit(11)])
    #expect(machine.announceCredit() == [])
    take(&machine, 6...11)
    // No more credit to announce: eight requests are running.
    #expect(machine.announceCredit() == [])
  }

  @Test func `W14 waiting requests do not use up the credit, up to the limit`() {
    var machine = ready(credit: 64)
    var messages = 0
    for number in 0..<(MDP.maxCredit - 64) {
      let address = WorkerMachine.Address(withUnsafeBytes(of: number) { Array($0) })
      let disposition = machine.request(address, now: at(0))
      #expect(disposition == .start)
      machine.release(address, of: 1)
      messages += machine.announceCredit().count
      #expect(machine.announcedCredit > number + 1)
    }
    #expect(messages <= MDP.maxCredit / 32)
    #expect(machine.announcedCredit <= MDP.maxCredit)
  }

  @Test func `W14 W15 credit is reduced with the next heartbeat, or at once if it is far too high`() {
    var machine = ready(credit: 4)
    take(&machine, 1...7)
    release(&machine, 1...7)
    #expect(machine.announceCredit() == [.sendCredit(11)])
    finish(&machine, 1...3)
    #expect(machine.announceCredit() == [])
    #expect(machine.tick(now: at(1)) == [.sendHeartbeat, .sendCredit(8)])
    machine.heartbeat(now: at(1))
    #expect(machine.tick(now: at(2)) == [.sendHeartbeat])
    finish(&machine, 4...7)
    #expect(machine.announceCredit() == [.sendCredit(4)])
  }

  @Test func `W14 a worker without credit never announces any`() {
    var machine = ready(credit: 1)
    take(&machine, [1])
    release(&machine, [1])
    #expect(machine.announceCredit() == [])
    #expect(machine.tick(now: at(1)) == [.sendHeartbeat])
  }

  @Test func `W14 a new registration starts with the base credit`() {
    var machine = ready(credit: 2)
    take(&machine, [1, 2])
    release(&machine, [1, 2])
    #expect(machine.announceCredit() == [.sendCredit(4)])
    _ = machine.disconnected()
    _ = machine.connected(now: at(0))
    #expect(machine.announcedCredit == 2)
    machine.release([1], of: 1)
    take(&machine, [1, 2])
    #expect(machine.announceCredit() == [])
  }

  @Test func `W16 W8 a draining worker announces credit 0 at once, and hands back later requests`() {
    var machine = ready(credit: 4)
    take(&machine, [1])
    machine.drain()
    #expect(machine.leaveIfDone(now: at(1)) == [])
    #expect(machine.announceCredit() == [.sendCredit(0)])
    #expect(machine.announceCredit() == [])
    let disposition = machine.request([2], now: at(1))
    #expect(disposition == .handBack)
    #expect(!machine.isRunning([2], of: 1))
    finish(&machine, [1])
    #expect(machine.leaveIfDone(now: at(2)) == [.sendDisconnect, .sendHeartbeat])
  }

  @Test func `W8 without running requests DISCONNECT hands back at once`() {
    var machine = ready(credit: 4)
    machine.drain()
    let disposition = machine.request([1], now: at(1))
    #expect(disposition == .ignore)
    #expect(machine.leaveIfDone(now: at(1)) == [.sendDisconnect, .sendHeartbeat])
    #expect(machine.announceCredit() == [])
  }

  @Test(arguments: [true, false])
  func `W17 W6 a worker stays with a silent broker while the connection is up and replies are outstanding or unconfirmed`(
    detectsDisconnect: Bool
  ) {
    var machine = WorkerMachine(heartbeatInterval: .seconds(1), liveness: 3, detectsDisconnect: detectsDisconnect, now: start)
    _ = machine.connected(now: start)
    take(&machine, [1])
    _ = machine.tick(now: at(2.9))
    guard detectsDisconnect else {
      #expect(machine.tick(now: at(3)) == [.cancelRunning, .reconnect(after: .milliseconds(20))])
      return
    }
    #expect(machine.tick(now: at(100)) == [.sendHeartbeat])
    finish(&machine, [1])
    #expect(machine.tick(now: at(200)) == [.sendHeartbeat])
    #expect(machine.nextTimeout == at(201))
    machine.heartbeat(now: at(200))
    #expect(machine.tick(now: at(202.9)) == [.sendHeartbeat])
    #expect(machine.tick(now: at(203)) == [.reconnect(after: .milliseconds(20))])
  }

  @Test func `W18 after a suspension of the worker the broker does not count as dead`() {
    var machine = ready()
    machine.processResumed(now: at(10))
    #expect(machine.tick(now: at(10)) == [.sendHeartbeat])
    #expect(machine.tick(now: at(12.9)) == [.sendHeartbeat])
    #expect(machine.tick(now: at(13)) == [.reconnect(after: .milliseconds(20))])
  }

  @Test func `W19 a request answered at once leaves no trace but its unread reply`() {
    var machine = WorkerMachine(
      heartbeatInterval: .seconds(1), liveness: 3, credit: 4, detectsDisconnect: true, now: start)
    #expect(!machine.mayAnswerAtOnce)
    let connected = machine.connected(now: start)
    #expect(connected == [.sendReady])
    #expect(machine.mayAnswerAtOnce)
    machine.answeredAtOnce(now: at(1))
    let isWanted = machine.finished([1], of: 1)
    #expect(!isWanted)
    let credit = machine.announceCredit()
    #expect(credit == [])
    // The broker may not have read the reply, so its silence is tolerated, until it is heard again.
    let whileUnread = machine.tick(now: at(20))
    #expect(whileUnread == [.sendHeartbeat])
    machine.heartbeat(now: at(20))
    let later = machine.tick(now: at(30))
    #expect(later == [.reconnect(after: WorkerMachine.minReconnectDelay)])
    var draining = ready(credit: 4)
    draining.drain()
    #expect(!draining.mayAnswerAtOnce)
  }
}
