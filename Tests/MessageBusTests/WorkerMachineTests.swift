import Testing

@testable import MessageBus

/// STATES.md, the worker's rows.
@Suite struct WorkerMachineTests {
  let start = ContinuousClock.now
  func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  func connecting() -> WorkerMachine { WorkerMachine(heartbeatInterval: .seconds(1), liveness: 3, now: start) }

  func ready() -> WorkerMachine {
    var machine = connecting()
    #expect(machine.connected(now: start) == [.sendReady])
    return machine
  }

  @Test func `W1 READY goes out once per connection`() {
    var machine = ready()
    #expect(machine.connected(now: start) == [])
    #expect(machine.state == .ready)
  }

  @Test func `W2 W3 a request is started and answered once`() {
    var machine = ready()
    let isTaken = machine.request([1], now: at(0))
    #expect(isTaken)
    let (first, second) = (machine.finished([1]), machine.finished([1]))
    #expect(first)
    #expect(!second)
  }

  @Test func `W4 answers to a broker that went away are not sent`() {
    var machine = ready()
    _ = machine.request([1], now: at(0))
    machine.disconnected()
    let isWanted = machine.finished([1])
    #expect(!isWanted)
    #expect(machine.connected(now: at(1)) == [.sendReady])
  }

  @Test func `W5 told to disconnect, it comes back, later each time, and soon again after work`() {
    var machine = ready()
    var waits: [Duration] = []
    for _ in 0..<8 {
      if case .reopen(let wait) = machine.disconnect(now: at(0)).first { waits.append(wait) }
      #expect(machine.connected(now: at(0)) == [.sendReady])
    }
    #expect(waits == [20, 40, 80, 160, 320, 640, 1_000, 1_000].map { .milliseconds($0) })
    _ = machine.request([1], now: at(0))
    #expect(machine.disconnect(now: at(0)) == [.reopen(after: .milliseconds(20))])
  }

  @Test func `W6 W7 heartbeats go out, and a silent broker is left`() {
    var machine = ready()
    #expect(machine.nextDue == at(1))
    #expect(machine.tick(now: at(0.5)) == [])
    #expect(machine.tick(now: at(1)) == [.sendHeartbeat])
    machine.heartbeat(now: at(2))
    #expect(machine.tick(now: at(4)) == [.sendHeartbeat])
    #expect(machine.tick(now: at(5)) == [.reopen(after: .milliseconds(20))])
    #expect(machine.state == .connecting)
  }

  @Test(arguments: ["disconnect", "disconnected", "time"])
  func `W8 W9 W10 draining finishes what runs, hands back the rest, and waits until the broker has read it`(end: String) {
    var machine = ready()
    _ = machine.request([1], now: at(0))
    machine.drain()
    let isTaken = machine.request([2], now: at(0))
    #expect(!isTaken)
    #expect(machine.leaveIfDone(now: at(0)) == [])
    let isWanted = machine.finished([1])
    #expect(isWanted)
    #expect(machine.leaveIfDone(now: at(0)) == [.sendDisconnect, .sendHeartbeat])
    #expect(machine.tick(now: at(0.9)) == [])
    switch end {
    case "disconnect": #expect(machine.disconnect(now: at(0.5)) == [])
    case "disconnected": machine.disconnected()
    default: #expect(machine.tick(now: at(1)) == [])
    }
    #expect(machine.state == .stopped)
  }

  @Test func `W11 nothing to drain without a connection`() {
    var machine = connecting()
    machine.drain()
    #expect(machine.state == .stopped)
  }

  @Test(arguments: ["disconnect", "disconnected", "silence"])
  func `W12 a draining worker does not come back`(end: String) {
    var machine = ready()
    _ = machine.request([1], now: at(0))
    machine.drain()
    switch end {
    case "disconnect": #expect(machine.disconnect(now: at(0)) == [])
    case "disconnected": machine.disconnected()
    default: #expect(machine.tick(now: at(3)) == [])
    }
    #expect(machine.state == .stopped)
  }
}
