import DequeModule
import Logging

/// Owns a worker's socket: reads requests, has them answered, and sends the answers.
final class WorkerLoop: SocketLoop {
  typealias Address = WorkerMachine.Address

  /// A request in work: its answer belongs to the registration it came with.
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
  }

  private enum Message {
    case control(UInt8)
    case credit(Int)
    case handBack(Address)
    case ready
    case reply(command: UInt8, Job, Reply)
  }

  let mailbox: Mailbox<Command>
  private(set) var isFinished = false
  private let service: any BusService
  private let address: BusAddress
  private let settings: BusWorker.Settings
  private let logger: Logger
  private var machine: WorkerMachine
  private var connection: Connection?
  private var reopensAt: ContinuousClock.Instant?
  /// Why connecting failed the last time, so that it is logged once.
  private var failure: String?
  private var unsent: Deque<Message> = []
  /// Answers in work for the present registration.
  private var tasks: [Address: Task<Void, Never>] = [:]

  private static let mostPerTurn = 128

  init(
    _ service: any BusService, _ address: BusAddress, _ settings: BusWorker.Settings, _ mailbox: Mailbox<Command>,
    _ logger: Logger
  ) throws(BusError) {
    self.service = service
    self.address = address
    self.settings = settings
    self.mailbox = mailbox
    self.logger = logger
    machine = WorkerMachine(
      heartbeatInterval: settings.heartbeatInterval, liveness: settings.liveness, credit: settings.credit,
      noticesLoss: address.requests.transport == .ipc, now: .now)
    connection = try connect()
    if address.requests.transport == .inproc { greet(now: .now) }
  }

  private func connect() throws(BusError) -> Connection {
    try Connection(.dealer, to: address.requests, of: address, largestMessage: settings.largestMessage)
  }

  var sockets: [Socket] { connection.map { [$0.socket] } ?? [] }
  var sidelines: [Socket] { connection.map { [$0.sideline] } ?? [] }
  var awaitsRoom: Bool { !unsent.isEmpty }
  var nextDue: ContinuousClock.Instant? { [machine.nextDue, reopensAt].compactMap(\.self).min() }

  func handle(_ commands: [Command], now: ContinuousClock.Instant) {
    for command in commands {
      switch command {
      case .part(let job, let reply):
        if machine.isRunning(job.address, of: job.registration) { send(.reply(command: MDP.WorkerCommand.partial, job, reply)) }
      case .final(let job, let reply):
        if job.registration == machine.registration { tasks[job.address] = nil }
        finish(job, reply)
      case .release(let job): machine.release(job.address, of: job.registration)
      case .drain: machine.drain()
      case .stop: isFinished = true
      }
    }
  }

  func stoodStill(for gap: Duration, now: ContinuousClock.Instant) { machine.stoodStill(now: now) }

  func turn(now: ContinuousClock.Instant, sidelines: Bool) -> Bool {
    let isNew = reopensAt.map { $0 <= now } ?? false
    if isNew { reopen(now: now) }
    if sidelines || isNew { watchConnection(now: now) }
    sendUnsent()
    var count = 0
    while count < Self.mostPerTurn, let message = connection?.socket.receive() {
      count += 1
      take(message, now: now)
    }
    machine.tick(now: now).forEach { perform($0, now: now) }
    if unsent.isEmpty { machine.leaveIfDone(now: now).forEach { perform($0, now: now) } }
    machine.announceCredit().forEach { perform($0, now: now) }
    if machine.state == .stopped { isFinished = true }
    return count > 0
  }

  func finish(_ untaken: [Command]) {
    cancelRunning()
    connection = nil
  }

  // MARK: In

  private func watchConnection(now: ContinuousClock.Instant) {
    do throws(BusError) {
      while let event = try connection?.next() {
        switch event {
        case .connected: greet(now: now)
        case .disconnected:
          logger.notice("the broker went away", metadata: ["service": "\(service.name)", "endpoint": "\(address.requests)"])
          unsent = []
          machine.disconnected().forEach { perform($0, now: now) }
        case .retried: break
        }
      }
    } catch {
      machine.disconnected().forEach { perform($0, now: now) }
      giveUpConnection(error, now: now)
    }
  }

  /// Tries again later.
  private func giveUpConnection(_ error: BusError, now: ContinuousClock.Instant) {
    if failure != error.message {
      logger.error("cannot connect", metadata: ["endpoint": "\(address.requests)", "error": "\(error)"])
    }
    failure = error.message
    connection = nil
    unsent = []
    reopensAt = now + WorkerMachine.longestReopening
  }

  private func greet(now: ContinuousClock.Instant) {
    let actions = machine.connected(now: now)
    if !actions.isEmpty {
      failure = nil
      logger.info("registered", metadata: ["service": "\(service.name)", "endpoint": "\(address.requests)"])
    }
    actions.forEach { perform($0, now: now) }
  }

  private func take(_ message: Multipart, now: ContinuousClock.Instant) {
    let header = message.count > 0 && message[0].isEmpty ? 1 : 0
    guard message.count >= header + 2, MDP.matches(MDP.Header.worker, message[header]), message[header + 1].count == 1 else { return }
    switch message[header + 1][0] {
    case MDP.WorkerCommand.heartbeat: machine.heartbeat(now: now)
    case MDP.WorkerCommand.disconnect: machine.disconnect(now: now).forEach { perform($0, now: now) }
    case MDP.WorkerCommand.request where message.count >= header + 5:
      let address = Address(message.bytes(header + 2))
      switch machine.request(address, now: now) {
      case .start: answer(address, Body(message, from: header + 4))
      case .handBack: send(.handBack(address))
      case .leave: break
      }
    default: break
    }
  }

  private func answer(_ address: Address, _ body: Body) {
    let job = Job(registration: machine.registration, address: address, id: body.bytes(0))
    let request: Request
    do throws(Problem) { request = try BodyFrames.request(body) } catch { return finish(job, Reply(error)) }
    if let reply = service.answerAtOnce(request) { return finish(job, reply) }
    let (service, mailbox) = (service, mailbox)
    tasks[address] = Task {
      let client = FairnessKey.key(in: request.fields) ?? FairnessKey.key(ofAddress: job.address.bytes)
      let parts = ReplyParts(client: client, releasing: { mailbox.post(.release(job)) }) { mailbox.post(.part(job, $0)) }
      let reply = await service.answer(request, parts: parts)
      mailbox.post(.final(job, reply))
    }
  }

  private func finish(_ job: Job, _ reply: Reply) {
    guard machine.finished(job.address, of: job.registration) else { return }
    send(.reply(command: MDP.WorkerCommand.final, job, reply))
  }

  private func cancelRunning() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }

  // MARK: Out

  private func perform(_ action: WorkerMachine.Action, now: ContinuousClock.Instant) {
    switch action {
    case .sendReady: send(.ready)
    case .sendHeartbeat: send(.control(MDP.WorkerCommand.heartbeat))
    case .sendCredit(let credit): send(.credit(credit))
    case .sendDisconnect: send(.control(MDP.WorkerCommand.disconnect))
    case .cancelRunning: cancelRunning()
    case .reopen(let delay):
      logger.notice("registering again", metadata: ["service": "\(service.name)", "after": "\(delay)"])
      connection = nil
      unsent = []
      reopensAt = now + delay
    }
  }

  private func reopen(now: ContinuousClock.Instant) {
    do throws(BusError) {
      connection = try connect()
      reopensAt = nil
      if address.requests.transport == .inproc { greet(now: now) }
    } catch { giveUpConnection(error, now: now) }
  }

  private func send(_ message: Message) {
    if !unsent.isEmpty || !transmit(message) { unsent.append(message) }
  }

  private func sendUnsent() {
    while let message = unsent.first, transmit(message) { unsent.removeFirst() }
  }

  /// `false` when libzmq has no room: nothing of the message was taken then.
  private func transmit(_ message: Message) -> Bool {
    guard let socket = connection?.socket else { return true }
    guard MDP.Header.worker.withUTF8Buffer({ socket.send(UnsafeRawBufferPointer($0), more: true) }) == .yes else { return false }
    switch message {
    case .control(let command): _ = socket.send([command], more: false)
    case .credit(let credit):
      _ = socket.send([MDP.WorkerCommand.heartbeat], more: true)
      _ = socket.send(String(credit), more: false)
    case .handBack(let address):
      _ = socket.send([MDP.WorkerCommand.heartbeat], more: true)
      _ = socket.send("0", more: true)
      _ = socket.send(address.bytes, more: false)
    case .ready:
      _ = socket.send([MDP.WorkerCommand.ready], more: true)
      _ = socket.send(service.name, more: settings.credit > 1)
      if settings.credit > 1 { _ = socket.send(String(settings.credit), more: false) }
    case .reply(let command, let job, let reply):
      _ = socket.send([command], more: true)
      _ = socket.send(job.address.bytes, more: true)
      _ = socket.send([], more: true)
      socket.sendBody(id: job.id, head: String(reply.status), fields: reply.fields, content: reply.content)
    }
    return true
  }
}
