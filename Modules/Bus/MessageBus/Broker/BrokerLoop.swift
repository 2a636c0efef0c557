import Logging
import OrderedJSON
import Synchronization

/// Owns the broker's sockets: passes received messages to the machine and performs its actions.
final class BrokerLoop: SocketLoop {
  /// State that other threads may read.
  final class SharedState: Sendable {
    let statistics: Mutex<Broker.Statistics>
    let stopped = Latch()
    let domain: KeyDomain?
    /// Why the broker stopped by itself.
    let failure = Mutex<BusError?>(nil)
    init(now: Instant, _ domain: KeyDomain? = nil) {
      statistics = Mutex(Broker.Statistics(lastRequest: now))
      self.domain = domain
    }
  }

  typealias Machine = BrokerMachine<Body>

  let mailbox: Mailbox<AuthorizedKeys>
  var isFinished = false
  private let machine: Machine
  private var brokerSockets: BrokerSockets
  /// The sockets of events, and those of ``connections`` and ``listeners``.
  private var quietSockets: [Socket] = []
  private let sender: BrokerSender
  private var connections: ConnectionCounter
  private var listeners: ConnectionCounter
  /// `nil` unless peers on tcp need keys.
  private var keyedEvents: KeyedEvents?
  private var authorizedKeys: AuthorizedKeys
  /// The keys of registered workers; those on ipc have none.
  private var workerKeys: [PeerID: String] = [:]
  private let shared: SharedState
  private let logger: Logger
  private let started: Instant
  private var services = ServiceNames()
  private var actions: [Machine.Action] = []
  /// When to read the quiet sockets next, whether they signal or not; `nil` if they are to be read when they signal. While they have something to
  /// read, they are read in intervals: peers that reconnect or subscribe without a pause would otherwise wake the broker for each event.
  private var nextQuietReading: Instant?
  private var memory = MemoryTrim()
  private var logLimiter = LogRateLimiter()
  private var probeTimes: [Instant] = []
  private var lastHousekeeping: Instant
  /// Whether subscriptions may wait though the events socket does not signal any more, because publishing consumed its edge-triggered signal.
  private var mayHaveSubscriptions = false
  private var statistics: Broker.Statistics
  /// Current subscriptions without keys.
  private var subscriptions = 0

  private static let maxMessagesPerTurn = 256
  /// Maximum number of messages of one peer that are read while other peers wait.
  private static let maxMessagesOfPeer = 32
  /// Maximum number of subscriptions that are read at once: a subscriber can send more than the broker can read.
  private static let maxSubscriptions = 64
  private static let housekeepingInterval = Duration.milliseconds(500)

  init(
    _ addresses: [BusAddress], _ settings: Broker.Settings, descriptors: Int, _ mailbox: Mailbox<AuthorizedKeys>, _ shared: SharedState,
    _ logger: Logger
  ) throws(BusError) {
    self.mailbox = mailbox
    self.shared = shared
    self.logger = logger
    started = .now
    lastHousekeeping = started
    statistics = shared.statistics.withLock(\.self)
    for address in addresses { try address.checkExposure(settings, logger: logger) }
    authorizedKeys = settings.authorizedKeys
    brokerSockets = try BrokerSockets(addresses, settings, shared.domain, descriptors: descriptors)
    connections = try ConnectionCounter(of: brokerSockets.router)
    listeners = try ConnectionCounter(of: brokerSockets.events)
    try brokerSockets.bind()
    keyedEvents = if let domain = shared.domain { try KeyedEvents(addresses, domain) } else { nil }
    sender = BrokerSender(brokerSockets.router, settings)
    sockets = [brokerSockets.router]
    machine = Machine(settings, run: .random(in: .min ... .max), now: started)
    updateQuietSockets()
  }

  private func updateQuietSockets() {
    quietSockets = [brokerSockets.events, connections.socket, listeners.socket] + (keyedEvents?.sockets ?? [])
  }

  let sockets: [Socket]
  /// Empty while they are read after an interval, whatever they signal.
  var edgeTriggeredSockets: [Socket] { nextQuietReading == nil ? quietSockets : [] }
  var nextTimeout: Instant? {
    [machine.nextTimeout, probeTimes.first, sender.nextRetry, nextQuietReading, keyedEvents?.nextBind].compactMap(\.self).min()
  }

  func finish(_ unhandled: [AuthorizedKeys]) {
    // From now on, peers that connect find that the broker is gone.
    brokerSockets.removeFiles()
  }

  func handle(_ commands: [AuthorizedKeys], now: Instant) {
    guard let keys = commands.last else { return }
    let hasRevoked = authorizedKeys.holders.keys.contains { keys.holders[$0] == nil }
    authorizedKeys = keys
    for (peer, key) in workerKeys where keys.holders[key]?.role != .worker {
      if let worker = machine.workers[peer] { machine.disconnect(worker, now: now) }
    }
    perform(now: now)
    guard hasRevoked else { return }
    keyedEvents?.renew(now: now)
    updateQuietSockets()
  }

  func turn(now: Instant, edgeTriggeredReady: Bool) -> Bool {
    let readsQuietSockets = nextQuietReading.map { $0 <= now } ?? (edgeTriggeredReady || mayHaveSubscriptions)
    let hadSubscriptions = readsQuietSockets && readSubscriptions()
    if let first = probeTimes.first, first <= now {
      probeTimes.removeFirst()
      machine.probe()
      perform(now: now)
    }
    bindKeyedEvents(now: now)
    retry(now: now)
    machine.senderBytes = sender.byteCount
    let mayHaveMore = receive(now: now)
    // After the messages, which belong to earlier events.
    if readsQuietSockets { nextQuietReading = updateConnections(now: now) || hadSubscriptions ? now + .milliseconds(1) : nil }
    if machine.nextTimeout <= now {
      machine.tick(now: now)
      perform(now: now)
    }
    memory.record(inUse: bytesInUse, now: now)
    if now >= lastHousekeeping + Self.housekeepingInterval { runHousekeeping(now: now) }
    statistics.requests = machine.requestCount
    statistics.workers = machine.workers.count
    statistics.dropped = sender.dropped
    statistics.late = machine.lateReplies
    statistics.listeners = listeners.value + (keyedEvents?.listeners?.value ?? 0)
    statistics.connections = connections.value + statistics.listeners
    shared.statistics.withLock { $0 = statistics }
    return mayHaveMore || mayHaveSubscriptions && nextQuietReading == nil
  }

  // MARK: Receiving

  /// Handles the messages that wait. Returns whether more may wait.
  private func receive(now: Instant) -> Bool {
    var count = 0
    while count < Self.maxMessagesPerTurn, hasTime(after: 0, since: now) {
      let received = brokerSockets.router.receive(atMost: Self.maxMessagesOfPeer) {
        handle($0, now: now)
        perform(now: now)
      }
      guard received == Self.maxMessagesOfPeer else { return false }
      // libzmq takes one message of each peer in turn, but looks for peers only once in a hundred frames (config.hpp, inbound_poll_rate), or now.
      _ = brokerSockets.router.events
      count += received
    }
    return true
  }

  private func handle(_ message: Multipart, now: Instant) {
    if sender.hasQueues, sender.dropsAllReplies(to: PeerID(message[0])) { return }
    let envelope: BrokerMessage.Envelope
    let content: BrokerMessage
    do throws(BrokerMessage.ParseError) {
      (envelope, content) = try BrokerMessage.read(message, services: &services)
    } catch {
      statistics.invalid += 1
      return log(.debug, "dropped an invalid message", ["peer": "\(PeerID(message[0]))", "reason": "\(error.reason)"], now: now)
    }
    let key = shared.domain == nil ? nil : message.userID
    if let key, let problem = authorizedKeys.refusal(of: content, from: key) {
      return refuse(content, of: envelope, problem, now: now)
    }
    switch content {
    case .request(let service, let body):
      if service == ManagementInterface.cancellation {
        machine.cancel(body.bytes(0), of: envelope.peer, now: now)
        return
      }
      let readsTooSlowly = sender.refusesRequest(of: envelope.peer)
      if service.hasPrefix("mmi.") {
        if readsTooSlowly { return refuseDropped(envelope, service, body, now: now) }
        machine.recordName(of: envelope.peer, in: body)
        return answerManagement(envelope, service, body, now: now)
      }
      statistics.lastRequest = now
      machine.request(from: envelope, service: service, body, readsTooSlowly: readsTooSlowly, now: now)
    case .ready(let service, let credit):
      if credit == .invalid { statistics.invalid += 1 }
      machine.ready(from: envelope, service: service, credit, now: now)
      if let key, machine.workers[envelope.peer] != nil { workerKeys[envelope.peer] = key }
    case .reply(let isFinal, let address, let body): machine.reply(from: envelope, isFinal: isFinal, to: address, body, now: now)
    case .heartbeat(let credit):
      if credit == .invalid { statistics.invalid += 1 }
      machine.heartbeat(from: envelope, credit, now: now)
    case .handBack(let address): machine.handBack(from: envelope, address, now: now)
    case .disconnect: machine.disconnect(from: envelope, now: now)
    }
  }

  /// Refuses a message that the key of its sender does not allow.
  private func refuse(_ content: BrokerMessage, of envelope: BrokerMessage.Envelope, _ problem: Problem, now: Instant) {
    log(.warning, "refused a message", ["peer": "\(envelope.peer)", "reason": "\(problem)"], now: now)
    guard case .request(let service, let body) = content else {
      statistics.invalid += 1
      guard let worker = machine.workers[envelope.peer] else { return machine.sendDisconnect(to: envelope, now: now) }
      return machine.disconnect(worker, now: now)
    }
    let reply = Body(frames: BodyFrames.frames(id: body.id, Reply(problem)))
    send(.reply(envelope, isFinal: true, service: service, reply, nil), now: now)
  }

  /// Logs what a peer has caused, unless there are too many such lines.
  private func log(_ level: Logger.Level, _ message: Logger.Message, _ metadata: Logger.Metadata, now: Instant) {
    if logger.logLevel <= level, logLimiter.allows(now: now) { logger.log(level: level, message, metadata: metadata) }
  }

  private func answerManagement(_ envelope: BrokerMessage.Envelope, _ service: String, _ body: Body, now: Instant) {
    let interface = ManagementInterface(
      machine: machine, statistics: statistics, sender: sender, uptime: started.duration(to: .now))
    let answer = interface.answer(service, body)
    if let event = answer.event { publish(event) }
    let outcome = send(.reply(envelope, isFinal: true, service: service, Body(frames: answer.frames), nil), now: now)
    if outcome == .dropped { refuseDropped(envelope, service, body, now: now) }
  }

  /// Reads which connections began and ended. Returns whether any did.
  private func updateConnections(now: Instant) -> Bool {
    let (peers, others, keyed) = (connections.update(), listeners.update(), keyedEvents?.updateListeners())
    // libzmq does not say which worker was lost. Heartbeats find out: now, and again after libzmq has cleaned up.
    if peers.haveEnded { probeTimes = (probeTimes.first.map { [$0] } ?? [now]) + [.milliseconds(20), .milliseconds(100)].map { now + $0 } }
    // A client gets no heartbeats, but its requests say over which connection they came.
    if !peers.gone.isEmpty {
      machine.dropClients(now: now) { peers.gone.contains($1.message.connection) }
      perform(now: now)
    }
    return ![peers, others, keyed].allSatisfy { $0?.isEmpty != false }
  }

  /// Reads subscriptions. Returns whether there were any.
  private func readSubscriptions() -> Bool {
    mayHaveSubscriptions = false
    var count = brokerSockets.events.receive(atMost: Self.maxSubscriptions) { subscriptions += readSubscription($0) }
    if let socket = keyedEvents?.socket {
      var change = 0
      count += socket.receive(atMost: Self.maxSubscriptions) { change += readSubscription($0) }
      keyedEvents?.subscriptions += change
    }
    statistics.subscriptions = max(0, subscriptions) + max(0, keyedEvents?.subscriptions ?? 0)
    return count > 0
  }

  /// Returns 1 for a subscription, -1 for the end of one, and 0 for the subscription to a marker, which it publishes.
  private func readSubscription(_ message: Multipart) -> Int {
    guard let first = message[0].first, first <= 1 else { return 0 }
    guard let text = String(validating: message[0].dropFirst(), as: UTF8.self), SubscriptionMarker.isMarker(text) else {
      return first == 1 ? 1 : -1
    }
    if first == 1 { publish(Event(text)) }
    return 0
  }

  /// Does periodic work that is not urgent.
  private func runHousekeeping(now: Instant) {
    lastHousekeeping = now
    sender.removeIdlePeers()
    checkEndpoints(now: now)
    if let lines = logLimiter.summary(now: now) {
      logger.info("suppressed log lines about peers", metadata: ["lines": "\(lines)"])
    }
    memory.trimIfDue(now: now)
  }

  private func checkEndpoints(now: Instant) {
    for (endpoint, count) in brokerSockets.takeRefused() {
      log(
        .warning, "refused connections: there are too many",
        ["endpoint": "\(endpoint)", "refused": "\(count)", "limit": "\(brokerSockets.connectionLimit)"], now: now)
    }
    do throws(BusError) {
      for endpoint in try brokerSockets.restore() {
        logger.warning("the socket was removed; listening again", metadata: ["endpoint": "\(endpoint)"])
      }
    } catch {
      shared.failure.withLock { $0 = BusError(error.code, "the broker cannot be reached any more: \(error.message)", cause: error) }
      isFinished = true
    }
  }

  private func bindKeyedEvents(now: Instant) {
    do throws(BusError) { if try keyedEvents?.bindIfDue(now: now) == true { updateQuietSockets() } } catch {
      log(.error, "cannot listen for subscriptions with keys; trying again", ["error": "\(error.message)"], now: now)
    }
  }

  /// libzmq uses about 24 KiB for each connection.
  private var bytesInUse: Int { machine.requestBytes + sender.byteCount + statistics.connections * 24 << 10 }

  // MARK: Sending

  private func perform(now: Instant) {
    while true {
      machine.takeActions(&actions)
      guard !actions.isEmpty else { return }
      // Taken from the end, actions are moved instead of copied; there are rarely more than two.
      actions.reverse()
      while let action = actions.popLast() { perform(action, now: now) }
    }
  }

  private func perform(_ action: Machine.Action, now: Instant) {
    switch action {
    case .joined(let service, let peer): announce(hasJoined: true, service, peer, now: now)
    case .left(let service, let peer):
      sender.removeRequests(to: peer)
      workerKeys[peer] = nil
      announce(hasJoined: false, service, peer, now: now)
    default:
      let outcome = send(action, now: now)
      if outcome != .sent { handleUnsent(action, outcome, now: now) }
    }
  }

  private func handleUnsent(_ action: Machine.Action, _ outcome: BrokerSender.Outcome, now: Instant) {
    switch (outcome, action) {
    case (.queued, .request(let envelope, _, _)): machine.setBlocked(true, envelope.peer, now: now)
    case (.dropped, .reply(_, false, _, _, let pending?)): machine.partDropped(pending, now: now)
    case (.dropped, .reply(let envelope, true, let service, let body, _)): refuseDropped(envelope, service, body, now: now)
    default: break
    }
  }

  /// Sends a 503 in place of a dropped reply. `body` may be that of the request or of the reply: both begin with the request ID.
  private func refuseDropped(_ envelope: BrokerMessage.Envelope, _ service: String, _ body: Body, now: Instant) {
    send(.refuse(envelope, service: service, .slowClient, id: body.count > 1 ? body.id : []), now: now)
  }

  @discardableResult
  private func send(_ action: Machine.Action, now: Instant) -> BrokerSender.Outcome {
    sender.requestBytes = machine.requestBytes
    let outcome = sender.send(action, now: now)
    guard outcome == .unreachable, let peer = action.envelope?.peer else { return outcome }
    // The same will happen to the requests for this peer that are still to be sent.
    let unsent = ([action] + actions.filter { $0.envelope?.peer == peer }).compactMap(\.requestAddress)
    machine.unreachable(peer, unsent: unsent, now: now)
    return outcome
  }

  private func retry(now: Instant) {
    let (caughtUp, unreachable) = sender.retry(now: now)
    for peer in caughtUp { machine.setBlocked(false, peer, now: now) }
    for (peer, unsent) in unreachable { machine.unreachable(peer, unsent: unsent, now: now) }
    if !caughtUp.isEmpty || !unreachable.isEmpty { perform(now: now) }
  }

  private func announce(hasJoined: Bool, _ service: String, _ peer: PeerID, now: Instant) {
    log(.info, hasJoined ? "worker joined" : "worker left", ["service": "\(service)", "worker": "\(peer)"], now: now)
    publish(Event("worker/\(hasJoined ? "joined" : "left")/\(service)", content: (["worker": .string(peer.description)] as JSON).bytes()))
  }

  private func publish(_ event: Event) {
    mayHaveSubscriptions = true
    publish(event, on: brokerSockets.events)
    if let socket = keyedEvents?.socket { publish(event, on: socket) }
  }

  private func publish(_ event: Event, on socket: Socket) {
    _ = socket.send(event.topic, more: true)
    _ = socket.send(event.fields.text, more: true)
    _ = socket.send(event.content, more: false)
  }
}

/// Limits the log lines that peers cause: a worker that keeps reconnecting must not fill the disk.
struct LogRateLimiter {
  private var windowEnds: Instant?
  private var lines = 0

  private static let window = Duration.seconds(60)
  /// Maximum number of lines per window.
  static let maxLines = 100

  mutating func allows(now: Instant) -> Bool {
    windowEnds = windowEnds ?? now + Self.window
    lines += 1
    return lines <= Self.maxLines
  }

  /// Returns the number of lines suppressed in the window that just ended; `nil` if the window has not ended or no line was suppressed.
  mutating func summary(now: Instant) -> Int? {
    guard let windowEnds, windowEnds <= now else { return nil }
    defer { self = LogRateLimiter() }
    return lines > Self.maxLines ? lines - Self.maxLines : nil
  }
}
