import DequeModule
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
  private let router: Socket
  private let events: Socket
  private let monitor: SocketMonitor
  private let listeners: ListenerCount
  /// Held for the locks they are: released when the loop ends.
  private let claims: [EndpointClaim]
  private let shared: Shared
  private let logger: Logger
  private let started: ContinuousClock.Instant
  private var services = ServiceNames()
  private var actions: [Machine.Action] = []
  /// What slow peers have not taken yet, in order.
  private var backlog: [PeerID: Deque<Machine.Action>] = [:]
  /// Messages that were dropped because their peer was slow, while it is there. Not more than ``mostLosers`` peers.
  private var losses: [PeerID: Int] = [:]
  private var probes: [ContinuousClock.Instant] = []
  /// Sending may swallow what the events socket's descriptor had to say.
  private var hasPublished = false
  private var statistics: Broker.Statistics

  private static let mostPerTurn = 256
  private static let mostLosers = 256

  init(
    _ addresses: [BusAddress], _ settings: Broker.Settings, _ mailbox: Mailbox<Command>, _ shared: Shared, _ logger: Logger
  ) throws(BusError) {
    self.mailbox = mailbox
    self.shared = shared
    self.logger = logger
    started = .now
    statistics = shared.statistics.withLock(\.self)
    claims = try addresses.filter { $0.requests.transport == .ipc }
      .map { address throws(BusError) in try EndpointClaim(address.requests) }
    router = try Socket(.router)
    router.set(ZMQ.routerMandatory, Int32(1))
    router.setConnectionOptions(largestMessage: settings.largestMessage)
    events = try Socket(.publisher)
    // Every subscription is told, also a second one to the same topic, so that listeners can be counted.
    events.set(ZMQ.tellAllSubscriptions, Int32(1))
    events.setConnectionOptions(largestMessage: settings.largestMessage)
    monitor = try SocketMonitor(of: router)
    listeners = try ListenerCount(of: events)
    for address in addresses {
      try router.bind(address.requests)
      try events.bind(address.events)
      EndpointClaim.restrict(address.requests)
      EndpointClaim.restrict(address.events)
    }
    machine = Machine(settings, run: .random(in: .min ... .max), now: started) { BodyFrames.deadline($0) }
  }

  var sockets: [Socket] { [router] }
  var sidelines: [Socket] { [events, monitor.socket, listeners.socket] }

  var nextDue: ContinuousClock.Instant? {
    let due = min(machine.nextDue, probes.first ?? machine.nextDue)
    return backlog.isEmpty ? due : min(due, .now + .milliseconds(1))
  }

  func handle(_ commands: [Command], now: ContinuousClock.Instant) { isFinished = true }

  func finish(_ untaken: [Command]) { shared.stopped.open() }

  func turn(now: ContinuousClock.Instant, sidelines: Bool) -> Bool {
    if sidelines || hasPublished {
      hasPublished = false
      heedSubscriptions()
      watchConnections()
      listeners.update()
    }
    probe(now: now)
    retryBacklog(now: now)
    var count = 0
    while count < Self.mostPerTurn, let message = router.receive() {
      count += 1
      take(message, now: now)
      perform(now: now)
    }
    if machine.nextDue <= now {
      machine.tick(now: now)
      perform(now: now)
    }
    statistics.requests = machine.requests
    statistics.workers = machine.workers.count
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
      if service.hasPrefix("mmi.") { return manage(envelope, service, body) }
      statistics.lastRequest = now
      machine.request(from: envelope, service: service, body, now: now)
    case .ready(let service, let credit): machine.ready(from: envelope, service: service, credit: credit, now: now)
    case .reply(let isFinal, let address, let body): machine.reply(from: envelope, isFinal: isFinal, to: address, body, now: now)
    case .heartbeat: machine.heartbeat(from: envelope, now: now)
    case .disconnect: machine.disconnect(from: envelope, now: now)
    }
  }

  private func manage(_ envelope: BrokerMessage.Envelope, _ service: String, _ body: Body) {
    let answer = ManagementInterface.answer(
      service, body, machine: machine, statistics: statistics, slow: slowPeers, uptime: started.duration(to: .now))
    if let event = answer.event { publish(event) }
    _ = Outgoing.reply(envelope, isFinal: true, service: service, Body(frames: answer.frames)).send(through: router)
  }

  /// A lost connection has no name: heartbeats to all workers show whose it was, at once and again when libzmq has tidied up.
  private func watchConnections() {
    var lost = false
    while let event = monitor.next() { if event == .disconnected { lost = true } }
    if lost { probes = [.zero, .milliseconds(20), .milliseconds(100)].map { .now + $0 } }
  }

  private func probe(now: ContinuousClock.Instant) {
    guard let first = probes.first, first <= now else { return }
    probes.removeFirst()
    machine.probe()
    perform(now: now)
  }

  private func heedSubscriptions() {
    while let message = events.receive() {
      guard let first = message[0].first else { continue }
      if let topic = String(validating: message[0].dropFirst(), as: UTF8.self), SubscriptionMark.isMark(topic) {
        if first == 1 { publish(Event(topic)) }
      } else {
        statistics.subscriptions += first == 1 ? 1 : -1
      }
    }
  }

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
    case .joined(let service, let peer): announce("joined", service, peer)
    case .left(let service, let peer): announce("left", service, peer)
    default:
      guard let outgoing = Outgoing(action) else { return }
      let peer = outgoing.envelope.peer
      guard backlog[peer] == nil else { return keep(action, for: peer) }
      switch outgoing.send(through: router) {
      case .yes: break
      case .full: keep(action, for: peer)
      case .unreachable, .failed:
        losses[peer] = nil
        machine.unreachable(peer, now: now)
      }
    }
  }

  private func keep(_ action: Machine.Action, for peer: PeerID) {
    guard (backlog[peer]?.count ?? 0) < machine.settings.peerQueueLimit else {
      statistics.dropped += 1
      if losses[peer] != nil || losses.count < Self.mostLosers { losses[peer, default: 0] += 1 }
      return
    }
    backlog[peer, default: []].append(action)
  }

  private var slowPeers: [ManagementInterface.SlowPeer] {
    Set(backlog.keys).union(losses.keys).map {
      ManagementInterface.SlowPeer(peer: $0, waiting: backlog[$0]?.count ?? 0, dropped: losses[$0] ?? 0)
    }
  }

  private func retryBacklog(now: ContinuousClock.Instant) {
    guard !backlog.isEmpty else { return }
    for (peer, actions) in backlog {
      var rest = actions
      sending: while let action = rest.first {
        switch Outgoing(action)?.send(through: router) {
        case .yes, nil: rest.removeFirst()
        case .full: break sending
        case .unreachable, .failed:
          statistics.dropped += UInt64(rest.count)
          rest.removeAll()
          losses[peer] = nil
          machine.unreachable(peer, now: now)
        }
      }
      backlog[peer] = rest.isEmpty ? nil : rest
    }
    perform(now: now)
  }

  private func announce(_ what: String, _ service: String, _ peer: PeerID) {
    logger.info("worker \(what == "joined" ? "joined" : "left")", metadata: ["service": "\(service)", "worker": "\(peer)"])
    publish(Event("worker/\(what)/\(service)", content: (["worker": .string(peer.description)] as JSON).bytes()))
  }

  private func publish(_ event: Event) {
    hasPublished = true
    _ = events.send(event.topic, more: true)
    _ = events.send(event.fields.text, more: true)
    _ = events.send(event.content, more: false)
  }
}
