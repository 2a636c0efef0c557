import CZeroMQ
import Logging
import OrderedJSON
import Synchronization

/// Owns the broker's sockets: reads messages into the machine and performs what it asks for.
final class BrokerLoop: SocketLoop {
  enum Command: Sendable {
    case stop
  }

  /// What other threads may see of the broker.
  final class Shared: Sendable {
    let statistics: Mutex<Broker.Statistics>
    let stopped = Latch()
    init(now: ContinuousClock.Instant) { statistics = Mutex(Broker.Statistics(lastRequest: now)) }
  }

  typealias Machine = BrokerMachine<Body>

  let mailbox: Mailbox<Command>
  private(set) var isFinished = false
  private let machine: Machine
  private let doors: Doors
  private let outlet: BrokerOutlet
  private var connections: ConnectionCount
  private var listeners: ConnectionCount
  private let shared: Shared
  private let logger: Logger
  private let started: ContinuousClock.Instant
  private var services = ServiceNames()
  private var actions: [Machine.Action] = []
  private var gate: ConnectionGate
  private var subscriptions = SubscriptionCount()
  private var memory = MemoryPeak()
  private var logBudget = LogBudget()
  private var probes: [ContinuousClock.Instant] = []
  private var lastChore: ContinuousClock.Instant
  /// Sending may swallow what the events socket's descriptor had to say.
  private var hasPublished = false
  private var statistics: Broker.Statistics

  private static let mostPerTurn = 256
  private static let choreInterval = Duration.milliseconds(500)

  init(
    _ addresses: [BusAddress], _ settings: Broker.Settings, descriptors: Int, _ mailbox: Mailbox<Command>, _ shared: Shared,
    _ logger: Logger
  ) throws(BusError) {
    self.mailbox = mailbox
    self.shared = shared
    self.logger = logger
    started = .now
    lastChore = started
    statistics = shared.statistics.withLock(\.self)
    for address in addresses { try address.checkExposure(isInsecure: settings.isInsecure, logger: logger) }
    gate = ConnectionGate(limit: ConnectionGate.limit(descriptors: descriptors, wanted: settings.connectionLimit))
    doors = try Doors(addresses, settings, descriptors: descriptors)
    connections = try ConnectionCount(of: doors.router)
    listeners = try ConnectionCount(of: doors.events)
    try doors.open()
    outlet = BrokerOutlet(doors.router, settings)
    machine = Machine(settings, run: .random(in: .min ... .max), now: started)
  }

  var sockets: [Socket] { [doors.router] }
  var sidelines: [Socket] { [doors.events, connections.socket, listeners.socket] }
  var nextDue: ContinuousClock.Instant? { [machine.nextDue, probes.first, outlet.nextRetry].compactMap(\.self).min() }

  func handle(_ commands: [Command], now: ContinuousClock.Instant) { isFinished = true }

  func finish(_ untaken: [Command]) {
    // Whoever was kept out shall find that nobody listens.
    if !gate.isOpen { doors.setOpen(true) }
  }

  func turn(now: ContinuousClock.Instant, sidelines: Bool) -> Bool {
    if sidelines || hasPublished {
      hasPublished = false
      readSubscriptions()
      watchConnections(now: now)
    }
    probe(now: now)
    retry(now: now)
    machine.bytesElsewhere = outlet.byteCount
    var count = 0
    while count < Self.mostPerTurn, let message = doors.router.receive() {
      count += 1
      take(message, now: now)
      perform(now: now)
    }
    if machine.nextDue <= now {
      machine.tick(now: now)
      perform(now: now)
    }
    memory.note(bytesInUse)
    if now >= lastChore + Self.choreInterval { doChores(now: now) }
    statistics.requests = machine.requests
    statistics.workers = machine.workers.count
    statistics.subscriptions = subscriptions.count
    statistics.dropped = outlet.dropped
    statistics.late = machine.late
    statistics.connections = gate.count
    statistics.listeners = listeners.value
    shared.statistics.withLock { $0 = statistics }
    return count > 0
  }

  // MARK: In

  private func take(_ message: Multipart, now: ContinuousClock.Instant) {
    let envelope: BrokerMessage.Envelope
    let content: BrokerMessage
    do throws(BrokerMessage.Invalid) {
      (envelope, content) = try BrokerMessage.read(message, services: &services)
    } catch {
      statistics.invalid += 1
      logger.debug("dropped an invalid message", metadata: ["reason": "\(error.reason)"])
      return
    }
    switch content {
    case .request(let service, let body):
      if service.hasPrefix("mmi.") { return manage(envelope, service, body, now: now) }
      statistics.lastRequest = now
      machine.request(from: envelope, service: service, body, now: now)
    case .ready(let service, let credit):
      if credit == .invalid { statistics.invalid += 1 }
      machine.ready(from: envelope, service: service, credit, now: now)
    case .reply(let isFinal, let address, let body): machine.reply(from: envelope, isFinal: isFinal, to: address, body, now: now)
    case .heartbeat(let credit):
      if credit == .invalid { statistics.invalid += 1 }
      machine.heartbeat(from: envelope, credit, now: now)
    case .handBack(let address): machine.handBack(from: envelope, address, now: now)
    case .disconnect: machine.disconnect(from: envelope, now: now)
    }
  }

  private func manage(_ envelope: BrokerMessage.Envelope, _ service: String, _ body: Body, now: ContinuousClock.Instant) {
    let answer = ManagementInterface.answer(
      service, body, machine: machine, statistics: statistics, slow: outlet.slowPeers, uptime: started.duration(to: .now))
    if let event = answer.event { publish(event) }
    let outcome = send(Outgoing(envelope, .reply(isFinal: true, service: service, Body(frames: answer.frames))), now: now)
    if outcome == .dropped { sayThatItWasDropped(envelope, service, body, now: now) }
  }

  private func watchConnections(now: ContinuousClock.Instant) {
    let lost = connections.update()
    _ = listeners.update()
    gate.count = connections.value + listeners.value
    // A lost connection has no name: heartbeats to all workers show whose it was, at once and again when libzmq has tidied up.
    if lost > 0 { probes = (probes.first.map { [$0] } ?? [now]) + [.milliseconds(20), .milliseconds(100)].map { now + $0 } }
    switch gate.change(now: now) {
    case .close:
      doors.setOpen(false)
      logger.warning("too many connections: nobody else is let in", metadata: ["connections": "\(gate.count)"])
    case .open:
      doors.setOpen(true)
      logger.notice("connections are accepted again", metadata: ["connections": "\(gate.count)"])
    case nil: break
    }
  }

  private func probe(now: ContinuousClock.Instant) {
    guard let first = probes.first, first <= now else { return }
    probes.removeFirst()
    machine.probe()
    perform(now: now)
  }

  private func readSubscriptions() {
    while let message = doors.events.receive() {
      guard let first = message[0].first, first <= 1 else { continue }
      let topic = message[0].dropFirst()
      if let text = String(validating: topic, as: UTF8.self), SubscriptionMark.isMark(text) {
        if first == 1 { publish(Event(text)) }
      } else if first == 1 {
        subscriptions.subscribed(topic)
      } else {
        subscriptions.unsubscribed(topic)
      }
    }
  }

  /// What has time.
  private func doChores(now: ContinuousClock.Instant) {
    lastChore = now
    outlet.tidyUp()
    watchConnections(now: now)
    if let lines = logBudget.summary(now: now) { logger.info("more workers came and went", metadata: ["lines": "\(lines)"]) }
    if memory.shouldTrim(bytesInUse, now: now) { malloc_trim(0) }
  }

  private var bytesInUse: Int { machine.bytes + outlet.byteCount + gate.count * MemoryPeak.perConnection }

  // MARK: Out

  private func perform(now: ContinuousClock.Instant) {
    while true {
      machine.takeActions(&actions)
      guard !actions.isEmpty else { return }
      for action in actions { perform(action, now: now) }
      actions.removeAll(keepingCapacity: true)
    }
  }

  private func perform(_ action: Machine.Action, now: ContinuousClock.Instant) {
    switch action {
    case .joined(let service, let peer): announce("joined", service, peer, now: now)
    case .left(let service, let peer):
      outlet.forgetRequests(to: peer)
      announce("left", service, peer, now: now)
    default:
      guard let outgoing = Outgoing(action) else { return }
      let outcome = send(outgoing, now: now)
      if outcome != .sent { wasNotSent(action, outcome, now: now) }
    }
  }

  private func wasNotSent(_ action: Machine.Action, _ outcome: BrokerOutlet.Outcome, now: ContinuousClock.Instant) {
    switch (outcome, action) {
    case (.kept, .request(let envelope, _, _)): machine.setBlocked(true, envelope.peer)
    case (.dropped, .reply(_, false, _, let pending)): machine.undelivered(pending)
    case (.dropped, .reply(let envelope, true, let body, let pending)): sayThatItWasDropped(envelope, pending.service.name, body, now: now)
    default: break
    }
  }

  /// `body` is that of the request or of the answer: both begin with the request's id.
  private func sayThatItWasDropped(_ envelope: BrokerMessage.Envelope, _ service: String, _ body: Body, now: ContinuousClock.Instant) {
    send(Outgoing(envelope, .refusal(.clientSlow, service: service, id: body.count > 1 ? body.idForRefusal : [])), now: now)
  }

  @discardableResult
  private func send(_ outgoing: Outgoing, now: ContinuousClock.Instant) -> BrokerOutlet.Outcome {
    outlet.bytesOfRequests = machine.bytes
    let outcome = outlet.send(outgoing, now: now)
    if outcome == .unreachable { machine.unreachable(outgoing.envelope.peer, now: now) }
    return outcome
  }

  private func retry(now: ContinuousClock.Instant) {
    let (caughtUp, gone) = outlet.retry(now: now)
    for peer in caughtUp { machine.setBlocked(false, peer) }
    for peer in gone { machine.unreachable(peer, now: now) }
    if !caughtUp.isEmpty || !gone.isEmpty { perform(now: now) }
  }

  private func announce(_ what: String, _ service: String, _ peer: PeerID, now: ContinuousClock.Instant) {
    if logBudget.allows(peer, now: now) {
      logger.info("worker \(what)", metadata: ["service": "\(service)", "worker": "\(peer)"])
    }
    publish(Event("worker/\(what)/\(service)", content: (["worker": .string(peer.description)] as JSON).bytes()))
  }

  private func publish(_ event: Event) {
    hasPublished = true
    _ = doors.events.send(event.topic, more: true)
    _ = doors.events.send(event.fields.text, more: true)
    _ = doors.events.send(event.content, more: false)
  }
}
