import DequeModule
import Logging

/// Owns a worker's socket: receives requests, passes them to the service, and sends the replies.
final class WorkerLoop: SocketLoop {
  typealias Address = WorkerMachine.Address

  /// A running request. Its reply is valid only under the registration with which the request arrived.
  struct Job: Sendable {
    let registration: UInt64
    let address: Address
    let id: [UInt8]
  }

  enum Command: Sendable {
    case part(Job, Reply)
    case final(Job, Reply)
    case release(Job)
    case drain
    case stop
    case answer(CheckedContinuation<Void, Never>)
  }

  let mailbox: Mailbox<Command>
  private(set) var isFinished = false
  /// Opens with the first registration, or with `false` when the loop ends without one.
  private let registered: Latch
  private let service: any RequestHandler
  private let address: BusAddress
  private let settings: BusWorker.Settings
  private let logger: Logger
  private var machine: WorkerMachine
  private var connection: ReconnectingConnection
  /// Message of the last connection error, so that each error is logged once.
  private var lastConnectError: String?
  /// Messages that libzmq's queue had no room for, as frames.
  private var unsent: Deque<[[UInt8]]> = []
  private var bodyMemory = LargeBodyMemory()
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
      detectsDisconnect: address.workers.transport == .ipc, now: .now)
    // Not less than what any broker accepts, or its requests would end the connection.
    connection = try ReconnectingConnection(
      .dealer, to: address.workers, of: address, largestMessage: Broker.Settings.largestMessageLimit)
    if address.workers.transport == .inproc { register(now: .now) }
  }

  var sockets: [Socket] { connection.sockets }
  var edgeTriggeredSockets: [Socket] { connection.monitorSockets }
  var awaitsWritable: Bool { !unsent.isEmpty }
  var nextTimeout: ContinuousClock.Instant? { [machine.nextTimeout, connection.retryAt, bodyMemory.nextTrim].compactMap(\.self).min() }

  func handle(_ commands: [Command], now: ContinuousClock.Instant) {
    for command in commands {
      switch command {
      case .part(let job, let reply):
        bodyMemory.record(reply.content.count)
        if machine.isRunning(job.address, of: job.registration) { send(reply, MDP.WorkerCommand.partial, job) }
      case .final(let job, let reply):
        if job.registration == machine.registration { cancels[job.address] = nil }
        complete(job, reply)
      case .release(let job): machine.release(job.address, of: job.registration)
      case .drain: machine.drain()
      case .stop: isFinished = true
      case .answer(let continuation): continuation.resume()
      }
    }
  }

  func processResumed(after gap: Duration, now: ContinuousClock.Instant) { machine.processResumed(now: now) }

  func turn(now: ContinuousClock.Instant, edgeTriggeredReady: Bool) -> Bool {
    let isNew = reconnectIfDue(now: now)
    if edgeTriggeredReady || isNew { readConnectionEvents(now: now) }
    sendUnsent()
    var count = 0
    while count < Self.maxMessagesPerTurn, hasTime(after: count, since: now), let message = connection.socket?.receive() {
      count += 1
      handle(message, now: now)
    }
    machine.tick(now: now).forEach { perform($0, now: now) }
    if unsent.isEmpty { machine.leaveIfDone(now: now).forEach { perform($0, now: now) } }
    machine.announceCredit().forEach { perform($0, now: now) }
    if machine.state == .stopped { isFinished = true }
    bodyMemory.trimIfDue(now: now)
    return count == Self.maxMessagesPerTurn
  }

  func finish(_ unhandled: [Command]) {
    for case .answer(let continuation) in unhandled { continuation.resume() }
    registered.open(false)
    cancelRunning()
  }

  // MARK: Receiving

  private func readConnectionEvents(now: ContinuousClock.Instant) {
    do throws(BusError) {
      while let event = try connection.nextEvent(now: now) {
        switch event {
        case .connected: register(now: now)
        case .disconnected:
          logger.notice("disconnected from the broker", metadata: ["service": "\(service.name)", "endpoint": "\(address.workers)"])
          // Requests that were not read are dropped, too: their replies could not be sent.
          drop(now: now)
          machine.disconnected().forEach { perform($0, now: now) }
        case .connectFailed: drop(now: now)
        }
      }
    } catch {
      machine.disconnected().forEach { perform($0, now: now) }
      dropConnection(error, now: now)
    }
  }

  /// Closes the connection and discards its unsent messages.
  private func drop(after delay: Duration? = nil, now: ContinuousClock.Instant) {
    unsent = []
    connection.drop(after: delay, now: now)
  }

  private func reconnectIfDue(now: ContinuousClock.Instant) -> Bool {
    do throws(BusError) {
      guard try connection.reconnectIfDue(now: now) else { return false }
      if address.workers.transport == .inproc { register(now: now) }
      return true
    } catch {
      dropConnection(error, now: now)
      return false
    }
  }

  private func dropConnection(_ error: BusError, now: ContinuousClock.Instant) {
    if lastConnectError != error.message {
      logger.error("cannot connect", metadata: ["endpoint": "\(address.workers)", "error": "\(error)"])
    }
    lastConnectError = error.message
    drop(after: WorkerMachine.maxReconnectDelay, now: now)
  }

  private func register(now: ContinuousClock.Instant) {
    let actions = machine.connected(now: now)
    if !actions.isEmpty {
      lastConnectError = nil
      logger.info("registered", metadata: ["service": "\(service.name)", "endpoint": "\(address.workers)"])
    }
    actions.forEach { perform($0, now: now) }
    if !actions.isEmpty { registered.open() }
  }

  private func handle(_ message: Multipart, now: ContinuousClock.Instant) {
    let header = message.count > 0 && message[0].isEmpty ? 1 : 0
    guard message.count >= header + 2, MDP.matches(MDP.Header.worker, message[header]), message[header + 1].count == 1 else { return }
    switch message[header + 1][0] {
    case MDP.WorkerCommand.heartbeat: machine.heartbeat(now: now)
    case MDP.WorkerCommand.disconnect: machine.disconnect(now: now).forEach { perform($0, now: now) }
    case MDP.WorkerCommand.request where message.count >= header + 5:
      let body = Body(message, from: header + 4)
      if machine.mayAnswerAtOnce, let reply = service.encodedReply(to: ReceivedRequest(body)) {
        machine.answeredAtOnce(now: now)
        return send(reply, to: message[header + 2], id: body.frame(0))
      }
      let address = Address(message.bytes(header + 2))
      switch machine.request(address, now: now) {
      case .start: answer(address, body)
      case .handBack: send(MDP.WorkerCommand.heartbeat, [[UInt8(ascii: "0")], address.bytes])
      case .ignore: break
      }
    default: break
    }
  }

  private func answer(_ address: Address, _ body: Body) {
    let job = Job(registration: machine.registration, address: address, id: body.bytes(0))
    let request: Request
    do throws(Problem) { request = try BodyFrames.request(body) } catch { return complete(job, Reply(error)) }
    switch service.handle(request) {
    case .reply(let reply): complete(job, reply)
    case .later(let waits, let start):
      if waits { machine.release(address, of: job.registration) }
      let client = FairnessKey.key(in: request.fields) ?? FairnessKey.key(ofAddress: address.bytes)
      let parts = ReplyParts(client: client, releasing: { [mailbox] in mailbox.post(.release(job)) }) { [mailbox] in
        mailbox.post(.part(job, $0))
      }
      cancels[address] = start(parts) { [mailbox] in mailbox.post(.final(job, $0)) }
    }
  }

  private func complete(_ job: Job, _ reply: Reply) {
    bodyMemory.record(reply.content.count)
    guard machine.finished(job.address, of: job.registration) else { return }
    send(reply, MDP.WorkerCommand.final, job)
  }

  private func cancelRunning() {
    for cancel in cancels.values { cancel() }
    cancels = [:]
  }

  // MARK: Sending

  private func perform(_ action: WorkerMachine.Action, now: ContinuousClock.Instant) {
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
      drop(after: delay, now: now)
    }
  }

  private static let header = Array("MDPW02".utf8)

  /// Tells the broker what this worker is called, in a request as a client: one that any broker with MMI answers, and whose reply is ignored.
  /// READY has no room for it: brokers that do not know a further frame would refuse the worker.
  private static let introduction: [[UInt8]] =
    [Array("MDPC02".utf8), [MDP.ClientCommand.request]]
    + ["mmi.service", "", "GET /mmi.service", "user-agent: \(PeerName.own)", ""].map { Array($0.utf8) }

  private func send(_ command: UInt8, _ frames: [[UInt8]]) { send([Self.header, [command]] + frames) }

  private func send(_ frames: [[UInt8]]) { if !unsent.isEmpty || !transmit(frames) { unsent.append(frames) } }

  private func sendUnsent() {
    while let frames = unsent.first, transmit(frames) { unsent.removeFirst() }
  }

  /// Sends a message. Returns `false`, with nothing sent, if libzmq's queue is full. Without a connection, messages are dropped.
  private func transmit(_ frames: [[UInt8]]) -> Bool {
    guard let socket = connection.socket else { return true }
    for (index, frame) in frames.enumerated() {
      guard socket.send(frame, more: index < frames.count - 1) == .sent || index > 0 else { return false }
    }
    return true
  }

  private func send(_ reply: Reply, _ command: UInt8, _ job: Job) {
    let isSent =
      unsent.isEmpty
      && job.address.bytes.withUnsafeBytes { address in
        job.id.withUnsafeBytes { id in
          transmit(command, address, id) { socket in
            _ = socket.send(String(reply.status), more: true)
            _ = socket.send(reply.fields.text, more: true)
            _ = socket.send(reply.content, more: false)
          }
        }
      }
    if !isSent { unsent.append([Self.header, [command], job.address.bytes, []] + BodyFrames.frames(id: job.id, reply)) }
  }

  /// Sends a reply with the address and the ID as they were received.
  private func send(_ reply: EncodedReply, to address: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer) {
    bodyMemory.record(reply.content.count)
    let isSent =
      unsent.isEmpty
      && transmit(MDP.WorkerCommand.final, address, id) { socket in
        _ = socket.send(reply.head, more: true)
        _ = socket.send(reply.fields, more: true)
        _ = socket.send(reply.content, more: false)
      }
    if !isSent {
      unsent.append([
        Self.header, [MDP.WorkerCommand.final], Array(address), [], Array(id), reply.head, reply.fields, reply.content,
      ])
    }
  }

  /// Sends a reply without building its frames; `rest` sends those after the ID. Returns `false`, with nothing sent, if libzmq's queue is full.
  private func transmit(_ command: UInt8, _ address: UnsafeRawBufferPointer, _ id: UnsafeRawBufferPointer, _ rest: (Socket) -> Void) -> Bool
  {
    guard let socket = connection.socket else { return true }
    guard MDP.Header.worker.withUTF8Buffer({ socket.send(UnsafeRawBufferPointer($0), more: true) }) == .sent else { return false }
    _ = withUnsafeBytes(of: command) { socket.send($0, more: true) }
    _ = socket.send(address, more: true)
    _ = socket.send(UnsafeRawBufferPointer(start: nil, count: 0), more: true)
    _ = socket.send(id, more: true)
    rest(socket)
    return true
  }
}
