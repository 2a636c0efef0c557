/// State machine of the broker's side of MDP 0.2, without I/O. STATES.md has its tables.
///
/// Each method takes an event and the current time, changes the state, and queues actions, which the owner takes with ``takeActions(_:)``.
/// `Content` is the type of message bodies. Not thread-safe: one loop owns the machine.
final class BrokerMachine<Content: BrokerContent> {
  typealias Instant = ContinuousClock.Instant
  typealias Envelope = BrokerMessage.Envelope

  let settings: Broker.Settings
  /// Identifies this run of the broker in client addresses.
  let run: UInt64

  private(set) var services: [String: Service] = [:]
  private(set) var workers: [PeerID: Worker] = [:]
  private(set) var requestCount: UInt64 = 0
  /// Replies that arrived after their request had ended.
  private(set) var lateReplies: UInt64 = 0
  private(set) var outstandingRequests = 0
  /// Bytes of the outstanding requests.
  private(set) var requestBytes = 0
  /// Bytes that the owner keeps, which also count towards ``Broker/Settings/memoryLimit``.
  var senderBytes = 0
  private var clients: [PeerID: Client] = [:]
  private var clientsSeen: UInt64 = 0
  private var lastDelivery: UInt64 = 0
  private var changes: UInt64 = 0
  /// Peers that were sent DISCONNECT, and until when they get no other one.
  var silenced: [PeerID: Instant] = [:]
  var nextHeartbeat: Instant
  /// When this process last resumed after a suspension.
  var lastResume: Instant?
  var startupGrace: StartupGrace
  var peerNames = PeerNames()
  var timers = TimerQueue()
  var actions: [Action] = []

  init(_ settings: Broker.Settings, run: UInt64, now: Instant) {
    self.settings = settings
    self.run = run
    nextHeartbeat = now + settings.heartbeatInterval
    startupGrace = StartupGrace(now: now, lasting: settings.startupGrace)
  }

  deinit {
    // These objects reference each other.
    for service in services.values { (service.queue, service.availableWorkers) = (FairQueue(), WorkerQueue()) }
    for worker in workers.values { worker.held = [:] }
    for client in clients.values { client.waitingRequests = [] }
  }

  /// When to call ``tick(now:)`` next.
  var nextTimeout: Instant { min(nextHeartbeat, timers.first ?? nextHeartbeat) }

  /// Moves the queued actions, in order, into `buffer`, which must be empty; the machine reuses its memory.
  func takeActions(_ buffer: inout [Action]) { swap(&actions, &buffer) }

  func hasWorker(for service: String) -> Bool { (services[service]?.workerCount ?? 0) > 0 }

  /// The `count` clients with the most outstanding requests, those with the most first.
  func busiestClients(_ count: Int) -> [Client] {
    var busiest: [Client] = []
    for client in clients.values where busiest.count < count || client.outstanding > busiest[count - 1].outstanding {
      let position = busiest.firstIndex { $0.outstanding < client.outstanding } ?? busiest.endIndex
      busiest.insert(client, at: position)
      if busiest.count > count { busiest.removeLast() }
    }
    return busiest
  }

  // MARK: Clients

  /// - Parameter readsTooSlowly: whether the reply would be dropped, because the client leaves too many unread.
  func request(from envelope: Envelope, service name: String, _ content: Content, readsTooSlowly: Bool = false, now: Instant) {
    requestCount += 1
    let scan = content.scanFields()
    guard !scan.isTooLarge else { return refuse(envelope, name, .fieldsTooLarge, content) }
    if envelope.peer.isRestricted, content.isReserved, !settings.clientRights.contains(.reservedMethods) {
      return refuse(envelope, name, .forbidden, content)
    }
    if scan.hasName, peerNames[envelope.peer] == nil, let name = content.senderName { peerNames.record(name, of: envelope.peer) }
    guard scan.deadline != 0 else { return refuse(envelope, name, .noTimeLeft, content) }
    guard !readsTooSlowly else { return refuse(envelope, name, .slowClient, content) }
    let size = content.byteCount
    let client = clients[envelope.peer] ?? Client(envelope, clientsSeen &+ 1)
    guard client.outstanding < settings.clientLimit, client.bytes + size <= settings.clientBytes else {
      return refuse(envelope, name, .clientFull, content)
    }
    guard outstandingRequests < settings.requestLimit, requestBytes + senderBytes + size <= settings.memoryLimit else {
      return refuse(envelope, name, .brokerFull, content)
    }
    let service = services[name] ?? Service(name, now: now)
    let timeout = scan.deadline.map { min(.milliseconds($0), settings.maxDeadline) }
    let pending = PendingRequest(
      client, service, content, bytes: size, flow: scan.flow, deadline: now + (timeout ?? settings.maxDeadline),
      queueDeadline: now + (timeout ?? settings.maxWait), now: now)
    if client.number != service.lastClient { service.requested(by: client, now: now) }
    if let worker = service.worker(for: pending) {
      // A worker with this many requests waits for other services, so it holds most of them for long.
      if worker.heldCount >= Broker.Settings.manyHeldRequests { content.compact() }
      admit(pending)
      deliver(pending, to: worker, now: now)
    } else {
      let hasRoom = service.queue.hasRoom(for: pending.flow, bytes: size, limit: settings.queueLimit, byteLimit: settings.queueBytes)
      guard hasRoom else { return refuse(envelope, name, .queueFull, content) }
      content.compact()
      if service.workerCount == 0 { services[name] = service }
      admit(pending)
      service.queue.append(pending)
      startWaiting(pending, now: now)
    }
  }

  private func admit(_ pending: PendingRequest) {
    let client = pending.client
    if client.outstanding == 0 {
      clients[client.envelope.peer] = client
      clientsSeen = max(clientsSeen, client.number)
    }
    client.outstanding += 1
    client.bytes += pending.byteCount
    outstandingRequests += 1
    requestBytes += pending.byteCount
    pending.service.requestCount += 1
  }

  // MARK: Workers

  func ready(from envelope: Envelope, service name: String, _ credit: BrokerMessage.Credit, now: Instant) {
    if let worker = workers[envelope.peer] { return disconnect(worker, now: now) }
    guard mayWork(envelope.peer), !name.hasPrefix("mmi."), credit != .invalid else { return sendDisconnect(to: envelope, now: now) }
    silenced[envelope.peer] = nil
    let service = services[name] ?? Service(name, now: now)
    services[name] = service
    var announced: Int?
    if case .requests(let number) = credit { announced = number }
    let worker = Worker(envelope, service, credit: announced, now: now)
    workers[envelope.peer] = worker
    service.workerCount += 1
    service.workerMayReturnUntil = nil
    startupGrace.workerJoined(name, now: now)
    actions.append(.joined(service: name, envelope.peer))
    updateAvailability(worker)
    dispatchQueued(service, now: now)
  }

  /// Whether the peer may register: peers at an endpoint for clients may not.
  func mayWork(_ peer: PeerID) -> Bool { !peer.isRestricted || settings.clientRights.contains(.work) }

  func reply(from envelope: Envelope, isFinal: Bool, to address: ClientAddress, _ content: Content, now: Instant) {
    guard let worker = workers[envelope.peer] else { return sendDisconnect(to: envelope, now: now) }
    worker.lastHeard = now
    guard address.run == run, address.delivery >= 1, address.delivery <= lastDelivery else { return disconnect(worker, now: now) }
    guard let pending = worker.held[address.delivery], pending.client.number == address.client else { return lateReplies += 1 }
    if pending.state == .held {
      actions.append(.reply(pending.client.envelope, isFinal: isFinal, content, pending))
      pending.partsSent = true
    } else {
      lateReplies += 1
    }
    guard isFinal else { return }
    worker.held[address.delivery] = nil
    if worker.service.isShared { countReply(worker, to: pending, now: now) }
    if pending.state == .held { end(pending) }
    pending.state = .done
    pending.due = nil
    updateAvailability(worker)
    dispatchQueued(worker.service, now: now)
  }

  func heartbeat(from envelope: Envelope, _ credit: BrokerMessage.Credit, now: Instant) {
    guard let worker = workers[envelope.peer] else { return sendDisconnect(to: envelope, now: now) }
    worker.lastHeard = now
    guard credit != .unspecified else { return }
    guard worker.usesCredit, case .requests(let number) = credit else { return disconnect(worker, now: now) }
    guard number != worker.credit else { return }
    worker.service.releasedCredit -= worker.releasedCredit
    worker.credit = number
    worker.service.releasedCredit += worker.releasedCredit
    updateAvailability(worker)
    dispatchQueued(worker.service, now: now)
  }

  /// Handles libzmq's report that no peer with this identity is connected. Requests that were not sent for that reason are not lost.
  func unreachable(_ peer: PeerID, unsent: [ClientAddress] = [], now: Instant) {
    if let worker = workers[peer] {
      for address in unsent.sorted(by: { $0.delivery > $1.delivery }) { takeBack(address, from: worker, now: now) }
      remove([worker], because: .unreachable, now: now)
    }
    peerNames.remove(peer)
    guard let client = clients.removeValue(forKey: peer) else { return }
    for pending in client.waitingRequests where pending.isWaiting {
      end(pending)
      pending.service.queue.didLeave(pending)
      removeIfUnused(pending.service)
    }
  }

  /// Ends `pending` after a part of its reply was dropped because the client reads too slowly.
  func partDropped(_ pending: PendingRequest, now: Instant) {
    guard pending.state == .held, let content = pending.content else { return }
    refuse(pending.client.envelope, pending.service.name, .slowClient, content)
    abandon(pending, now: now)
  }

  // MARK: The queue of a service

  /// Starts the timer of `pending`, which was just added to its service's queue.
  private func startWaiting(_ pending: PendingRequest, now: Instant) {
    pending.state = .waiting
    pending.since = now
    pending.client.addWaiting(pending)
    timers.set(pending.waitDeadline(settings, startupGrace), for: pending)
  }

  func dispatchQueued(_ service: Service, now: Instant) {
    while !service.queue.isEmpty, let worker = service.availableWorkers.first, let pending = nextWaiting(service, for: worker) {
      deliver(pending, to: worker, now: now)
    }
  }

  private func nextWaiting(_ service: Service, for worker: Worker) -> PendingRequest? {
    guard service.isLimited else { return service.queue.popFirst() }
    let share = service.share(of: worker)
    // At most as many flows as there are shares are passed over.
    return service.queue.popFirst { service.shares.allows($0, share: share) }
  }

  /// Counts a final reply of `worker`, and begins or prolongs the limit of shares if replies wait.
  private func countReply(_ worker: Worker, to pending: PendingRequest, now: Instant) {
    let service = worker.service
    worker.repliesInTurn = worker.lastReply == now ? worker.repliesInTurn + 1 : 1
    worker.lastReply = now
    service.isShared = service.shares.isShared(now: now)
    guard service.isShared, worker.repliesInTurn >= CreditShares.waitingReplies, pending.state == .held,
      CreditShares.isShort(since: pending.since, now: now)
    else { return }
    let end = service.shares.limit(now: now)
    guard !service.isLimited else { return }
    service.isLimited = true
    timers.set(end, for: service)
    // The reply to `pending` is being handled: it is not among those that are held.
    take(pending)
    for worker in workers.values where worker.service === service {
      for other in worker.held.values where other.state == .held {
        other.isCounted = CreditShares.isShort(since: other.since, now: now)
        if other.isCounted { service.shares.took(other.flow) }
      }
    }
  }

  /// Counts a request that a worker holds while shares hold.
  private func take(_ pending: PendingRequest) {
    pending.isCounted = true
    pending.service.shares.took(pending.flow)
  }

  private func giveBack(_ pending: PendingRequest) {
    if pending.isCounted { pending.service.shares.gaveBack(pending.flow) }
  }

  /// Inserts, moves or removes `worker` in its service's queue of available workers, after its load or credit changed.
  func updateAvailability(_ worker: Worker) {
    changes &+= 1
    worker.lastChange = changes
    let canTake = worker.heldCount < worker.credit && worker.heldBytes < settings.workerBytes && !worker.isBlocked
    if canTake { worker.service.availableWorkers.insertOrUpdate(worker) } else { worker.service.availableWorkers.remove(worker) }
  }

  private func deliver(_ pending: PendingRequest, to worker: Worker, now: Instant) {
    guard let content = pending.content else { return }
    lastDelivery &+= 1
    pending.state = .held
    if worker.service.isShared { pending.since = now }
    pending.worker = worker
    if worker.service.isLimited { take(pending) }
    pending.delivery = lastDelivery
    pending.deliveryCount += 1
    worker.held[lastDelivery] = pending
    worker.heldBytes += pending.byteCount
    updateAvailability(worker)
    timers.set(pending.deadline, for: pending)
    actions.append(.request(worker.envelope, ClientAddress(run: run, client: pending.client.number, delivery: lastDelivery), content))
  }

  // MARK: Ending

  /// Ends `pending` for its client and releases its share of every limit.
  func end(_ pending: PendingRequest) {
    let client = pending.client
    client.outstanding -= 1
    client.bytes -= pending.byteCount
    outstandingRequests -= 1
    requestBytes -= pending.byteCount
    if client.outstanding == 0 {
      client.waitingRequests = []
      if clients[client.envelope.peer] === client { clients[client.envelope.peer] = nil }
    }
    if pending.state == .held {
      pending.worker?.heldBytes -= pending.byteCount
      if pending.service.isLimited { giveBack(pending) }
    }
    pending.content = nil
    pending.due = nil
    pending.state = .done
  }

  /// Ends `pending` for its client; it uses the worker's credit until the worker has finished.
  func abandon(_ pending: PendingRequest, now: Instant) {
    end(pending)
    pending.state = .abandoned
    timers.set(pending.deadline + settings.overdueLimit, for: pending)
    // Its flow may have got room in its share.
    dispatchQueued(pending.service, now: now)
  }

  func refuse(_ envelope: Envelope, _ service: String, _ refusal: Refusal, _ content: Content) {
    actions.append(.refuse(envelope, service: service, refusal, content))
  }

  func removeIfUnused(_ service: Service) {
    guard service.workerCount == 0, service.queue.isEmpty, service.workerMayReturnUntil == nil else { return }
    // A timer may outlive its service, and a new service may have the same name by then.
    if services[service.name] === service { services[service.name] = nil }
  }

  // MARK: Removing workers

  /// Disconnects a worker that broke the protocol or does not finish its requests.
  func disconnect(_ worker: Worker, now: Instant) {
    sendDisconnect(to: worker.envelope, now: now)
    remove([worker], because: .misbehaved, now: now)
  }

  /// Sends DISCONNECT, at most once per liveness timeout.
  func sendDisconnect(to envelope: Envelope, now: Instant) {
    if let until = silenced[envelope.peer], until > now { return }
    silenced[envelope.peer] = now + settings.livenessTimeout
    actions.append(.disconnect(envelope))
  }

  /// Removes all of `lost` before their requests are reassigned: none of them gets the requests of another one.
  func remove(_ lost: [Worker], because reason: LeaveReason, now: Instant) {
    // Newest first, because each is prepended to the queue.
    let held = lost.flatMap { $0.held.values }.sorted { $0.delivery > $1.delivery }
    for worker in lost {
      let service = worker.service
      workers[worker.envelope.peer] = nil
      worker.held = [:]
      service.workerCount -= 1
      service.releasedCredit -= worker.releasedCredit
      service.availableWorkers.remove(worker)
      actions.append(.left(service: service.name, worker.envelope.peer))
      guard service.workerCount == 0 else { continue }
      service.shares.end()
      service.isLimited = false
      service.withoutWorkersSince = now
      service.workerMayReturnUntil = reason.mayReturn ? now + settings.returnGrace : nil
    }
    for pending in held { reassign(pending, because: reason, now: now) }
    for worker in lost {
      let service = worker.service
      if service.workerCount == 0 { timers.set(now + settings.grace, for: service) }
      dispatchQueued(service, now: now)
      removeIfUnused(service)
    }
  }

  func reassign(_ pending: PendingRequest, because reason: LeaveReason, now: Instant) {
    pending.worker = nil
    guard pending.state == .held, let content = pending.content else {
      pending.due = nil
      return
    }
    if reason == .disconnected { pending.deliveryCount -= 1 }
    let isUnsafeToRetry = reason != .disconnected && !content.isRetryable
    if pending.partsSent || isUnsafeToRetry || pending.deliveryCount > settings.maxRedeliveries {
      refuse(pending.client.envelope, pending.service.name, .workerLost, content)
      end(pending)
    } else {
      if pending.service.isLimited { giveBack(pending) }
      pending.state = .waiting
      pending.service.queue.prepend(pending)
      startWaiting(pending, now: now)
    }
  }
}
