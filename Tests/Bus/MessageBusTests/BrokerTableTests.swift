import Testing

@testable import MessageBus

/// Rows B1 to B20 and R1 to R28 of STATES.md: workers and requests in the broker.
@Suite struct BrokerTableTests {
  @Test(arguments: workers + requests + shares) func rows(_ row: TableRow) throws {
    var script = BrokerScript(row.options)
    try row.check(&script)
  }

  @Test func `each of very many requests ends in time, and cancelling is cheap`() {
    let script = BrokerScript(["queueLimit": 200_000, "clientLimit": 200_000])
    let machine = script.machine
    func at(_ seconds: Double) -> Instant { script.start + .seconds(seconds) }
    // 20,000 requests wait, each with its own deadline and client. Half of the clients disconnect; the other requests time out one by one.
    for number in 0..<20_000 {
      machine.request(from: script.peer("\(number)"), service: "s", "deadline: \(1_000 + number) x", now: at(0))
    }
    for number in stride(from: 0, to: 20_000, by: 2) { machine.unreachable(script.peer("\(number)").peer, now: at(0.5)) }
    #expect(machine.outstandingRequests == 10_000)
    for step in 0..<2_000 { machine.tick(now: at(1 + Double(step) / 1_000)) }
    #expect((machine.outstandingRequests, machine.requestBytes, machine.services.count) == (0, 0, 0))
    let client = script.peer("c")
    for number in 0..<20_000 { machine.request(from: client, service: "s", "\(number)", now: at(30)) }
    for number in 0..<20_000 {
      machine.cancel(Array("\(number)".utf8), of: client.peer, now: at(30))
      if number.isMultiple(of: 2) { machine.request(from: client, service: "s", "again \(number)", now: at(30)) }
    }
    #expect(machine.outstandingRequests == 10_000)
  }

  static let workers = TableRow.all(
    """
    # B1 a worker that registers gets queued requests, up to its credit
    c asks a; c asks b; w ready 1 => w joined s; w does a as 1
    offered = 1

    # B2 reserved names and invalid credits are refused
    w ready - mmi.echo; v ready invalid => disconnect w; disconnect v
    workers = 0

    # B3 an unknown worker is told to disconnect, once per liveness timeout
    w beats; w final 1; @1 w beats 5 => disconnect w
    @3 w beats => disconnect w

    # B4 an unknown worker may disconnect
    w leaves => -

    # B5 a second READY ends the registration
    w ready; c asks a; v ready => …
    w ready => disconnect w; w left s; v does a as 2

    # B6 B7 parts and the final reply are forwarded, and the credit serves the next request
    w ready; c asks a; c asks b => …
    w part 1; w final 1 => c gets part p; c gets answer; w does b as 2

    # B8 a reply to an unknown address ends the registration of a worker
    u ready; c asks a => …
    u final 2 => disconnect u; u left s
    v ready => v joined s; v does a as 2
    v final 0 => disconnect v; v left s
    w ready => w joined s; w does a as 3
    w final 3/1/8 => disconnect w; w left s; c is refused a: workerLost

    # B9 B11 a worker stays registered while it sends heartbeats, and is removed when it falls silent
    w ready => …
    w beats to 2 => heartbeat to w; heartbeat to w
    ticks to 4 => heartbeat to w; heartbeat to w
    @5 tick => disconnect w; w left s

    # B10 R13 a worker that disconnects hands its requests back, however often that happens
    c asks POST a; u ready; u leaves => u joined s; u does POST a as 1; u left s
    v ready; v leaves => v joined s; v does POST a as 2; v left s
    w ready; w leaves => w joined s; w does POST a as 3; w left s
    x ready; x leaves => x joined s; x does POST a as 4; x left s
    y ready => y joined s; y does POST a as 5

    # B10 a service with a new worker stays when the grace period of its previous worker ends
    w ready; w leaves; @0.5 v ready; v beats to 3 => …
    offered = 1; c asks a => v does a as 1

    # B11 the requests of workers that fall silent together do not pass from one to the next
    u ready; v ready; w ready; c asks a; c asks b; c asks c; v final 2; ticks to 2 => …
    @3 tick =& disconnect u; disconnect v; disconnect w; u left s; v left s; w left s
    x ready 5 => x joined s; x does a as 4; x does c as 5

    # B12 R13 requests that could not be sent to unreachable workers are not lost
    u ready 2; v ready 2; w ready 2; c asks POST a => …
    u lost 1; v lost 2; w lost 3 => u left s; v does POST a as 2; v left s; w does POST a as 3; w left s
    c asks POST b; x ready 2; x lost 4,5 => x joined s; x does POST a as 4; x does POST b as 5; x left s
    y ready 2 => y joined s; y does POST a as 6; y does POST b as 7

    # B12 R10 requests of an unreachable worker are reassigned, oldest first
    w ready 2; c asks a; c asks b => …
    w lost; v ready 2 => w left s; v joined s; v does a as 3; v does b as 4

    # B13 a second final reply is ignored, and so is a reply to a different client than that of the delivery
    w ready; c asks a; w final 1 => …
    w final 1 again => -
    workers = 1; late = 1; c asks b => w does b as 2
    w final 2/9 => -

    # B13 a late reply of the previous worker is not mistaken for a reply of the current one
    w ready; c asks a; w lost; v ready; w ready => …
    w part 1; w part 2; w final 1 old; w final 2 forged => -
    v final 2 new => c gets new

    # B14 a heartbeat changes the credit
    w ready 1; c asks a; c asks b; c asks c => …
    w beats 3 => w does b as 2; w does c as 3
    w beats 1; w final 1-3 => …
    c asks d; c asks e => w does d as 4

    # B14 a worker with credit 0 gets nothing new while another one is there
    w ready 5; v ready 1; w beats 0 => …
    c asks a; c asks b => v does a as 1
    v final 1 => c gets answer; v does b as 2

    # B15 an invalid credit ends the registration of a worker, and so does a credit if READY had none
    w ready 5; v ready => …
    w beats invalid; v beats 5 => disconnect w; w left s; disconnect v; v left s

    # B16 a late reply to an abandoned request frees its credit
    w ready; c asks deadline: 500 a; @0.5 tick; @0.6 c asks b => …
    @0.7 w part 1; w final 1 => w does b as 2

    # B17 a worker that holds a request far past its deadline is disconnected
    w ready 2; c asks deadline: 1000 a; c asks b => …
    w beats to 10 => c is refused deadline: 1000 a: workerTimeout; w drops 1
    @11 tick => disconnect w; w left s
    v ready => v joined s; v does b as 3

    # B18 a worker whose send queue is full gets no new requests
    w ready 5; v ready 1; w blocked; c asks a; c asks b => w joined s; v joined s; v does a as 1
    w free => w does b as 2

    # B19 after a suspension of the broker no worker counts as dead, and the time past a deadline counts from its end
    w ready 2; c asks deadline: 2000 a; c asks deadline: 60000 b => …
    @30 tick => heartbeat to w; c is refused deadline: 2000 a: workerTimeout; w drops 1
    @30.1 w final 2 => c gets answer
    w beats to 39 => -
    @40 tick => disconnect w; w left s

    # B20 a draining worker hands back a request that it has not started, and keeps the others
    w ready 5; c asks a; c asks b; v ready 5 => …
    w hands 2 => v does b as 3
    w hands 2; c asks c => v does c as 4
    w final 1 => c gets answer

    # a worker gets no more requests while it holds too many bytes {workerBytes 100}
    w ready 5; c asks bytes: 100 a; c asks b => w joined s; w does bytes: 100 a as 1
    w final 1 => c gets answer; w does b as 2
    """)

  static let requests = TableRow.all(
    """
    # R1 the least loaded worker gets the next request, of several the one idle longest
    v ready 5; w ready 5; c asks a; c asks b; c asks c => … v does a as 1; w does b as 2; v does c as 3
    c asks d; w final 4; w final 2 => …
    c asks e => w does e as 5
    v final 1; v final 3; w final 5 => …
    c asks f => v does f as 6

    # R2 R6 R8 without free credit requests are queued in order, until their deadline
    w ready; c asks a; c asks deadline: 500 b; c asks c; @0.4 w beats => …
    @0.5 tick => c is refused deadline: 500 b: queueTimeout
    @0.6 w final 1 => c gets answer; w does c as 2

    # R3 R7 without a worker requests are queued for the grace period
    c asks a; @1.9 tick => -
    @2 tick => c is refused a: noWorker
    services = 0

    # R4 a full queue refuses further requests
    c asks a; c asks b; c asks c => c is refused c: queueFull

    # R4 a queue can be full in bytes, too {queueBytes 100, queueLimit 10}
    c asks bytes: 80 a; d asks bytes: 21 b; d asks bytes: 20 c => d is refused bytes: 21 b: queueFull

    # R4 a flow that fills the queue leaves room for the next one {queueLimit 90, clientLimit 1000}
    greedy asks a x100 =# 20 greedy is refused
    other asks a x10 =# 1 other is refused
    queued = 89

    # R5 one client cannot use up all capacity
    w ready 10; c asks a; c asks b; c asks c; c asks d => … w does d as 4
    c asks e; other asks f => c is refused e: clientFull; w does f as 5

    # R5 one client cannot use up all memory {clientBytes 100}
    c asks bytes: 60 a; c asks bytes: 60 b; d asks bytes: 60 b => c is refused bytes: 60 b: clientFull

    # R6 a busy flow delays only its own requests {queueLimit 1000, clientLimit 1000}
    greedy asks g x4; modest asks m; service asks forwarded: x 1; service asks forwarded: y 1; service asks forwarded: x 2 => -
    w ready 20 => w joined s; w does g as 1; w does m as 2; w does forwarded: x 1 as 3; w does forwarded: y 1 as 4; \
    w does g as 5; w does forwarded: x 2 as 6; w does g as 7; w does g as 8

    # R9 requests of a disconnected client are dropped
    gone asks a; c asks b; gone lost; w ready 2 => w joined s; w does b as 1
    outstanding = 1

    # R9 R28 requests of a client that is gone are dropped, and their workers are told
    w ready 2; gone asks a; c asks b; gone asks d => …
    gone breaks => w drops 1
    outstanding = 1; w final 1 => -
    late = 0

    # R11 a request with a partly sent reply is not reassigned
    w ready; c asks a; w part 1; v ready => …
    w lost => w left s; c is refused a: workerLost

    # R12 a request that loses three workers is refused
    u ready; v ready; w ready; x ready; c asks a => …
    u lost; v lost => u left s; v does a as 2; v left s; w does a as 3
    w lost => w left s; c is refused a: workerLost

    # R14 requests that waited for the first worker wait until their deadline once there is one
    c asks a; @1 c asks b; @1.5 w ready; @3 w beats => …
    @2.4 tick; @3.1 tick => heartbeat to w
    @3.2 w final 1 => c gets answer; w does b as 2

    # R15 all clients together are limited, too {requestLimit 3, memoryLimit 100, queueLimit 10}
    x asks bytes: 60 a; y asks bytes: 60 b => y is refused bytes: 60 b: brokerFull
    sender bytes 38; y asks bytes: 2 c; z asks bytes: 1 d => z is refused bytes: 1 d: brokerFull
    sender bytes 0; z asks e; z asks f => z is refused f: brokerFull

    # R16 fields that exceed their limits are refused
    w ready; c asks fields: 70000 a => w joined s; c is refused fields: 70000 a: fieldsTooLarge

    # R17 a held request ends at its deadline, and its client may send new ones
    w ready 10; c asks deadline: 1000 a x4 => …
    @1 w beats; tick =# 4 workerTimeout
    outstanding = 0; bytes = 0; @1.1 c asks again => w does again as 5

    # R17 reassigning a request does not extend its deadline
    w ready; c asks deadline: 1000 a; @0.6 w lost; @0.7 v ready => …
    @0.9 tick => -
    @1 v beats; tick => heartbeat to v; c is refused deadline: 1000 a: workerTimeout

    # R18 a reply that lost a part ends with a 503, and nothing follows
    w ready; c asks a; w part 1 => … c gets part p
    part dropped; w part 1; w final 1 => c is refused a: slowClient
    c asks b => w does b as 2

    # R19 a request that is not idempotent is not delivered twice
    w ready; v ready; c asks POST a => …
    w lost => w left s; c is refused POST a: workerLost

    # R20 after the last worker fell silent, requests wait for its return, within their deadline
    w ready; ticks to 3 => … disconnect w; w left s
    @4 c asks a; c asks deadline: 5000 b; @8.8 tick => -
    @8.9 tick => c is refused deadline: 5000 b: noWorker
    @13 w ready => w joined s; w does a as 1

    # R20 after the last worker was killed, requests wait for its replacement
    w ready; c asks a; @1 w lost; @3 c asks b; @12 tick => w joined s; w does a as 1; w left s
    @15 v ready 2 => v joined s; v does a as 2; v does b as 3

    # R20 R7 requests wait only a limited time for a lost worker
    w ready; @1 w lost; @3 c asks a; @15 c asks b; @16 tick => … c is refused a: noWorker
    @17 tick => c is refused b: noWorker
    services = 0

    # R22 after the start of a broker, requests wait within their deadline for a service that has had no worker yet {startupGrace 15}
    c asks a; c asks deadline: 5000 b; @4.8 tick => -
    @4.9 tick => c is refused deadline: 5000 b: noWorker
    @14 w ready => w joined s; w does a as 1

    # R22 R7 the startup grace period ends, and its end does not shorten the usual one {startupGrace 15}
    c asks a; @14 c asks b; @14.9 tick => -
    @15 tick => c is refused a: noWorker
    @16 tick => c is refused b: noWorker
    @17 c asks c; @19 tick => c is refused c: noWorker

    # R22 R7 the startup grace period does not apply to a service whose worker has left {startupGrace 15}
    w ready; @1 w leaves; @5 c asks a; @7 tick => … c is refused a: noWorker

    # R24 a request without time left reaches no worker
    w ready 2; c asks deadline: 0 a => w joined s; c is refused deadline: 0 a: noTimeLeft
    c asks deadline: 1 b => w does deadline: 1 b as 1

    # R25 a request of a client that leaves too many replies unread reaches no worker
    w ready 2; c! asks a => w joined s; c is refused a: slowClient
    requests = 1; outstanding = 0; c asks b => w does b as 1

    # R27 R28 a client cancels requests by their ID; a worker without credit is not told
    v ready; w ready 1; c asks a; c asks b; c asks c; c asks d => …
    c cancels c; c cancels b; c cancels b; c cancels x; stranger cancels d; c cancels a => w drops 2
    w final 2 => w does d as 3
    outstanding = 1
    """)

  /// A client with many requests beside one with few.
  static let shares = TableRow.all(
    """
    # R26 beside a client with few requests a worker holds three of one with many {queueLimit 100, clientLimit 100}
    w ready 16; flood asks f x20; honest asks h => …
    w final 1-2 =~ w does f as 17; w does h as 18
    w final 3-13 =~ -
    held = 5; w final 14 =~ -
    w final 15 =~ w does f as 19
    w final 18/2; honest asks i => … w does i as 20

    # R26 the share ends after the last waiting replies {queueLimit 100, clientLimit 100}
    w ready 16; flood asks f x20; honest asks h; w final 1-6 => …
    @0.019 w final 7 =~ -
    @0.021 w final 8 =# 3 w does

    # R26 the first requests of a client with many are not those of one with few {queueLimit 100, clientLimit 100}
    w ready 16; honest asks h; w final 1; flood asks f x20; w final 2-6/2 => …
    held = 15

    # R26 clients with many requests share the whole credit {queueLimit 100, clientLimit 100}
    w ready 16; first asks a x10; second asks b x10; @1 first asks c; second asks c; first asks c; second asks c => …
    w final 1-4 =# 4 w does
    held = 16

    # R26 a worker that needs time for each request gets all it can take {queueLimit 100, clientLimit 100}
    w ready 16; flood asks f x20; @0.05 honest asks h => …
    w final 1-5 =# 5 w does
    held = 16

    # R26 requests that only wait for another service do not count {queueLimit 100, clientLimit 100}
    w ready 16; flood asks f x20; honest asks h; w final 1-4 => …
    w beats 27 =~ w does f as 19

    # R26 the share ends with the last worker {queueLimit 100, clientLimit 100}
    w ready 16; flood asks f x20; honest asks h; w final 1-4; w leaves => …
    v ready 16 =# 16 v does
    """)
}
