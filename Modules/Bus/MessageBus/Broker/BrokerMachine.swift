/// The broker's side of MDP 0.2 without any I/O: (state, event, now) → (state, actions), as the tables in STATES.md have it.
///
/// `Content` is whatever the owner moves as a body: the machine looks only at what ``BrokerContent`` shows. Not thread safe: it belongs to one loop.
final class BrokerMachine<Content: BrokerContent> {
  typealias Instant = ContinuousClock.Instant
  typealias Envelope = BrokerMessage.Envelope

  let settings: Broker.Settings
  /// Names this run in client addresses.
  let run: UInt64

  private(set) var services: [String: Service] = [:]
  private(set) var workers: [PeerID: Worker] = [:]
  private(set) var requests: UInt64 = 0
  /// Answers that came after their request had ended.
  private(set) var late: UInt64 = 0
  /// Requests that have not ended, and their bytes.
  private(set) var outstanding = 0
  private(set) var bytes = 0
  /// What the owner keeps besides, which counts towards ``Broker/Settings/memoryLimit``.
  var bytesElsewhere = 0
  private var clients: [PeerID: Client] = [:]
  private var clientsSeen: UInt64 = 0
  private var deliveries: UInt64 = 0
  private var changes: UInt64 = 0
  /// Peers that were told to disconnect, and until when nothing more is said to them.
  private var silenced: [PeerID: Instant] = [:]
  private var nextHeartbeat: Instant
  /// When this process last found that it had stood still.
  private var resumed: Instant?
  private var start: StartOfRun
  private var timers = TimerQueue()
  private var actions: [Action] = []

  init(_ settings: Broker.Settings, run: UInt64, now: Instant) {
    self.settings = settings
    self.run = run
    nextHeartbeat = now + settings.heartbeatInterval
    start = StartOfRun(now: now, lasts: settings.gatheringTime)
  }

  deinit {
    // They hold one another.
    for service in services.values { (service.waiting, service.line) = (FairQueue(), WorkerLine()) }
    for worker in workers.values { worker.held = [:] }
    for client in clients.values { client.waiting = [] }
  }

  /// When ``tick(now:)`` has something to do.
  var nextDue: Instant { min(nextHeartbeat, timers.first ?? nextHeartbeat) }

  /// What the events so far ask for, in order; taken once. `emptied` must be empty: its memory serves the next events.
  func takeActions(_ emptied: inout [Action]) { swap(&actions, &emptied) }

  func offers(_ service: String) -> Bool { (services[service]?.workers ?? 0) > 0 }

  // MARK: Clients

  func request(from envelope: Envelope, service name: String, _ content: Content, now: Instant) {
    requests += 1
    let scan = content.scanFields()
    guard !scan.isTooLarge else { return refuse(envelope, name, .fieldsTooLarge, content) }
    let size = content.byteCount
    let client = clients[envelope.peer] ?? Client(envelope, clientsSeen &+ 1)
    guard client.outstanding < settings.clientLimit, client.bytes + size <= settings.clientBytes else {
      return refuse(envelope, name, .clientFull, content)
    }
    guard outstanding < settings.requestLimit, bytes + bytesElsewhere + size <= settings.memoryLimit else {
      return refuse(envelope, name, .brokerFull, content)
    }
    let service = services[name] ?? Service(name, now: now)
    let patience = scan.deadline.map { min(.milliseconds($0), settings.longestDeadline) }
    let pending = Pending(
      client, service, content, bytes: size, asker: scan.asker, deadline: now + (patience ?? settings.longestDeadline),
      waitsUntil: now + (patience ?? settings.longestWait), now: now)
    if service.waiting.isEmpty, let worker = service.line.first {
      admit(pending)
      deliver(pending, to: worker)
    } else {
      let hasRoom = service.waiting.hasRoom(
        for: pending.asker, bytes: size, limit: settings.queueLimit, byteLimit: settings.queueBytes)
      guard hasRoom else { return refuse(envelope, name, .queueFull, content) }
      if service.workers == 0 { services[name] = service }
      admit(pending)
      service.waiting.append(pending)
      waits(pending, now: now)
    }
  }

  private func admit(_ pending: Pending) {
    let client = pending.client
    if client.outstanding == 0 {
      clients[client.envelope.peer] = client
      clientsSeen = max(clientsSeen, client.number)
    }
    client.outstanding += 1
    client.bytes += pending.byteCount
    outstanding += 1
    bytes += pending.byteCount
    pending.service.requests += 1
  }

  // MARK: Workers

  func ready(from envelope: Envelope, service name: String, _ credit: BrokerMessage.Credit, now: Instant) {
    if let worker = workers[envelope.peer] { return expel(worker, now: now) }
    guard !name.hasPrefix("mmi."), credit != .invalid else { return disconnect(envelope, now: now) }
    silenced[envelope.peer] = nil
    let service = services[name] ?? Service(name, now: now)
    services[name] = service
    var said: Int?
    if case .requests(let number) = credit { said = number }
    let worker = Worker(envelope, service, credit: said, now: now)
    workers[envelope.peer] = worker
    service.workers += 1
    service.mayReturnUntil = nil
    start.joined(name, now: now)
    actions.append(.joined(service: name, envelope.peer))
    lineUp(worker)
    serve(service)
  }

  func reply(from envelope: Envelope, isFinal: Bool, to address: ClientAddress, _ content: Content, now: Instant) {
    guard let worker = workers[envelope.peer] else { return disconnect(envelope, now: now) }
    worker.lastHeard = now
    guard address.run == run, address.delivery >= 1, address.delivery <= deliveries else { return expel(worker, now: now) }
    guard let pending = worker.held[address.delivery], pending.client.number == address.client else { return late += 1 }
    if pending.state == .held {
      actions.append(.reply(pending.client.envelope, isFinal: isFinal, content, pending))
      pending.partsSent = true
    } else {
      late += 1
    }
    guard isFinal else { return }
    worker.held[address.delivery] = nil
    if pending.state == .held { end(pending) }
    pending.state = .done
    pending.due = nil
    lineUp(worker)
    serve(worker.service)
  }

  func heartbeat(from envelope: Envelope, _ credit: BrokerMessage.Credit, now: Instant) {
    guard let worker = workers[envelope.peer] else { return disconnect(envelope, now: now) }
    worker.lastHeard = now
    guard credit != .unsaid else { return }
    guard worker.saidCredit, case .requests(let number) = credit else { return expel(worker, now: now) }
    guard number != worker.credit else { return }
    worker.credit = number
    lineUp(worker)
    serve(worker.service)
  }

  /// A worker that drains has not begun with the request at `address`: another one takes it.
  func handBack(from envelope: Envelope, _ address: ClientAddress, now: Instant) {
    heartbeat(from: envelope, .requests(0), now: now)
    guard address.run == run, let worker = workers[envelope.peer], let pending = worker.held.removeValue(forKey: address.delivery)
    else { return }
    if pending.state == .held { worker.heldBytes -= pending.byteCount }
    handOn(pending, because: .itLeft, now: now)
    serve(pending.service)
  }

  /// The worker leaves by its own will: what it holds is handed back and does not count as lost.
  func disconnect(from envelope: Envelope, now: Instant) {
    guard let worker = workers[envelope.peer] else { return }
    remove(worker, because: .itLeft, now: now)
  }

  /// libzmq says that nobody of this identity is connected any more.
  func unreachable(_ peer: PeerID, now: Instant) {
    if let worker = workers[peer] { remove(worker, because: .itIsGone, now: now) }
    guard let client = clients.removeValue(forKey: peer) else { return }
    // Their end empties the list.
    let waiting = client.waiting
    for pending in waiting where pending.isWaiting {
      end(pending)
      pending.service.waiting.left(pending)
      forgetIfUnused(pending.service)
    }
  }

  /// A part of the answer to `pending` was dropped, since its client reads too slowly: the rest would make no sense without it.
  func undelivered(_ pending: Pending) {
    guard pending.state == .held, let content = pending.content else { return }
    refuse(pending.client.envelope, pending.service.name, .clientSlow, content)
    abandon(pending)
  }

  /// A worker's connection takes nothing more, or takes something again: what was asked of it waits, and nothing is added meanwhile.
  func setBlocked(_ isBlocked: Bool, _ peer: PeerID) {
    guard let worker = workers[peer], worker.isBlocked != isBlocked else { return }
    worker.isBlocked = isBlocked
    lineUp(worker)
    serve(worker.service)
  }

  // MARK: Time

  func tick(now: Instant) {
    if now >= nextHeartbeat {
      // Stopped or suspended for a while: who was not heard meanwhile may well have spoken.
      if now >= nextHeartbeat + settings.silenceMeansDeath / 2 {
        resumed = now
        for worker in workers.values { worker.lastHeard = now }
      }
      nextHeartbeat = now + settings.heartbeatInterval
      for worker in workers.values where worker.lastHeard + settings.silenceMeansDeath <= now {
        disconnect(worker.envelope, now: now)
        remove(worker, because: .itIsSilent, now: now)
      }
      probe()
      silenced = silenced.filter { $0.value > now }
    }
    while let subject = timers.popDue(now: now) {
      if let pending = subject as? Pending { timerFired(pending, now: now) }
      if let service = subject as? Service { timerFired(service, now: now) }
    }
  }

  /// A HEARTBEAT to every worker: sent at each interval, and when a connection was lost, since sending shows whose it was.
  func probe() {
    for worker in workers.values { actions.append(.heartbeat(worker.envelope)) }
  }

  private func timerFired(_ pending: Pending, now: Instant) {
    switch pending.state {
    case .waiting:
      let due = waitEnds(pending)
      if due <= now { giveUpWaiting(pending) } else { timers.set(due, for: pending) }
    case .held:
      guard pending.deadline <= now, let content = pending.content else { return timers.set(pending.deadline, for: pending) }
      refuse(pending.client.envelope, pending.service.name, .unanswered, content)
      abandon(pending)
    case .abandoned:
      guard let worker = pending.worker else { return }
      let due = max(pending.deadline, resumed ?? pending.deadline) + settings.overdueLimit
      if due <= now { expel(worker, now: now) } else { timers.set(due, for: pending) }
    case .done: break
    }
  }

  /// For who waits for a service without workers: their time may have come since the last of them left.
  private func timerFired(_ service: Service, now: Instant) {
    guard service.workers == 0 else { return }
    if let mayReturnUntil = service.mayReturnUntil {
      if mayReturnUntil > now { timers.set(mayReturnUntil, for: service) } else { service.mayReturnUntil = nil }
    }
    defer { forgetIfUnused(service) }
    for pending in service.waiting.items {
      let due = waitEnds(pending)
      if due <= now { giveUpWaiting(pending) } else { timers.set(due, for: pending) }
    }
  }

  private func waitEnds(_ pending: Pending) -> Instant {
    let service = pending.service
    guard service.workers == 0 else { return pending.waitsUntil }
    let grace = max(pending.waitsSince, service.emptySince) + settings.grace
    guard let until = service.mayReturnUntil ?? start.mayBring(service.name), until > grace else { return min(pending.waitsUntil, grace) }
    // A little before the client gives up, so that it learns why.
    return min(pending.waitsUntil, max(grace, min(pending.waitsUntil - settings.answerAhead, until)))
  }

  private func giveUpWaiting(_ pending: Pending) {
    let service = pending.service
    if let content = pending.content {
      refuse(pending.client.envelope, service.name, service.workers == 0 ? .noWorker : .waitedTooLong, content)
    }
    end(pending)
    service.waiting.left(pending)
    forgetIfUnused(service)
  }

  // MARK: The queue of a service

  /// `pending` stands in its service's queue.
  private func waits(_ pending: Pending, now: Instant) {
    pending.state = .waiting
    pending.waitsSince = now
    pending.client.waits(pending)
    timers.set(waitEnds(pending), for: pending)
  }

  private func serve(_ service: Service) {
    while !service.waiting.isEmpty, let worker = service.line.first, let pending = service.waiting.popFirst() {
      deliver(pending, to: worker)
    }
  }

  /// Puts a worker where it belongs in its service's line, or takes it out, after what it holds or may hold has changed.
  private func lineUp(_ worker: Worker) {
    changes &+= 1
    worker.changed = changes
    let canTake = worker.holds < worker.credit && worker.heldBytes < settings.workerBytes && !worker.isBlocked
    if canTake { worker.service.line.place(worker) } else { worker.service.line.remove(worker) }
  }

  private func deliver(_ pending: Pending, to worker: Worker) {
    guard let content = pending.content else { return }
    deliveries &+= 1
    pending.state = .held
    pending.worker = worker
    pending.delivery = deliveries
    pending.deliveries += 1
    worker.held[deliveries] = pending
    worker.heldBytes += pending.byteCount
    lineUp(worker)
    timers.set(pending.deadline, for: pending)
    actions.append(.request(worker.envelope, ClientAddress(run: run, client: pending.client.number, delivery: deliveries), content))
  }

  // MARK: Ending

  /// The client has its last word: nothing more counts against it.
  private func end(_ pending: Pending) {
    let client = pending.client
    client.outstanding -= 1
    client.bytes -= pending.byteCount
    outstanding -= 1
    bytes -= pending.byteCount
    if client.outstanding == 0 {
      client.waiting = []
      if clients[client.envelope.peer] === client { clients[client.envelope.peer] = nil }
    }
    if pending.state == .held { pending.worker?.heldBytes -= pending.byteCount }
    pending.content = nil
    pending.due = nil
    pending.state = .done
  }

  /// Ends it for the client; its worker keeps it, and with it the credit, until it has finished.
  private func abandon(_ pending: Pending) {
    end(pending)
    pending.state = .abandoned
    timers.set(pending.deadline + settings.overdueLimit, for: pending)
  }

  private func refuse(_ envelope: Envelope, _ service: String, _ refusal: Refusal, _ content: Content) {
    actions.append(.refuse(envelope, service: service, refusal, content))
  }

  private func forgetIfUnused(_ service: Service) {
    guard service.workers == 0, service.waiting.isEmpty, service.mayReturnUntil == nil else { return }
    // Its timer may outlive it, and another one of the name may be there by then.
    if services[service.name] === service { services[service.name] = nil }
  }

  // MARK: Leaving

  private func expel(_ worker: Worker, now: Instant) {
    disconnect(worker.envelope, now: now)
    remove(worker, because: .itMisbehaved, now: now)
  }

  /// DISCONNECT, then silence until the peer would count as dead anyway.
  private func disconnect(_ envelope: Envelope, now: Instant) {
    if let until = silenced[envelope.peer], until > now { return }
    silenced[envelope.peer] = now + settings.silenceMeansDeath
    actions.append(.disconnect(envelope))
  }

  private func remove(_ worker: Worker, because reason: Leaving, now: Instant) {
    workers[worker.envelope.peer] = nil
    let service = worker.service
    service.workers -= 1
    service.line.remove(worker)
    actions.append(.left(service: service.name, worker.envelope.peer))
    if service.workers == 0 {
      service.emptySince = now
      service.mayReturnUntil = reason.mayReturn ? now + settings.returnTime : nil
    }
    // Oldest last, so that each goes in front of those that came after it.
    let orphans = worker.held.values.sorted { $0.delivery > $1.delivery }
    worker.held = [:]
    for pending in orphans { handOn(pending, because: reason, now: now) }
    if service.workers == 0 { timers.set(now + settings.grace, for: service) }
    serve(service)
    forgetIfUnused(service)
  }

  private func handOn(_ pending: Pending, because reason: Leaving, now: Instant) {
    pending.worker = nil
    guard pending.state == .held, let content = pending.content else {
      pending.due = nil
      return
    }
    if reason == .itLeft { pending.deliveries -= 1 }
    let mayNotBeRepeated = reason != .itLeft && !content.isRepeatable
    if pending.partsSent || mayNotBeRepeated || pending.deliveries > settings.redeliveries {
      refuse(pending.client.envelope, pending.service.name, .workerLost, content)
      end(pending)
    } else {
      pending.state = .waiting
      pending.service.waiting.prepend(pending)
      waits(pending, now: now)
    }
  }
}
