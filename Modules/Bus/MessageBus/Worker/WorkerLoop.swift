import Logging

/// Owns a worker's socket: receives requests, passes them to the service, and sends the replies.
final class WorkerLoop: SocketLoop {
  typealias Address = WorkerMachine.Address

  /// A running request. Its reply is valid only under the registration with which the request arrived.
  struct Job: Sendable {
    let registration: UInt64
    let address: Address
    let id: [UInt8]
    let start: Instant
  }

  enum Command: Sendable {
    case part(Job, Reply)
    case final(Job, Reply)
    case release(Job)
    case drain
  }

  let mailbox: Mailbox<Command>
  var isFinished = false
  /// Opens with the first registration, or with `false` when the loop ends without one.
  private let registered: Latch
  private let service: any RequestHandler
  private let address: BusAddress
  private let settings: BusWorker.Settings
  private let logger: Logger
  private var machine: WorkerMachine
  private var connection: Connection
  /// Message of the last connection error, so that each error is logged once.
  private var lastConnectError: String?
  private var memory = MemoryTrim()
  /// What cancels the requests running under the current registration.
  private var cancels: [Address: Handling.Cancel] = [:]

  private static let maxMessagesPerTurn = 128

  init(
    _ service: any RequestHandler, _ address: BusAddress, _ settings: BusWorker.Settings, _ mailbox: Mailbox<Command>,
    registered: Latch, _ logger: Logger
  ) throws(BusError) {
    self.registered = registered
    self.service = service
    self.address = address
    self.settings = settings
    self.mailbox = mailbox
    self.logger = logger
    machine = WorkerMachine(
      heartbeatInterval: settings.heartbeatInterval, liveness: settings.liveness, credit: settings.credit,
      detectsDisconnect: address.requests.transport == .ipc, now: .now)
    // Not less than what any broker accepts, or its requests would end the connection.
    connection = try Connection(.dealer, to: \.requests, of: address, largestMessage: Broker.Settings.largestMessageLimit)
  }

  var sockets: [Socket] { connection.sockets }
  var edgeTriggeredSockets: [Socket] { connection.monitorSockets }
  var nextTimeout: Instant? { [machine.nextTimeout, connection.retryAt, memory.nextTrim].compactMap(\.self).min() }

  func handle(_ commands: [Command], now: Instant) {
    for command in commands {
      switch command {
      case .part(let job, let reply):
        if machine.isRunning(job.address, of: job.registration) { send(EncodedReply(reply), MDP.WorkerCommand.partial, job) }
      case .final(let job, let reply):
        service.answered(reply.status, after: job.start.duration(to: now))
        if job.registration == machine.registration { cancels[job.address] = nil }
        complete(job, reply)
      case .release(let job): machine.release(job.address, of: job.registration)
      case .drain: machine.drain()
      }
    }
  }

  func processResumed(after gap: Duration, now: Instant) { machine.processResumed(now: now) }

  func turn(now: Instant, edgeTriggeredReady: Bool) -> Bool {
    if connection.mayHaveEvent(isSignalled: edgeTriggeredReady, now: now) { readConnectionEvents(now: now) }
    var count = 0
    while count < Self.maxMessagesPerTurn, hasTime(after: count, since: now), let message = connection.socket?.receive() {
      count += 1
      handle(message, now: now)
    }
    perform(machine.tick(now: now), now: now)
    perform(machine.leaveIfDone(now: now), now: now)
    perform(machine.announceCredit(), now: now)
    if machine.state == .stopped { isFinished = true }
    memory.trimIfDue(now: now)
    return count == Self.maxMessagesPerTurn
  }

  func finish(_ unhandled: [Command]) {
    registered.open(false)
    cancelRunning()
  }

  // MARK: Receiving

  private func readConnectionEvents(now: Instant) {
    while let event = connection.nextEvent(now: now) {
      switch event {
      case .connected: register(now: now)
      case .connectFailed: break
      case .disconnected:
        logger.notice("disconnected from the broker", metadata: ["service": "\(service.name)", "endpoint": "\(address.requests)"])
        // Requests that were not read are dropped, too: their replies could not be sent.
        perform(machine.disconnected(), now: now)
      case .refused(let error):
        perform(machine.disconnected(), now: now)
        if lastConnectError != error.message {
          logger.error("cannot connect", metadata: ["endpoint": "\(address.requests)", "error": "\(error)"])
        }
        lastConnectError = error.message
      }
    }
  }

  private func register(now: Instant) {
    let actions = machine.connected(now: now)
    guard !actions.isEmpty else { return }
    lastConnectError = nil
    logger.info("registered", metadata: ["service": "\(service.name)", "endpoint": "\(address.requests)"])
    perform(actions, now: now)
    registered.open()
  }

  private func handle(_ message: Multipart, now: Instant) {
    guard let (command, next) = message.command(MDP.Header.worker) else { return }
    switch command {
    case MDP.WorkerCommand.heartbeat:
      machine.heartbeat(now: now)
      // Nobody waits for the reply to this request.
      if message.count > next { cancels.removeValue(forKey: Address(message.bytes(next)))?() }
    case MDP.WorkerCommand.disconnect: perform(machine.disconnect(now: now), now: now)
    case MDP.WorkerCommand.request where message.count >= next + 3:
      let body = Body(message, from: next + 2)
      if machine.mayAnswerAtOnce, let reply = service.encodedReply(to: ReceivedRequest(body)) {
        machine.answeredAtOnce(now: now)
        return send(reply, MDP.WorkerCommand.final, to: message[next], id: body.frame(0))
      }
      let address = Address(message.bytes(next))
      switch machine.request(address, now: now) {
      case .start: answer(address, body, now: now)
      case .handBack: send(MDP.WorkerCommand.heartbeat, [[UInt8(ascii: "0")], address.bytes])
      case .ignore: break
      }
    default: break
    }
  }

  private func answer(_ address: Address, _ body: Body, now: Instant) {
    let job = Job(registration: machine.registration, address: address, id: body.bytes(0), start: now)
    let request: Request
    do throws(Problem) { request = try BodyFrames.request(body) } catch { return complete(job, Reply(error)) }
    switch service.handle(request) {
    case .reply(let reply): complete(job, reply)
    case .later(let waits, let start):
      if waits { machine.release(address, of: job.registration) }
      let client = FairnessKey.key(in: request.fields) ?? FairnessKey.key(ofAddress: address.bytes)
      let parts = ReplyParts(client: client, releasing: { [mailbox] in mailbox.post(.release(job)) }) { [mailbox] part in
        mailbox.post(.part(job, part))
      }
      cancels[address] = start(parts) { [mailbox] in mailbox.post(.final(job, $0)) }
    }
  }

  private func complete(_ job: Job, _ reply: Reply) {
    if machine.finished(job.address, of: job.registration) { send(EncodedReply(reply), MDP.WorkerCommand.final, job) }
  }

  private func cancelRunning() {
    for cancel in cancels.values { cancel() }
    cancels = [:]
  }

  // MARK: Sending

  private func perform(_ actions: [WorkerMachine.Action], now: Instant) {
    for action in actions {
      switch action {
      case .sendReady:
        let credit = settings.credit > 1 ? [Array(String(settings.credit).utf8)] : []
        send(MDP.WorkerCommand.ready, [Array(service.name.utf8)] + credit)
        if settings.credit > 1 { send(Self.introduction) }
      case .sendHeartbeat: send(MDP.WorkerCommand.heartbeat, [])
      case .sendCredit(let credit): send(MDP.WorkerCommand.heartbeat, [Array(String(credit).utf8)])
      case .sendDisconnect: send(MDP.WorkerCommand.disconnect, [])
      case .cancelRunning: cancelRunning()
      case .reconnect(let delay):
        logger.notice("registering again", metadata: ["service": "\(service.name)", "after": "\(delay)"])
        connection.close(after: delay, now: now)
      }
    }
  }

  private static let header = Array("MDPW02".utf8)

  /// Tells the broker what this worker is called, in a request as a client: one that any broker with MMI answers, and whose reply is ignored.
  /// READY has no room for it: brokers that do not know a further frame would refuse the worker.
  private static let introduction: [[UInt8]] =
    [Array("MDPC02".utf8), [MDP.ClientCommand.request]]
    + ["mmi.service", "", "GET /mmi.service", "user-agent: \(PeerName.own)", ""].map { Array($0.utf8) }

  private func send(_ command: UInt8, _ frames: [[UInt8]]) { send([Self.header, [command]] + frames) }

  /// Sends a message. Without a connection, messages are dropped.
  private func send(_ frames: [[UInt8]]) {
    for (index, frame) in frames.enumerated() { _ = connection.socket?.send(frame, more: index < frames.count - 1) }
  }

  private func send(_ reply: EncodedReply, _ command: UInt8, _ job: Job) {
    job.address.bytes.withUnsafeBytes { address in job.id.withUnsafeBytes { send(reply, command, to: address, id: $0) } }
  }

  /// Sends a reply with the address and the ID as they were received.
  private func send(_ reply: EncodedReply, _ command: UInt8, to address: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer) {
    memory.record(reply.content.count)
    guard let socket = connection.socket else { return }
    _ = socket.send(Self.header, more: true)
    _ = withUnsafeBytes(of: command) { socket.send($0, more: true) }
    _ = socket.send(address, more: true)
    _ = socket.send([], more: true)
    _ = socket.send(id, more: true)
    _ = socket.send(reply.head, more: true)
    _ = socket.send(reply.fields, more: true)
    _ = socket.send(reply.content, more: false)
  }
}
