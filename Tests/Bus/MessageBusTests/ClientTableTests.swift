import Testing

@testable import MessageBus

/// Rows C1 to C20 of STATES.md: the client.
@Suite struct ClientTableTests {
  @Test(arguments: table) func rows(_ row: TableRow) throws {
    var script = ClientScript(row.options)
    try row.check(&script)
  }

  static let table = TableRow.all(
    """
    # C1 C4 C5 a request is sent and its reply is delivered
    asks 1 => send 1
    part 1; final 1 => part 1; complete 1
    count = 0

    # C2 C3 without a connection requests are queued, and then sent in order {offline 1}
    asks 1; asks 2 => -
    connected => send 1; send 2

    # C6 C7 after a lost connection idempotent requests are sent again, and others fail
    asks 1; asks 3; posts 2 => send 1; send 3; send 2
    disconnected => fail 2 notIdempotent
    connected => send 1; send 3

    # C7 an unsent request survives a lost connection {offline 1}
    posts 1; disconnected => -
    connected => send 1

    # C8 a retried stream continues where it stopped, even after two retries
    asks 1; part 1 x3 => send 1; part 1; part 1; part 1
    disconnected; connected; part 1; disconnected; connected; part 1 x3 => send 1; send 1
    part 1; final 1 => part 1; complete 1

    # C19 a retried stream whose parts have no order starts again, and outlasts the reconnect grace {grace 1}
    streams 1; part 1 x2; disconnected => send 1; part 1; part 1
    @1 nobody; @3 nobody => -
    connected; part 1 x3; final 1 => send 1; part 1; part 1; part 1; complete 1

    # C20 a request whose worker is lost in the middle of its reply is sent again once; without a part, the broker has done so
    asks 1; posts 2; asks 3; part 1; part 2 => send 1; send 2; send 3; part 1; part 2
    lost 3; lost 2 => complete 3; complete 2
    lost 1; part 1 => send 1
    part 1; lost 1 => part 1; complete 1

    # C9 each request fails at its own deadline
    asks 1 2; asks 2 1 => …
    next = 1; @0.9 tick => -
    @1 tick => fail 2 deadlineExceeded
    next = 2; @2 tick => fail 1 deadlineExceeded
    next = -1

    # C10 without a connection, the broker is unreachable {offline 1}
    asks 1 2; @2 tick => fail 1 unreachable

    # C11 with fail-fast, the first failed attempt fails all requests, and later ones fail at once {offline 1, failFast 1}
    asks 1; nobody => fail 1 noListener
    asks 2 => fail 2 noListener
    connected; asks 3 => send 3

    # C17 with fail-fast, a request waits for a broker that started after the attempt {offline 1, failFast 1}
    asks 1; somebody => -
    nobody => fail 1 noListener
    somebody; asks 2; connected => send 2

    # C18 a lost broker has time to come back, and then requests without parts fail {grace 1}
    asks 1; asks 2; part 2; disconnected => …
    nobody; @0.9 nobody; @1 somebody => -
    nobody => fail 1 noListener
    asks 3; @1.5 nobody => fail 3 noListener
    connected => send 2
    asks 4; disconnected; @2 nobody => send 4
    @3 nobody => fail 4 noListener

    # C18 without a reconnect grace, requests wait for a lost broker until their deadlines
    asks 1; disconnected; nobody; @4 nobody => send 1
    @5 tick => fail 1 unreachable

    # C12 C13 a reply to a cancelled or unknown request is ignored, and the broker is told once
    asks 1; cancels 1; cancels 1; final 1; final 99 => send 1; tell 1

    # C12 a request cancelled before it was sent is not sent {offline 1}
    asks 1; asks 2; cancels 1; connected => send 2

    # C14 requests beyond the limit are refused {limit 1}
    asks 1; asks 2 => send 1; fail 2 overloaded

    # C15 nothing is sent to another user's broker, and all requests fail {offline 1}
    asks 1; asks 2; untrusted => fail 1 untrusted; fail 2 untrusted
    asks 3 => -
    connected => send 3

    # C16 time during which the process was suspended does not count
    asks 1 2; asks 2 1; suspended 10 => …
    next = 11; @10.9 tick => -
    @11 tick => fail 2 deadlineExceeded
    @12 tick => fail 1 deadlineExceeded

    # C16 C18 a lost broker has its time to come back after the process was suspended {grace 1}
    asks 1 60; disconnected; nobody; suspended 10; @10.9 nobody => send 1
    @11 nobody => fail 1 noListener
    """)

  @Test func `C9 requests expire in the order of their deadlines, and a reused ID has its own deadline`() {
    var script = ClientScript(["limit": 20_000])
    let order = (1...1_000).map { $0 * 7_919 % 1_009 }
    for number in order { script.ask(number, until: number) }
    _ = script.machine.cancel(5)
    script.ask(5, until: 2_000)
    var expired: [ClientMachine.Action] = []
    for second in 1...2_000 { expired += script.machine.tick(now: script.start + .seconds(second)) }
    #expect(expired == (order.filter { $0 != 5 }.sorted() + [5]).map { .fail(UInt64($0), .deadlineExceeded) })
    #expect(script.machine.count == 0)
  }

  @Test(arguments: [0, 1])
  func `ended requests leave no growing bookkeeping behind`(offline: Int) {
    var script = ClientScript(["offline": offline])
    for number in 0..<20_000 {
      script.ask(number, until: 60)
      script.send()
      let id = UInt64(number)
      if number.isMultiple(of: 2) || offline == 1 { _ = script.machine.cancel(id) } else { _ = script.machine.received(id, isFinal: true) }
    }
    #expect(script.machine.count == 0)
    #expect(script.machine.bookkeepingCount < 1_000)
  }
}

/// Drives a `ClientMachine`, and sends what can be sent after each event.
private struct ClientScript: TableScript {
  let start = Instant.now
  var now: Instant
  var machine: ClientMachine
  private var log: [String] = []

  init(_ options: [String: Int]) {
    now = start
    machine = ClientMachine(
      failFast: options["failFast"] == 1, reconnectGrace: options["grace"].map { .seconds($0) }, limit: options["limit"] ?? 100)
    if options["offline"] != 1 { machine.connected() }
  }

  mutating func ask(_ id: Int, until deadline: Int, isIdempotent: Bool = true, hasUnorderedParts: Bool = false) {
    let action = machine.ask(
      UInt64(id), deadline: start + .seconds(deadline), isIdempotent: isIdempotent, hasUnorderedParts: hasUnorderedParts)
    record(action.map { [$0] } ?? [])
  }

  mutating func send() {
    while let id = machine.nextToSend() {
      machine.sent(id)
      log.append("send \(id)")
    }
  }

  private mutating func record(_ actions: [ClientMachine.Action]) {
    for action in actions {
      switch action {
      case .part(let id): log.append("part \(id)")
      case .complete(let id): log.append("complete \(id)")
      case .fail(let id, let failure): log.append("fail \(id) \(failure)")
      }
    }
  }

  mutating func perform(_ words: [Substring]) throws {
    let numbers = words.dropFirst().compactMap { Int($0) }
    let id = UInt64(numbers.first ?? 0)
    switch words[0] {
    // asks ID [DEADLINE], in seconds
    case "asks", "posts", "streams":
      ask(
        Int(id), until: numbers.count > 1 ? numbers[1] : 5, isIdempotent: words[0] != "posts", hasUnorderedParts: words[0] == "streams")
    case "part": record(machine.received(id, isFinal: false).map { [$0] } ?? [])
    case "final": record(machine.received(id, isFinal: true).map { [$0] } ?? [])
    // The final reply says that the worker was lost.
    case "lost": record(machine.received(id, isFinal: true, isWorkerLost: true).map { [$0] } ?? [])
    case "cancels": if machine.cancel(id) { log.append("tell \(id)") }
    case "connected": machine.connected()
    case "disconnected": record(machine.disconnected())
    // An attempt to connect has failed, and by now nobody is listening, or somebody is.
    case "nobody", "somebody": record(machine.connectFailed(hasListener: words[0] == "somebody", now: now))
    case "untrusted": record(machine.untrusted())
    case "suspended": machine.processResumed(after: .seconds(Int(id)))
    case "tick": record(machine.tick(now: now))
    default: throw UnknownEvent(words: words)
    }
    send()
  }

  mutating func takeActions() -> [String] {
    defer { log = [] }
    return log
  }

  func fact(_ name: String) -> Int? {
    switch name {
    case "count": machine.count
    case "next": machine.nextTimeout.map { Int(start.duration(to: $0).components.seconds) } ?? -1
    default: nil
    }
  }
}
