import Testing

@testable import MessageBus

/// Rows W1 to W19 of STATES.md: the worker.
@Suite struct WorkerTableTests {
  @Test(arguments: table) func rows(_ row: TableRow) throws {
    var script = WorkerScript(row.options)
    try row.check(&script)
  }

  static let table = TableRow.all(
    """
    # W1 READY is sent once per connection {connecting 1}
    connected; connected => READY
    ready = 1

    # W2 W3 a request is started and answered once
    takes 1; ends 1; ends 1 => start 1; reply 1; drop 1

    # W4 W13 running requests are cancelled with their connection, and their replies are not sent under the next one
    takes 1; disconnected; ends 1/1 => start 1; cancel; drop 1
    @4 connected; takes 1; ends 1/1; ends 1/2 => READY; start 1; drop 1; reply 1

    # W5 W13 running requests are cancelled by DISCONNECT
    takes 1; disconnect; ends 1/1 => start 1; cancel; reconnect 20; drop 1
    @4 connected; takes 1; ends 1/1; ends 1/2 => READY; start 1; drop 1; reply 1

    # W6 W13 running requests are cancelled if the broker is silent
    takes 1; @3 tick; ends 1/1 => start 1; cancel; reconnect 20; drop 1
    @4 connected; takes 1; ends 1/1; ends 1/2 => READY; start 1; drop 1; reply 1

    # W5 a worker that is told to disconnect reconnects with backoff, which a request resets
    disconnect; connected; disconnect; connected; disconnect; connected => reconnect 20; READY; reconnect 40; READY; reconnect 80; READY
    disconnect; connected; disconnect; connected; disconnect; connected => reconnect 160; READY; reconnect 320; READY; reconnect 640; READY
    disconnect; connected; disconnect; connected => reconnect 1000; READY; reconnect 1000; READY
    takes 1; disconnect => start 1; cancel; reconnect 20

    # W6 W7 a worker sends heartbeats, and reconnects if the broker is silent
    next = 1; @0.5 tick => -
    @1 tick => HEARTBEAT
    @2 heard; @4 tick => HEARTBEAT
    @5 tick => reconnect 20
    ready = 0

    # W8 W9 W10 a draining worker finishes running requests, hands back the rest, and waits until the broker has read everything
    takes 1; drains; takes 2; leaves; announces => start 1; ignore 2
    ends 1; leaves; @0.9 tick => reply 1; DISCONNECT; HEARTBEAT
    stopped = 0; disconnect => -
    stopped = 1

    # W10 a draining worker whose connection ends has left
    drains; leaves; disconnected => DISCONNECT; HEARTBEAT
    stopped = 1

    # W10 a draining worker waits for a second
    drains; leaves; @1 tick => DISCONNECT; HEARTBEAT
    stopped = 1

    # W11 a worker without a connection drains at once {connecting 1}
    drains; stopped = 1

    # W12 a draining worker does not reconnect after DISCONNECT
    takes 1; drains; disconnect => start 1; cancel
    stopped = 1

    # W12 a draining worker does not reconnect after a lost connection
    takes 1; drains; disconnected => start 1; cancel
    stopped = 1

    # W12 a draining worker does not reconnect after silence
    takes 1; drains; @3 tick => start 1; cancel
    stopped = 1

    # W14 requests that only wait release their credit, when less than half of the base credit is free {credit 8}
    takes 1-4; releases 1; releases 1-3; announces => … start 4
    takes 5; announces; announces => start 5; credit 11
    takes 6-11; announces =# 0 credit

    # W14 W15 credit is reduced with the next heartbeat, or at once if it is far too high {credit 4}
    takes 1-7; releases 1-7; announces => … credit 11
    ends 1-3; announces => … reply 3
    @1 tick => HEARTBEAT; credit 8
    heard; @2 tick => HEARTBEAT
    ends 4-7; announces => … credit 4

    # W14 a worker without credit never announces any
    takes 1; releases 1; announces; @1 tick => start 1; HEARTBEAT

    # W14 a new registration starts with the base credit {credit 2}
    takes 1-2; releases 1-2; announces => … credit 4
    disconnected; connected => cancel; READY
    credit = 2; releases 1/1; takes 1-2; announces => start 1; start 2

    # W16 W8 a draining worker announces credit 0 at once, and hands back later requests {credit 4}
    takes 1; drains; @1 leaves; announces; announces => start 1; credit 0
    takes 2; ends 2; ends 1; @2 leaves => handBack 2; drop 2; reply 1; DISCONNECT; HEARTBEAT

    # W8 without running requests DISCONNECT hands back at once {credit 4}
    drains; @1 takes 1; leaves; announces => ignore 1; DISCONNECT; HEARTBEAT

    # W17 W6 a worker stays with a silent broker while the connection is up and replies are outstanding or unconfirmed {detects 1}
    takes 1; @2.9 tick; @100 tick => start 1; HEARTBEAT; HEARTBEAT
    ends 1; @200 tick => reply 1; HEARTBEAT
    next = 201; heard; @202.9 tick => HEARTBEAT
    @203 tick => reconnect 20

    # W18 after a suspension of the worker the broker does not count as dead
    @10 resumed; tick; @12.9 tick => HEARTBEAT; HEARTBEAT
    @13 tick => reconnect 20

    # W19 a request answered at once leaves no trace but its unread reply, for which a silent broker is tolerated {connecting 1, credit 4, detects 1}
    atOnce = 0; connected => READY
    atOnce = 1; @1 answers; ends 1; announces; @20 tick => drop 1; HEARTBEAT
    heard; @30 tick => reconnect 20

    # W19 a draining worker answers nothing at once {credit 4}
    atOnce = 1; drains; atOnce = 0
    """)

  @Test func `W14 waiting requests do not use up the credit, up to the limit`() {
    var machine = WorkerScript(["credit": 64]).machine
    var messages = 0
    for number in 0..<(MDP.maxCredit - 64) {
      let address = WorkerMachine.Address(withUnsafeBytes(of: number) { Array($0) })
      let disposition = machine.request(address, now: .now)
      #expect(disposition == .start)
      machine.release(address, of: 1)
      messages += machine.announceCredit().count
      #expect(machine.announcedCredit > number + 1)
    }
    #expect(messages <= MDP.maxCredit / 32)
    #expect(machine.announcedCredit <= MDP.maxCredit)
  }
}

/// Drives a `WorkerMachine` with a heartbeat interval of 1 s and liveness 3, which is registered.
private struct WorkerScript: TableScript {
  let start = Instant.now
  var now: Instant
  var machine: WorkerMachine
  private var log: [String] = []

  init(_ options: [String: Int]) {
    now = start
    machine = WorkerMachine(
      heartbeatInterval: .seconds(1), liveness: 3, credit: options["credit"] ?? 1, detectsDisconnect: options["detects"] == 1, now: start)
    if options["connecting"] != 1 { _ = machine.connected(now: start) }
  }

  private mutating func record(_ actions: [WorkerMachine.Action]) {
    for action in actions {
      switch action {
      case .sendReady: log.append("READY")
      case .sendHeartbeat: log.append("HEARTBEAT")
      case .sendCredit(let credit): log.append("credit \(credit)")
      case .sendDisconnect: log.append("DISCONNECT")
      case .cancelRunning: log.append("cancel")
      case .reconnect(let delay): log.append("reconnect \(delay.wholeMilliseconds)")
      }
    }
  }

  /// `takes 1-3` receives requests with these addresses; `ends 1/2` ends a request of registration 2, by default of the current one.
  mutating func perform(_ words: [Substring]) throws {
    switch words[0] {
    case "connected": record(machine.connected(now: now))
    case "disconnected": record(machine.disconnected())
    case "disconnect": record(machine.disconnect(now: now))
    case "heard": machine.heartbeat(now: now)
    case "resumed": machine.processResumed(now: now)
    case "answers": machine.answeredAtOnce(now: now)
    case "drains": machine.drain()
    case "leaves": record(machine.leaveIfDone(now: now))
    case "announces": record(machine.announceCredit())
    case "tick": record(machine.tick(now: now))
    default:
      let parts = words[1].split(separator: "/")
      let ends = parts[0].split(separator: "-").compactMap { UInt8($0) }
      let registration = parts.count > 1 ? UInt64(parts[1]) ?? 0 : machine.registration
      for address in ends[0]...ends[ends.count - 1] {
        switch words[0] {
        case "takes": log.append("\(machine.request([address], now: now)) \(address)")
        case "ends": log.append("\(machine.finished([address], of: registration) ? "reply" : "drop") \(address)")
        case "releases": machine.release([address], of: registration)
        default: throw UnknownEvent(words: words)
        }
      }
    }
  }

  mutating func takeActions() -> [String] {
    defer { log = [] }
    return log
  }

  func fact(_ name: String) -> Int? {
    switch name {
    case "ready": machine.state == .ready ? 1 : 0
    case "stopped": machine.state == .stopped ? 1 : 0
    case "credit": machine.announcedCredit
    case "atOnce": machine.mayAnswerAtOnce ? 1 : 0
    case "next": machine.nextTimeout.map { Int(start.duration(to: $0).components.seconds) } ?? -1
    default: nil
    }
  }
}
