import Testing

@testable import MessageBus

/// The small parts of the broker that know neither sockets nor machine.
@Suite struct BrokerPartsTests {
  let start = ContinuousClock.now
  func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  private final class Worker: WorkerLineMember {
    var holds = 0
    var changed: UInt64 = 0
    var place: Int?
  }

  @Test func `the line of workers has the one that holds fewest and is idle longest in front`() {
    var line = WorkerLine<Worker>()
    let workers = (0..<50).map { _ in Worker() }
    for change in 1...5_000 {
      guard let worker = workers.randomElement() else { return }
      worker.changed = UInt64(change)
      worker.holds = .random(in: 0..<9)
      if worker.holds == 8 { line.remove(worker) } else { line.place(worker) }
      let best = workers.filter { $0.place != nil }.min { ($0.holds, $0.changed) < ($1.holds, $1.changed) }
      #expect(line.first === best)
    }
  }

  @Test func `timers come in order, and overtaken ones not at all`() {
    var timers = TimerQueue()
    let subjects = (0..<500).map { _ in TimerSubject() }
    var due: [ObjectIdentifier: ContinuousClock.Instant] = [:]
    for _ in 0..<5_000 {
      guard let subject = subjects.randomElement() else { return }
      let instant = at(.random(in: 0..<100))
      timers.set(instant, for: subject)
      due[ObjectIdentifier(subject)] = min(due[ObjectIdentifier(subject)] ?? instant, instant)
    }
    #expect(timers.count < 2_000)
    for second in 1...100 {
      while let subject = timers.popDue(now: at(Double(second))) {
        guard let instant = due.removeValue(forKey: ObjectIdentifier(subject)) else {
          Issue.record("woken twice")
          continue
        }
        #expect(instant <= at(Double(second)) && instant > at(Double(second - 1)))
      }
    }
    #expect(due.isEmpty)
  }

  @Test func `the gate closes at its limit and opens when a sixteenth is free`() {
    var gate = ConnectionGate(limit: 160)
    gate.count = 159
    #expect(gate.change(now: at(0)) == nil)
    gate.count = 160
    #expect(gate.change(now: at(0)) == .close)
    #expect(gate.change(now: at(1)) == nil)
    gate.count = 150
    #expect(gate.change(now: at(2)) == nil)
    gate.count = 149
    #expect(gate.change(now: at(2)) == .open)
    #expect(ConnectionGate.limit(descriptors: 20_000, wanted: 32_768) == 15_000)
    #expect(ConnectionGate.limit(descriptors: 1_048_576, wanted: 32_768) == 32_768)
    #expect(ConnectionGate.backlog(descriptors: 1_024) == 128)
  }

  @Test func `memory goes back after a peak, not during it and not all the time`() {
    var memory = MemoryPeak()
    #expect(memory.shouldTrim(100 << 20, now: at(0)) == false)
    #expect(memory.shouldTrim(90 << 20, now: at(1)) == false)
    #expect(memory.shouldTrim(1 << 20, now: at(2)) == true)
    #expect(memory.shouldTrim(1 << 20, now: at(60)) == false)
    memory.note(50 << 20)
    #expect(memory.shouldTrim(0, now: at(61)) == true)
    memory.note(50 << 20)
    #expect(memory.shouldTrim(0, now: at(62)) == false)
    #expect(memory.shouldTrim(0, now: at(66)) == true)
  }

  @Test func `a peer that comes and goes writes a few lines only, and how many more there would have been is said`() {
    var budget = LogBudget()
    let peer = PeerID([1])
    var lines = 0
    for _ in 0..<40_000 where budget.allows(peer, now: at(0)) { lines += 1 }
    #expect(lines == LogBudget.perPeer)
    #expect(budget.summary(now: at(1)) == nil)
    #expect(budget.summary(now: at(60)) == 40_000 - LogBudget.perPeer)
    #expect(budget.summary(now: at(200)) == nil)
    lines = 0
    for number in 0..<1_000 where budget.allows(PeerID([UInt8(number % 256), UInt8(number / 256)]), now: at(200)) { lines += 1 }
    #expect(lines == LogBudget.altogether)
  }

  @Test func `subscriptions are never fewer than none`() {
    var subscriptions = SubscriptionCount()
    subscriptions.unsubscribed(Array("a".utf8))
    #expect(subscriptions.count == 0)
    subscriptions.subscribed(Array("a".utf8))
    subscriptions.subscribed(Array("a".utf8))
    subscriptions.unsubscribed(Array("b".utf8))
    #expect(subscriptions.count == 2)
    for _ in 0..<3 { subscriptions.unsubscribed(Array("a".utf8)) }
    #expect(subscriptions.count == 0)
  }

  @Test func `service names stay few, however many are invented`() throws {
    var names = ServiceNames()
    for number in 0..<5_000 {
      let name = try Array("service \(number)".utf8).withUnsafeBytes { bytes throws in try names.name(bytes) }
      #expect(name == "service \(number)")
      #expect(names.count <= ServiceNames.mostKnown)
    }
    #expect(throws: BrokerMessage.Invalid.self) { try [UInt8]().withUnsafeBytes { bytes throws in try names.name(bytes) } }
  }
}
