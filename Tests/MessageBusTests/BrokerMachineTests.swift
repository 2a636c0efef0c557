import Testing

@testable import MessageBus

/// STATES.md, row by row. Bodies are plain strings here: the machine never looks inside.
@Suite struct BrokerMachineTests {
  typealias Machine = BrokerMachine<String>

  let start = ContinuousClock.now
  let machine: Machine
  let settings: Broker.Settings

  init() {
    var settings = Broker.Settings()
    settings.heartbeatInterval = .seconds(1)
    settings.liveness = 3
    settings.grace = .seconds(2)
    settings.queueLimit = 2
    settings.clientLimit = 4
    self.settings = settings
    machine = Machine(settings, run: 7, now: start) { $0.hasPrefix("hurry") ? .milliseconds(500) : nil }
  }

  func peer(_ name: String, delimited: Bool = false) -> BrokerMessage.Envelope {
    BrokerMessage.Envelope(peer: PeerID(Array(name.utf8)), isDelimited: delimited)
  }

  func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// The actions so far, one short line each.
  func actions() -> [String] {
    var taken: [Machine.Action] = []
    machine.takeActions(&taken)
    func name(_ envelope: BrokerMessage.Envelope) -> String { String(decoding: envelope.peer.bytes, as: UTF8.self) }
    return taken.map { action in
      switch action {
      case .request(let to, let address, let content): "\(name(to)) does \(content) as \(address.number)"
      case .reply(let to, let isFinal, _, let content): "\(name(to)) gets \(isFinal ? "" : "part ")\(content)"
      case .refuse(let to, _, let refusal, let content): "\(name(to)) is refused \(content): \(refusal)"
      case .heartbeat(let to): "heartbeat to \(name(to))"
      case .disconnect(let to): "disconnect \(name(to))"
      case .joined(let service, let peer): "\(String(decoding: peer.bytes, as: UTF8.self)) joined \(service)"
      case .left(let service, let peer): "\(String(decoding: peer.bytes, as: UTF8.self)) left \(service)"
      }
    }
  }

  func address(_ number: UInt64, run: UInt64 = 7) -> ClientAddress { ClientAddress(run: run, number: number) }
  func ready(_ worker: String, credit: Int = 1, _ service: String = "s", at seconds: Double = 0) {
    machine.ready(from: peer(worker), service: service, credit: credit, now: at(seconds))
  }
  func ask(_ content: String, from client: String = "c", at seconds: Double = 0) {
    machine.request(from: peer(client), service: "s", content, now: at(seconds))
  }
  func final(_ number: UInt64, by worker: String, _ content: String = "answer", at seconds: Double = 0) {
    machine.reply(from: peer(worker), isFinal: true, to: address(number), content, now: at(seconds))
  }

  @Test func `B1 a worker joins and serves who waits, up to its credit`() {
    ask("a")
    ask("b")
    ready("w", credit: 1)
    #expect(actions() == ["w joined s", "w does a as 1"])
    #expect(machine.offers("s"))
  }

  @Test func `B2 reserved names are refused`() {
    ready("w", "mmi.echo")
    #expect(actions() == ["disconnect w"])
    #expect(machine.workers.isEmpty)
  }

  @Test func `B3 an unknown worker is told to disconnect, once per liveness time`() {
    machine.heartbeat(from: peer("w"), now: at(0))
    final(1, by: "w")
    machine.heartbeat(from: peer("w"), now: at(1))
    #expect(actions() == ["disconnect w"])
    machine.heartbeat(from: peer("w"), now: at(3))
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
    #expect(actions() == ["disconnect w", "w left s", "v does a as 1"])
  }

  @Test func `B6 B7 parts and the final answer are passed on, and the credit serves the next`() {
    ready("w")
    ask("a")
    ask("b")
    _ = actions()
    machine.reply(from: peer("w"), isFinal: false, to: address(1), "p", now: at(0))
    final(1, by: "w")
    #expect(actions() == ["c gets part p", "c gets answer", "w does b as 2"])
  }

  @Test(arguments: [(UInt64(2), UInt64(7)), (1, 8)])
  func `B8 an answer to what it does not hold ends a worker`(number: UInt64, run: UInt64) {
    ready("w")
    ask("a")
    _ = actions()
    machine.reply(from: peer("w"), isFinal: true, to: address(number, run: run), "?", now: at(0))
    #expect(actions() == ["disconnect w", "w left s"])
    ready("v")
    #expect(actions() == ["v joined s", "v does a as 1"])
  }

  @Test func `B8 a second final answer ends a worker, and the client hears nothing of it`() {
    ready("w")
    ask("a")
    final(1, by: "w")
    _ = actions()
    final(1, by: "w", "again")
    #expect(actions() == ["disconnect w", "w left s"])
  }

  @Test func `B9 B11 heartbeats keep a worker, silence ends it`() {
    ready("w")
    _ = actions()
    machine.heartbeat(from: peer("w"), now: at(2))
    machine.tick(now: at(3))
    #expect(actions() == ["heartbeat to w"])
    machine.tick(now: at(5))
    #expect(actions() == ["disconnect w", "w left s"])
  }

  @Test func `B10 R13 a worker that leaves hands back, however often`() {
    ask("a")
    for round in 0..<5 {
      ready("w\(round)")
      #expect(actions() == ["w\(round) joined s", "w\(round) does a as 1"])
      machine.disconnect(from: peer("w\(round)"), now: at(0))
      #expect(actions() == ["w\(round) left s"])
    }
  }

  @Test func `B12 R10 what an unreachable worker held goes to another, oldest first`() {
    ready("w", credit: 2)
    ask("a")
    ask("b")
    _ = actions()
    machine.unreachable(peer("w").peer, now: at(0))
    ready("v", credit: 2)
    #expect(actions() == ["w left s", "v joined s", "v does a as 1", "v does b as 2"])
  }

  @Test func `R1 the worker that waited longest gets the next request`() {
    ready("v")
    ready("w")
    ask("a")
    final(1, by: "v")
    ask("b")
    ask("c")
    #expect(actions() == ["v joined s", "w joined s", "v does a as 1", "c gets answer", "w does b as 2", "v does c as 3"])
  }

  @Test func `R2 R6 R8 without credit requests wait in order, until their deadline`() {
    ready("w")
    ask("a")
    ask("hurry b")
    ask("c")
    machine.heartbeat(from: peer("w"), now: at(0.4))
    _ = actions()
    machine.tick(now: at(0.5))
    #expect(actions() == ["c is refused hurry b: waitedTooLong"])
    final(1, by: "w", at: 0.6)
    #expect(actions() == ["c gets answer", "w does c as 3"])
  }

  @Test func `R3 R7 without a worker requests wait for the grace`() {
    ask("a")
    machine.tick(now: at(1.9))
    #expect(actions() == [])
    machine.tick(now: at(2))
    #expect(actions() == ["c is refused a: noWorker"])
    #expect(machine.services.isEmpty)
  }

  @Test func `R4 a full queue refuses the newest`() {
    for name in ["a", "b", "c"] { ask(name) }
    #expect(actions() == ["c is refused c: queueFull"])
  }

  @Test func `R5 one client cannot take everything`() {
    ready("w", credit: 10)
    for name in ["a", "b", "c", "d", "e"] { ask(name) }
    ask("f", from: "other")
    #expect(
      actions().suffix(3) == ["w does d as 4", "c is refused e: clientFull", "w does f as 6"])
  }

  @Test func `R9 who is gone is not served`() {
    ask("a", from: "gone")
    ask("b")
    machine.unreachable(peer("gone").peer, now: at(0))
    ready("w", credit: 2)
    #expect(actions() == ["w joined s", "w does b as 2"])
  }

  @Test func `R11 a half-sent answer cannot go to another worker`() {
    ready("w")
    ask("a")
    machine.reply(from: peer("w"), isFinal: false, to: address(1), "p", now: at(0))
    ready("v")
    _ = actions()
    machine.unreachable(peer("w").peer, now: at(0))
    #expect(actions() == ["w left s", "c is refused a: workerLost"])
  }

  @Test func `R12 a request that kills its workers is given up at the third`() {
    for name in ["u", "v", "w", "x"] { ready(name) }
    ask("a")
    _ = actions()
    for name in ["u", "v"] { machine.unreachable(peer(name).peer, now: at(0)) }
    #expect(actions() == ["u left s", "v does a as 1", "v left s", "w does a as 1"])
    machine.unreachable(peer("w").peer, now: at(0))
    #expect(actions() == ["w left s", "c is refused a: workerLost"])
  }

  @Test func `R14 who waited for any worker waits longer once there is one`() {
    ask("a")
    ask("b", at: 1)
    ready("w", at: 1.5)
    _ = actions()
    machine.heartbeat(from: peer("w"), now: at(3))
    machine.tick(now: at(3.1))
    #expect(actions() == ["heartbeat to w"])
    final(1, by: "w", at: 3.2)
    #expect(actions() == ["c gets answer", "w does b as 2"])
  }
}
