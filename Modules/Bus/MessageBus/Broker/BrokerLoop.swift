import CZeroMQ
import Logging
import OrderedJSON
import Synchronization

/// Owns the broker's sockets: passes received messages to the machine and performs its actions.
final class BrokerLoop: SocketLoop {
  enum Command: Sendable {
    case stop
  }

  /// State that other threads may read.
  final class SharedState: Sendable {
    let statistics: Mutex<Broker.Statistics>
    let stopped = Latch()
    init(now: ContinuousClock.Instant) { statistics = Mutex(Broker.Statistics(lastRequest: now)) }
  }

  typealias Machine = BrokerMachine<Body>

  let mailbox: Mailbox<Command>
  private(set) var isFinished = false
  private let machine: Machine
  private let brokerSockets: BrokerSockets
  private let sender: BrokerSender
  private var connections: ConnectionCounter
  private var listeners: ConnectionCounter
  private let shared: SharedState
  private let logger: Logger
  private let started: ContinuousClock.Instant
  private var services = ServiceNameCache()
  private var managementDocuments = ManagementDocumentCache()
  private var actions: [Machine.Action] = []
  private var connectionLimiter: ConnectionLimiter
  private var subscriptions = SubscriptionCounter()
  private var trimPolicy = MemoryTrimPolicy()
  private var logLimiter = LogRateLimiter()
  private var probeTimes: [ContinuousClock.Instant] = []
  private var lastHousekeeping: ContinuousClock.Instant
  /// Whether an event was published since the events socket was last read: sending may consume the socket's edge-triggered notification.
  private var hasPublished = false
  private var statistics: Broker.Statistics

  private static let maxMessagesPerTurn = 256
  private static let housekeepingInterval = Duration.milliseconds(500)

  init(
    _ addresses: [BusAddress], _ settings: Broker.Settings, descriptors: Int, _ mailbox: Mailbox<Command>, _ shared: SharedState,
    _ logger: Logger
  ) throws(BusError) {
    self.mailbox = mailbox
    self.shared = shared
    self.logger = logger
    started = .now
    lastHousekeeping = started
    statistics = shared.statistics.withLock(\.self)
    for address in addresses { try address.checkExposure(isInsecure: settings.isInsecure, logger: logger) }
    connectionLimiter = ConnectionLimiter(limit: ConnectionLimiter.limit(descriptors: descriptors, wanted: settings.connectionLimit))
    brokerSockets = try BrokerSockets(addresses, settings, descriptors: descriptors)
    connections = try ConnectionCounter(of: brokerSockets.router)
    listeners = try ConnectionCounter(of: brokerSockets.events)
    try brokerSockets.bind()
    sender = BrokerSender(brokerSockets.router, settings)
    sockets = [brokerSockets.router]
    edgeTriggeredSockets = [brokerSockets.events, connections.socket, listeners.socket]
    machine = Machine(settings, run: .random(in: .min ... .max), now: started)
  }

  let sockets, edgeTriggeredSockets: [Socket]
  var nextTimeout: ContinuousClock.Instant? { [machine.nextTimeout, probeTimes.first, sender.nextRetry].compactMap(\.self).min() }

  func handle(_ commands: [Command], now: ContinuousClock.Instant) { isFinished = true }

  func finish(_ unhandled: [Command]) {
    // From now on, peers that connect find that the broker is gone.
    brokerSockets.removeFiles()
  }

  func turn(now: ContinuousClock.Instant, edgeTriggeredReady: Bool) -> Bool {
    if edgeTriggeredReady || hasPublished {
      hasPublished = false
      readSubscriptions()
      updateConnections(now: now)
    }
    probe(now: now)
    retry(now: now)
    machine.senderBytes = sender.byteCount
    var count = 0
    while count < Self.maxMessagesPerTurn, let message = brokerSockets.router.receive() {
      count += 1
      handle(message, now: now)
      perform(now: now)
    }
    if machine.nextTimeout <= now {
      machine.tick(now: now)
      perform(now: now)
    }
    trimPolicy.record(bytesInUse)
    if now >= lastHousekeeping + Self.housekeepingInterval { runHousekeeping(now: now) }
    statistics.requests = machine.requestCount
    statistics.workers = machine.workers.count
    statistics.subscriptions = subscriptions.count
    statistics.dropped = sender.dropped
    statistics.late = machine.lateReplies
    statistics.connections = connectionLimiter.count
    statistics.listeners = listeners.value
    shared.statistics.withLock { $0 = statistics }
    // Publishing may have consumed the signal of a new subscription.
    return count == Self.maxMessagesPerTurn || hasPublished
  }

  // MARK: Receiving

  private func handle(_ message: Multipart, now: ContinuousClock.Instant) {
    let envelope: BrokerMessage.Envelope
    let content: BrokerMessage
    do throws(BrokerMessage.ParseError) {
      (envelope, content) = try BrokerMessage.read(message, services: &services)
    } catch {
      statistics.invalid += 1
      logger.debug("dropped an invalid message", metadata: ["reason": "\(error.reason)"])
      return
    }
    switch content {
    case .request(let service, let body):
      if service.hasPrefix("mmi.") { return answerManagement(envelope, service, body, now: now) }
      statistics.lastRequest = now
      if subscriptions.requestCount > 0 { publishRequest(service, body, now: now) }
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

  private func answerManagement(_ envelope: BrokerMessage.Envelope, _ service: String, _ body: Body, now: ContinuousClock.Instant) {
    let answer = ManagementInterface.answer(
      service, body, machine: machine, statistics: statistics, slow: sender.slowPeers, uptime: started.duration(to: .now),
      cache: &managementDocuments, now: now)
    if let event = answer.event { publish(event) }
    let outcome = send(OutgoingMessage(envelope, .reply(isFinal: true, service: service, Body(frames: answer.frames))), now: now)
    if outcome == .dropped { refuseDropped(envelope, service, body, now: now) }
  }

  private func updateConnections(now: ContinuousClock.Instant) {
    let lost = connections.update()
    _ = listeners.update()
    connectionLimiter.count = connections.value + listeners.value
    // libzmq does not say which peer a lost connection belonged to. Heartbeats to all workers find out: now, and again after libzmq has
    // cleaned up.
    if lost > 0 { probeTimes = (probeTimes.first.map { [$0] } ?? [now]) + [.milliseconds(20), .milliseconds(100)].map { now + $0 } }
    switch connectionLimiter.update(now: now) {
    case .pause:
      brokerSockets.setAccepting(false)
      logger.warning("too many connections; not accepting more", metadata: ["connections": "\(connectionLimiter.count)"])
    case .resume:
      brokerSockets.setAccepting(true)
      logger.notice("accepting connections again", metadata: ["connections": "\(connectionLimiter.count)"])
    case nil: break
    }
  }

  private func probe(now: ContinuousClock.Instant) {
    guard let first = probeTimes.first, first <= now else { return }
    probeTimes.removeFirst()
    machine.probe()
    perform(now: now)
  }

  private func readSubscriptions() {
    while let message = brokerSockets.events.receive() {
      guard let first = message[0].first, first <= 1 else { continue }
      let topic = message[0].dropFirst()
      if let text = String(validating: topic, as: UTF8.self), SubscriptionMarker.isMarker(text) {
        if first == 1 { publish(Event(text)) }
      } else if first == 1 {
        subscriptions.subscribed(topic)
      } else {
        subscriptions.unsubscribed(topic)
      }
    }
  }

  /// Does periodic work that is not urgent.
  private func runHousekeeping(now: ContinuousClock.Instant) {
    lastHousekeeping = now
    sender.removeIdleCounters()
    updateConnections(now: now)
    if let lines = logLimiter.summary(now: now) {
      logger.info("suppressed log lines about workers that joined or left", metadata: ["lines": "\(lines)"])
    }
    if trimPolicy.shouldTrim(bytesInUse, now: now) { malloc_trim(0) }
  }

  private var bytesInUse: Int { machine.requestBytes + sender.byteCount + connectionLimiter.count * MemoryTrimPolicy.bytesPerConnection }

  // MARK: Sending

  private func perform(now: ContinuousClock.Instant) {
    while true {
      machine.takeActions(&actions)
      guard !actions.isEmpty else { return }
      // Taken from the end, actions are moved instead of copied; there are rarely more than two.
      actions.reverse()
      while let action = actions.popLast() { perform(action, now: now) }
    }
  }

  private func perform(_ action: Machine.Action, now: ContinuousClock.Instant) {
    switch action {
    case .joined(let service, let peer): announce(hasJoined: true, service, peer, now: now)
    case .left(let service, let peer):
      sender.removeRequests(to: peer)
      announce(hasJoined: false, service, peer, now: now)
    default:
      guard let outgoing = OutgoingMessage(action) else { return }
      let outcome = send(outgoing, now: now)
      if outcome != .sent { handleUnsent(action, outcome, now: now) }
    }
  }

  private func handleUnsent(_ action: Machine.Action, _ outcome: BrokerSender.Outcome, now: ContinuousClock.Instant) {
    switch (outcome, action) {
    case (.queued, .request(let envelope, _, _)): machine.setBlocked(true, envelope.peer)
    case (.dropped, .reply(_, false, _, let pending)): machine.partDropped(pending)
    case (.dropped, .reply(let envelope, true, let body, let pending)): refuseDropped(envelope, pending.service.name, body, now: now)
    default: break
    }
  }

  /// Sends a 503 in place of a dropped reply. `body` may be that of the request or of the reply: both begin with the request ID.
  private func refuseDropped(_ envelope: BrokerMessage.Envelope, _ service: String, _ body: Body, now: ContinuousClock.Instant) {
    send(OutgoingMessage(envelope, .refusal(.slowClient, service: service, id: body.count > 1 ? body.refusalID : [])), now: now)
  }

  @discardableResult
  private func send(_ outgoing: OutgoingMessage, now: ContinuousClock.Instant) -> BrokerSender.Outcome {
    sender.requestBytes = machine.requestBytes
    let outcome = sender.send(outgoing, now: now)
    guard outcome == .unreachable else { return outcome }
    let peer = outgoing.envelope.peer
    var unsent: [ClientAddress] = []
    if case .request(let address, _) = outgoing.payload { unsent.append(address) }
    // The same will happen to the requests for this peer that are still to be sent.
    for case .request(let envelope, let address, _) in actions where envelope.peer == peer { unsent.append(address) }
    machine.unreachable(peer, unsent: unsent, now: now)
    return outcome
  }

  private func retry(now: ContinuousClock.Instant) {
    let (caughtUp, unreachable) = sender.retry(now: now)
    for peer in caughtUp { machine.setBlocked(false, peer) }
    for peer in unreachable { machine.unreachable(peer, now: now) }
    if !caughtUp.isEmpty || !unreachable.isEmpty { perform(now: now) }
  }

  private func announce(hasJoined: Bool, _ service: String, _ peer: PeerID, now: ContinuousClock.Instant) {
    if logLimiter.allows(peer, now: now) {
      logger.info(hasJoined ? "worker joined" : "worker left", metadata: ["service": "\(service)", "worker": "\(peer)"])
    }
    let topic = hasJoined ? WorkerTopic.joined(service: service) : .left(service: service)
    publish(Event(topic.text, content: (["worker": .string(peer.description)] as JSON).bytes()))
  }

  private func publishRequest(_ service: String, _ body: Body, now: ContinuousClock.Instant) {
    let bytes = body.frame(1)
    guard bytes.count <= ObservedRequest.maxHeadLength, let head = String(validating: bytes, as: UTF8.self) else { return }
    // The machine counts the request next.
    let number = machine.requestCount + 1
    publish(ObservedRequest(service: service, head: head, number: number, time: started.duration(to: now)).event)
  }

  private func publish(_ event: Event) {
    hasPublished = true
    _ = brokerSockets.events.send(event.topic, more: true)
    _ = brokerSockets.events.send(event.fields.text, more: true)
    _ = brokerSockets.events.send(event.content, more: false)
  }
}
