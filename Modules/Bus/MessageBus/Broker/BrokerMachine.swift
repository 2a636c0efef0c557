/// State machine of the broker's side of MDP 0.2, without I/O (STATES.md). Each method takes an event and the current time, and queues
/// actions, which the owner takes with ``takeActions(_:)``.
final class BrokerMachine<Content: BrokerContent> {
  typealias Envelope = BrokerMessage.Envelope

  let settings: Broker.Settings
  /// Identifies this run of the broker in client addresses.
  let run: UInt64

  private(set) var services: [String: Service] = [:]
  var workers: [PeerID: Worker] = [:]
  private(set) var requestCount: UInt64 = 0
  /// Replies that arrived after the deadline of their request.
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
  /// Until then, requests wait for services that have had no worker yet: workers of a previous broker need a moment to register.
  private let startupGraceEnd: Instant
  /// Services that had a worker before ``startupGraceEnd``, some at most; requests for others may wait longer than necessary.
  private var servicesWithWorkers: Set<String> = []
  private var names: [PeerID: String] = [:]
  var timers = TimerQueue()
  var actions: [Action] = []

  private static var maxNames: Int { 1_024 }

  init(_ settings: Broker.Settings, run: UInt64, now: Instant) {
    self.settings = settings
    self.run = run
    nextHeartbeat = now + settings.heartbeatInterval
    startupGraceEnd = now + settings.startupGrace
  }

  deinit {
    // These objects reference each other.
    for service in services.values { (service.queue, service.attachedWorkers) = (FairQueue(), []) }
    for worker in workers.values { worker.held = [:] }
    for client in clients.values { client.removeAll() }
  }

  /// When to call ``tick(now:)`` next.
  var nextTimeout: Instant { min(nextHeartbeat, timers.first ?? nextHeartbeat) }

  /// Moves the queued actions, in order, into `buffer`, which must be empty; the machine reuses its memory.
  func takeActions(_ buffer: inout [Action]) { swap(&actions, &buffer) }

  func hasWorker(for service: String) -> Bool { services[service]?.attachedWorkers.isEmpty == false }

  /// The `count` clients with the most outstanding requests, those with the most first.
  func busiestClients(_ count: Int) -> [Client] { Array(clients.values.sorted { $0.outstanding > $1.outstanding }.prefix(count)) }

  /// What a peer calls itself; `nil` if it has not said so, or if too many others have since.
  func name(of peer: PeerID) -> String? { workers[peer]?.name ?? names[peer] }

  /// Notes what a peer calls itself. For people who look for a slow peer; nothing depends on these names, which nobody checks.
  func recordName(of peer: PeerID, in content: Content) {
    guard name(of: peer) == nil, let text = content.senderName else { return }
    // A worker says its name once, so the names of a thousand later clients must not replace it.
    if let worker = workers[peer] { return worker.name = PeerName.visible(text) }
    if names.count >= Self.maxNames { names = [:] }
    names[peer] = PeerName.visible(text)
  }

  // MARK: Clients

  /// - Parameter readsTooSlowly: whether the reply would be dropped, because the client leaves too many unread.
  func request(from envelope: Envelope, service name: String, _ content: Content, readsTooSlowly: Bool = false, now: Instant) {
    requestCount += 1
    let scan = content.scanFields()
    guard !scan.isTooLarge else { return refuse(envelope, name, .fieldsTooLarge, content) }
    if scan.hasName { recordName(of: envelope.peer, in: content) }
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
    let pending = PendingRequest(client, service, content, bytes: size, flow: scan.flow, now: now)
    pending.deadline = now + (timeout ?? settings.maxDeadline)
    pending.queueDeadline = now + (timeout ?? settings.maxWait)
    service.requested(by: client, now: now)
    if service.isLimited { dispatchQueued(service, now: now) }
    // Requests that wait although a worker has room belong to flows that have used their share.
    if service.queue.isEmpty || service.isLimited, let worker = service.worker(for: pending.flow) {
      // A worker with this many requests waits for other services, so it holds most of them for long.
      if worker.held.count >= Broker.Settings.manyHeldRequests { content.compact() }
      admit(pending)
      deliver(pending, to: worker, now: now)
    } else {
      guard service.queue.hasRoom(for: pending.flow, bytes: size, limit: settings.queueLimit, byteLimit: settings.queueBytes) else {
        return refuse(envelope, name, .queueFull, content)
      }
      content.compact()
      if service.attachedWorkers.isEmpty { services[name] = service }
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
    client.add(pending)
    outstandingRequests += 1
    requestBytes += pending.byteCount
    pending.service.requestCount += 1
  }

  // MARK: Workers

  func ready(from envelope: Envelope, service name: String, _ credit: BrokerMessage.Credit, now: Instant) {
    if let worker = workers[envelope.peer] { return disconnect(worker, now: now) }
    guard !name.hasPrefix("mmi."), credit != .invalid else { return sendDisconnect(to: envelope, now: now) }
    silenced[envelope.peer] = nil
    let service = services[name] ?? Service(name, now: now)
    services[name] = service
    let announced: Int? = if case .requests(let number) = credit { number } else { nil }
    let worker = Worker(envelope, service, credit: announced, byteLimit: settings.workerBytes, now: now)
    workers[envelope.peer] = worker
    service.attachedWorkers.append(worker)
    service.workerMayReturnUntil = nil
    if now < startupGraceEnd, servicesWithWorkers.count < Self.maxNames { servicesWithWorkers.insert(name) }
    actions.append(.joined(service: name, envelope.peer))
    didChange(worker)
    dispatchQueued(service, now: now)
  }

  func reply(from envelope: Envelope, isFinal: Bool, to address: ClientAddress, _ content: Content, now: Instant) {
    guard let worker = workers[envelope.peer] else { return sendDisconnect(to: envelope, now: now) }
    worker.lastHeard = now
    guard address.run == run, address.delivery >= 1, address.delivery <= lastDelivery else { return disconnect(worker, now: now) }
    guard let pending = worker.held[address.delivery], pending.client.number == address.client else { return lateReplies += 1 }
    if pending.state == .held {
      actions.append(.reply(pending.client.envelope, isFinal: isFinal, service: pending.service.name, content, pending))
      pending.partsSent = true
    } else if pending.deadline <= now {
      lateReplies += 1
    }
    guard isFinal else { return }
    worker.held[address.delivery] = nil
    if worker.service.shares.sharedUntil != nil { worker.service.replied(worker, to: pending, now: now) }
    if pending.state == .held { end(pending) }
    pending.state = .done
    pending.due = nil
    didChange(worker)
    dispatchQueued(worker.service, now: now)
  }

  func heartbeat(from envelope: Envelope, _ credit: BrokerMessage.Credit, now: Instant) {
    guard let worker = workers[envelope.peer] else { return sendDisconnect(to: envelope, now: now) }
    worker.lastHeard = now
    guard credit != .unspecified else { return }
    guard worker.usesCredit, case .requests(let number) = credit else { return disconnect(worker, now: now) }
    guard number != worker.credit else { return }
    worker.credit = number
    didChange(worker)
    dispatchQueued(worker.service, now: now)
  }

  /// Handles that a draining worker hands back a request that it has not started.
  func handBack(from envelope: Envelope, _ address: ClientAddress, now: Instant) {
    heartbeat(from: envelope, .requests(0), now: now)
    guard let worker = workers[envelope.peer] else { return }
    takeBack(address, from: worker, now: now)
    dispatchQueued(worker.service, now: now)
  }

  /// Reassigns a request that the worker has not started.
  private func takeBack(_ address: ClientAddress, from worker: Worker, now: Instant) {
    guard address.run == run, let pending = worker.held.removeValue(forKey: address.delivery) else { return }
    if pending.state == .held { release(pending) }
    reassign(pending, because: .disconnected, now: now)
  }

  /// Handles a worker's DISCONNECT: its requests are reassigned and do not count as lost.
  func disconnect(from envelope: Envelope, now: Instant) {
    if let worker = workers[envelope.peer] { remove([worker], because: .disconnected, now: now) }
  }

  /// Handles that the send queue to a worker became full, or has room again; meanwhile the worker gets no new requests.
  func setBlocked(_ isBlocked: Bool, _ peer: PeerID, now: Instant) {
    guard let worker = workers[peer], worker.isBlocked != isBlocked else { return }
    worker.isBlocked = isBlocked
    didChange(worker)
    dispatchQueued(worker.service, now: now)
  }

  /// Handles libzmq's report that no peer with this identity is connected. Requests that were not sent for that reason are not lost.
  func unreachable(_ peer: PeerID, unsent: [ClientAddress] = [], now: Instant) {
    if let worker = workers[peer] {
      for address in unsent.sorted(by: { $0.delivery > $1.delivery }) { takeBack(address, from: worker, now: now) }
      remove([worker], because: .unreachable, now: now)
    }
    if !names.isEmpty { names[peer] = nil }
    for pending in clients[peer]?.requests ?? [] { drop(pending, now: now) }
  }

  /// Ends the requests of the clients that are gone, as `isGone` says from the client and one of its requests.
  func dropClients(now: Instant, where isGone: (PeerID, Content) -> Bool) {
    for (peer, client) in clients {
      if let content = client.requests.lazy.compactMap(\.content).first, isGone(peer, content) { unreachable(peer, now: now) }
    }
  }

  /// Ends the request with this ID, because its client does not want the reply.
  func cancel(_ id: [UInt8], of peer: PeerID, now: Instant) {
    if let pending = clients[peer]?.request(id) { drop(pending, now: now) }
  }

  /// Ends `pending`, unless it has ended, without a reply. A worker that holds it is told, and its credit is in use until it has finished.
  private func drop(_ pending: PendingRequest, now: Instant) {
    guard pending.content != nil else { return }
    let wasHeld = pending.state == .held
    end(pending)
    guard wasHeld else {
      pending.service.queue.didLeave(pending)
      return removeIfUnused(pending.service)
    }
    pending.state = .abandoned
    timers.set(pending.deadline + settings.overdueLimit, for: pending)
    if let worker = pending.worker, worker.usesCredit { actions.append(.cancel(worker.envelope, address(of: pending))) }
    // Its flow may have got room in its share.
    dispatchQueued(pending.service, now: now)
  }

  /// Ends `pending`, unless it has ended, with the broker's own reply.
  func fail(_ pending: PendingRequest, _ refusal: Refusal, now: Instant) {
    guard let content = pending.content else { return }
    refuse(pending.client.envelope, pending.service.name, refusal, content)
    drop(pending, now: now)
  }

  /// Handles that a part of the reply to `pending` was dropped because the client reads too slowly.
  func partDropped(_ pending: PendingRequest, now: Instant) { fail(pending, .slowClient, now: now) }

  // MARK: The queue of a service

  /// Starts the timer of `pending`, which was just added to its service's queue.
  func startWaiting(_ pending: PendingRequest, now: Instant) {
    pending.state = .waiting
    pending.since = now
    timers.set(waitDeadline(of: pending), for: pending)
  }

  /// Returns when a request stops waiting for a worker, as far as the workers of its service are known now.
  func waitDeadline(of pending: PendingRequest) -> Instant {
    let service = pending.service
    guard service.attachedWorkers.isEmpty else { return pending.queueDeadline }
    let grace = max(pending.since, service.withoutWorkersSince) + settings.grace
    let until = service.workerMayReturnUntil ?? (servicesWithWorkers.contains(service.name) ? grace : startupGraceEnd)
    guard until > grace else { return min(pending.queueDeadline, grace) }
    // Shortly before the client gives up, so that the client learns the reason.
    return min(pending.queueDeadline, max(grace, min(pending.queueDeadline - settings.refusalLead, until)))
  }

  func dispatchQueued(_ service: Service, now: Instant) {
    service.updateShares(now: now)
    while !service.queue.isEmpty {
      // At most as many flows as there are shares are passed over.
      let next = service.isLimited ? service.queue.popFirst { service.worker(for: $0) != nil } : nil
      if service.isLimited, next == nil { return }
      guard let worker = service.worker(for: next?.flow ?? 0), let pending = next ?? service.queue.popFirst() else { return }
      deliver(pending, to: worker, now: now)
    }
  }

  func deliver(_ pending: PendingRequest, to worker: Worker, now: Instant) {
    guard let content = pending.content else { return }
    lastDelivery &+= 1
    pending.state = .held
    if worker.service.shares.sharedUntil != nil { pending.since = now }
    if worker.service.isLimited { worker.heldByFlow[pending.flow, default: 0] += 1 }
    pending.worker = worker
    pending.delivery = lastDelivery
    pending.deliveryCount += 1
    worker.held[lastDelivery] = pending
    worker.heldBytes += pending.byteCount
    didChange(worker)
    timers.set(pending.deadline, for: pending)
    actions.append(.request(worker.envelope, address(of: pending), content))
  }

  private func address(of pending: PendingRequest) -> ClientAddress {
    ClientAddress(run: run, client: pending.client.number, delivery: pending.delivery)
  }

  /// Notes that the load or the credit of `worker` changed.
  func didChange(_ worker: Worker) {
    changes &+= 1
    worker.lastChange = changes
  }

  // MARK: Ending

  /// Ends `pending` for its client and releases its share of every limit.
  func end(_ pending: PendingRequest) {
    let client = pending.client
    client.didEnd(pending)
    outstandingRequests -= 1
    requestBytes -= pending.byteCount
    if client.outstanding == 0, clients[client.envelope.peer] === client { clients[client.envelope.peer] = nil }
    if pending.state == .held { release(pending) }
    pending.content = nil
    pending.due = nil
    pending.state = .done
  }

  /// Releases what a held request uses of its worker's limits, but not the credit.
  func release(_ pending: PendingRequest) {
    guard let worker = pending.worker else { return }
    worker.heldBytes -= pending.byteCount
    if pending.service.isLimited, let count = worker.heldByFlow[pending.flow] {
      worker.heldByFlow[pending.flow] = count > 1 ? count - 1 : nil
    }
  }

  func refuse(_ envelope: Envelope, _ service: String, _ refusal: Refusal, _ content: Content) {
    actions.append(.refuse(envelope, service: service, refusal, id: content.id))
  }

  func removeIfUnused(_ service: Service) {
    guard service.attachedWorkers.isEmpty, service.queue.isEmpty, service.workerMayReturnUntil == nil else { return }
    // A timer may outlive its service, and a new service may have the same name by then.
    if services[service.name] === service { services[service.name] = nil }
  }
}
