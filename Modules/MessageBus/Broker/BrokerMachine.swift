import DequeModule

/// The broker's side of MDP 0.2 without any I/O: (state, event, now) → (state, actions), as the tables in STATES.md have it.
///
/// `Content` is whatever the owner moves as a body: the machine never looks inside. Not thread safe: it belongs to one loop.
final class BrokerMachine<Content> {
  typealias Instant = ContinuousClock.Instant
  typealias Envelope = BrokerMessage.Envelope

  enum Action {
    /// REQUEST to a worker. The content stays held here until the answer is complete.
    case request(Envelope, ClientAddress, Content)
    case reply(Envelope, isFinal: Bool, service: String, Content)
    /// The broker's own final answer to the request that `Content` is.
    case refuse(Envelope, service: String, Refusal, Content)
    case heartbeat(Envelope)
    case disconnect(Envelope)
    case joined(service: String, PeerID)
    case left(service: String, PeerID)
  }

  enum Refusal: Hashable {
    case noWorker
    case queueFull
    case clientFull
    case waitedTooLong
    /// Every worker that took it died, or one died in the middle of a streamed answer.
    case workerLost
  }

  final class Worker {
    let envelope: Envelope
    let service: Service
    let credit: Int
    var holds = 0
    var lastHeard: Instant
    /// Whether it stands in its service's line of workers with free credit.
    var isInLine = false

    init(_ envelope: Envelope, _ service: Service, credit: Int, now: Instant) {
      self.envelope = envelope
      self.service = service
      self.credit = credit
      lastHeard = now
    }
  }

  final class Service {
    let name: String
    var workers = 0
    /// Requests for it since the broker started, refused ones left out.
    var requests: UInt64 = 0
    var waiting: Deque<Pending> = []
    var line: Deque<Worker> = []
    init(_ name: String) { self.name = name }
  }

  final class Client {
    let envelope: Envelope
    var outstanding = 0
    init(_ envelope: Envelope) { self.envelope = envelope }
  }

  /// A request from its arrival to its final reply.
  final class Pending {
    let client: Client
    let service: Service
    let address: ClientAddress
    let content: Content
    var worker: Worker?
    var deliveries = 0
    var partsSent = false
    var expires: Instant

    init(_ client: Client, _ service: Service, _ address: ClientAddress, _ content: Content, expires: Instant) {
      self.client = client
      self.service = service
      self.address = address
      self.content = content
      self.expires = expires
    }
  }

  let settings: Broker.Settings
  /// Names this run in client addresses.
  let run: UInt64
  /// What is left to the caller, read from a request that has to wait.
  private let patience: (Content) -> Duration?

  private(set) var services: [String: Service] = [:]
  private(set) var workers: [PeerID: Worker] = [:]
  private(set) var requests: UInt64 = 0
  private var clients: [PeerID: Client] = [:]
  private var held: [UInt64: Pending] = [:]
  /// Peers that were told to disconnect, and until when nothing more is said to them.
  private var silenced: [PeerID: Instant] = [:]
  private var nextHeartbeat: Instant
  private var firstExpiry: Instant?
  private var actions: [Action] = []

  init(_ settings: Broker.Settings, run: UInt64, now: Instant, patience: @escaping (Content) -> Duration?) {
    self.settings = settings
    self.run = run
    self.patience = patience
    nextHeartbeat = now + settings.heartbeatInterval
  }

  /// When ``tick(now:)`` has something to do.
  var nextDue: Instant { min(nextHeartbeat, firstExpiry ?? nextHeartbeat) }

  /// What the events so far ask for, in order; taken once. `emptied` must be empty: its memory serves the next events.
  func takeActions(_ emptied: inout [Action]) { swap(&actions, &emptied) }

  func offers(_ service: String) -> Bool { (services[service]?.workers ?? 0) > 0 }

  // MARK: Clients

  func request(from envelope: Envelope, service name: String, _ content: Content, now: Instant) {
    requests += 1
    let client = clients[envelope.peer] ?? Client(envelope)
    guard client.outstanding < settings.clientLimit else { return refuse(envelope, name, .clientFull, content) }
    let service = service(name)
    let mustWait = service.line.isEmpty || !service.waiting.isEmpty
    guard !mustWait || service.waiting.count < settings.queueLimit else { return refuse(envelope, name, .queueFull, content) }
    if client.outstanding == 0 { clients[envelope.peer] = client }
    client.outstanding += 1
    service.requests += 1
    let address = ClientAddress(run: run, number: requests)
    let pending = Pending(client, service, address, content, expires: now)
    if !mustWait, let worker = nextWorker(of: service) {
      deliver(pending, to: worker)
    } else {
      wait(pending, now: now)
    }
  }

  // MARK: Workers

  func ready(from envelope: Envelope, service name: String, credit: Int, now: Instant) {
    if let worker = workers[envelope.peer] { return expel(worker, now: now) }
    guard !name.hasPrefix("mmi.") else { return disconnect(envelope, now: now) }
    silenced[envelope.peer] = nil
    let service = service(name)
    let worker = Worker(envelope, service, credit: credit, now: now)
    workers[envelope.peer] = worker
    service.workers += 1
    if service.workers == 1 { extendWaits(of: service, now: now) }
    actions.append(.joined(service: name, envelope.peer))
    queueUp(worker)
    serve(service, now: now)
  }

  func reply(from envelope: Envelope, isFinal: Bool, to address: ClientAddress, _ content: Content, now: Instant) {
    guard let worker = workers[envelope.peer] else { return disconnect(envelope, now: now) }
    worker.lastHeard = now
    guard address.run == run, let pending = held[address.number], pending.worker === worker else { return expel(worker, now: now) }
    actions.append(.reply(pending.client.envelope, isFinal: isFinal, service: pending.service.name, content))
    guard isFinal else {
      pending.partsSent = true
      return
    }
    held[address.number] = nil
    done(pending)
    worker.holds -= 1
    queueUp(worker)
    serve(worker.service, now: now)
  }

  func heartbeat(from envelope: Envelope, now: Instant) {
    guard let worker = workers[envelope.peer] else { return disconnect(envelope, now: now) }
    worker.lastHeard = now
  }

  /// The worker leaves by its own will: what it holds is handed back and does not count as lost.
  func disconnect(from envelope: Envelope, now: Instant) {
    guard let worker = workers[envelope.peer] else { return }
    remove(worker, countsAsLoss: false, now: now)
  }

  /// libzmq says that nobody of this identity is connected any more.
  func unreachable(_ peer: PeerID, now: Instant) {
    if let worker = workers[peer] { remove(worker, countsAsLoss: true, now: now) }
    guard let client = clients.removeValue(forKey: peer) else { return }
    for service in services.values where !service.waiting.isEmpty {
      service.waiting.removeAll { $0.client === client }
    }
  }

  // MARK: Time

  func tick(now: Instant) {
    if now >= nextHeartbeat {
      nextHeartbeat = now + settings.heartbeatInterval
      let silent = workers.values.filter { $0.lastHeard + settings.silenceMeansDeath <= now }
      for worker in silent { expel(worker, now: now) }
      probe()
      silenced = silenced.filter { $0.value > now }
    }
    guard let firstExpiry, now >= firstExpiry else { return }
    self.firstExpiry = nil
    for service in services.values where !service.waiting.isEmpty { expire(service, now: now) }
    services = services.filter { $0.value.workers > 0 || !$0.value.waiting.isEmpty }
  }

  /// A HEARTBEAT to every worker: sent at each interval, and when a connection was lost, since sending shows whose it was.
  func probe() {
    for worker in workers.values { actions.append(.heartbeat(worker.envelope)) }
  }

  private func expire(_ service: Service, now: Instant) {
    var kept: Deque<Pending> = []
    for pending in service.waiting {
      if pending.expires <= now {
        done(pending)
        refuse(pending.client.envelope, service.name, service.workers == 0 ? .noWorker : .waitedTooLong, pending.content)
      } else {
        noteExpiry(pending.expires)
        kept.append(pending)
      }
    }
    service.waiting = kept
  }

  // MARK: The queue of a service

  private func service(_ name: String) -> Service {
    if let service = services[name] { return service }
    let service = Service(name)
    services[name] = service
    return service
  }

  private func wait(_ pending: Pending, now: Instant) {
    pending.expires = expiry(of: pending, now: now)
    noteExpiry(pending.expires)
    pending.service.waiting.append(pending)
  }

  private func expiry(of pending: Pending, now: Instant) -> Instant {
    let callers = patience(pending.content) ?? settings.longestWait
    return now + (pending.service.workers == 0 ? min(settings.grace, callers) : min(settings.longestWait, callers))
  }

  /// The first worker of a service came: who waited for any worker now waits for this one.
  private func extendWaits(of service: Service, now: Instant) {
    for pending in service.waiting {
      pending.expires = expiry(of: pending, now: now)
      noteExpiry(pending.expires)
    }
  }

  private func noteExpiry(_ instant: Instant) { firstExpiry = min(firstExpiry ?? instant, instant) }

  private func serve(_ service: Service, now: Instant) {
    while let pending = service.waiting.first, let worker = nextWorker(of: service) {
      service.waiting.removeFirst()
      deliver(pending, to: worker)
    }
  }

  /// The worker with free credit that waited longest; it leaves the line until it is put back.
  private func nextWorker(of service: Service) -> Worker? {
    guard let worker = service.line.popFirst() else { return nil }
    worker.isInLine = false
    return worker
  }

  private func queueUp(_ worker: Worker) {
    guard !worker.isInLine, worker.holds < worker.credit else { return }
    worker.isInLine = true
    worker.service.line.append(worker)
  }

  private func deliver(_ pending: Pending, to worker: Worker) {
    pending.worker = worker
    pending.deliveries += 1
    worker.holds += 1
    held[pending.address.number] = pending
    actions.append(.request(worker.envelope, pending.address, pending.content))
    queueUp(worker)
  }

  // MARK: Leaving

  private func done(_ pending: Pending) {
    pending.client.outstanding -= 1
    let peer = pending.client.envelope.peer
    if pending.client.outstanding == 0, clients[peer] === pending.client { clients[peer] = nil }
  }

  private func refuse(_ envelope: Envelope, _ service: String, _ refusal: Refusal, _ content: Content) {
    actions.append(.refuse(envelope, service: service, refusal, content))
  }

  private func expel(_ worker: Worker, now: Instant) {
    disconnect(worker.envelope, now: now)
    remove(worker, countsAsLoss: true, now: now)
  }

  /// DISCONNECT, then silence until the peer would count as dead anyway.
  private func disconnect(_ envelope: Envelope, now: Instant) {
    if let until = silenced[envelope.peer], until > now { return }
    silenced[envelope.peer] = now + settings.silenceMeansDeath
    actions.append(.disconnect(envelope))
  }

  private func remove(_ worker: Worker, countsAsLoss: Bool, now: Instant) {
    workers[worker.envelope.peer] = nil
    let service = worker.service
    service.workers -= 1
    service.line.removeAll { $0 === worker }
    actions.append(.left(service: service.name, worker.envelope.peer))
    // Oldest last, so that each goes in front of those that came after it.
    let orphans = held.values.filter { $0.worker === worker }.sorted { $0.address.number > $1.address.number }
    for pending in orphans {
      held[pending.address.number] = nil
      pending.worker = nil
      if !countsAsLoss { pending.deliveries -= 1 }
      if pending.partsSent || pending.deliveries > settings.redeliveries {
        done(pending)
        refuse(pending.client.envelope, service.name, .workerLost, pending.content)
      } else {
        pending.expires = expiry(of: pending, now: now)
        noteExpiry(pending.expires)
        service.waiting.prepend(pending)
      }
    }
    if service.workers == 0 { shortenWaits(of: service, now: now) }
    serve(service, now: now)
  }

  /// The last worker of a service left: who waits for it now waits for the grace only.
  private func shortenWaits(of service: Service, now: Instant) {
    for pending in service.waiting where pending.expires > now + settings.grace {
      pending.expires = now + settings.grace
      noteExpiry(pending.expires)
    }
  }
}
