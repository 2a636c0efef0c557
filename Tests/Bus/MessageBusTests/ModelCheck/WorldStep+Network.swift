@testable import MessageBus

/// The network between the machines.
extension WorldStep {
  // MARK: Connections

  mutating func startWorker(_ worker: Int) {
    world.workers[worker].machine = rules.workers.start(CheckedWorker.Configuration(credit: rules.settings.credit))
  }

  /// Ends a worker's process.
  mutating func stopWorker(_ worker: Int) {
    close(world.workers[worker].peer)
    world.workers[worker] = World.Worker(connections: world.workers[worker].connections)
  }

  mutating func connectWorker(_ worker: Int) throws(Violation) {
    world.workers[worker].peer = open(.worker, worker, world.workers[worker].connections)
    world.workers[worker].connections += 1
    try tellWorker(worker, .connected)
  }

  mutating func connectClient(_ client: Int) throws(Violation) {
    world.clients[client].peer = open(.client, client, world.clients[client].connections)
    world.clients[client].connections += 1
    try tellClient(client, .connected)
  }

  private mutating func open(_ role: Peer.Role, _ index: Int, _ connection: Int) -> Peer {
    let peer = Peer(role: role, index: index, connection: connection)
    world.connections.append(World.Connection(peer: peer))
    world.connections.sort { $0.peer < $1.peer }
    return peer
  }

  /// Closes a connection at the peer's end: what it has sent may still arrive, what it has not read is lost.
  mutating func close(_ peer: Peer?) {
    guard let peer, let index = world.connectionIndex(of: peer) else { return }
    world.connections[index].isOpen = false
    world.connections[index].toPeer = []
  }

  // MARK: Broker

  mutating func brokerReceives(from peer: Peer) throws(Violation) {
    guard let index = world.connectionIndex(of: peer) else { return }
    let message = world.connections[index].toBroker.removeFirst()
    if case .ask(let content) = message {
      world.exchanges.append(Exchange(key: Exchange.Key(peer: peer, request: content.request)))
    }
    // From now on, a reply would be one too many.
    if case .cancel(let request) = message, let index = world.exchanges.firstIndex(where: { $0.key == .init(peer: peer, request: request) })
    {
      world.exchanges[index].isAnswered = true
    }
    try tellBroker(.message(message, from: peer))
  }

  mutating func tellBroker(_ input: CheckedBroker.Input) throws(Violation) {
    guard let broker = world.broker else { return }
    let step = try rules.brokers.step(input, from: broker)
    world.broker = step.state
    var unreachable: [Peer: [ClientAddress]] = [:]
    for case .send(let message, let peer) in step.outputs where try !sendFromBroker(message, to: peer) {
      if case .request(let address, _) = message {
        unreachable[peer, default: []].append(address)
      } else {
        unreachable[peer, default: []] += []
      }
    }
    for (peer, unsent) in unreachable.sorted(by: { $0.key < $1.key }) { try tellBroker(.unreachable(peer, unsent: unsent)) }
  }

  /// Returns `false` if there is no connection.
  private mutating func sendFromBroker(_ message: Message, to peer: Peer) throws(Violation) -> Bool {
    var (copies, peer) = (1, peer)
    switch (rules.settings.fault, message) {
    case (.disconnectsAreDropped, .disconnect): copies = 0
    case (.finalRepliesAreDoubled, .answer(true, _)): copies = 2
    case (.repliesGoToTheOtherClient, .answer): peer = Peer(role: .client, index: 1 - peer.index, connection: 0)
    default: break
    }
    for _ in 0..<copies { try recordAnswer(message, to: peer) }
    guard let index = world.connectionIndex(of: peer) else { return false }
    countDelivery(message)
    guard world.connections[index].isOpen else { return true }
    if message == .heartbeat, peer.role == .worker {
      // Read at once if nothing is before it; of several unread ones, one is enough.
      if world.connections[index].toPeer.isEmpty, !world.workers[peer.index].isPaused {
        try tellWorker(peer.index, .heartbeat)
        return true
      }
      guard world.connections[index].toPeer.last != .heartbeat else { return true }
    }
    for _ in 0..<copies { world.connections[index].toPeer.append(message) }
    return true
  }

  private mutating func countDelivery(_ message: Message) {
    guard case .request(_, let content) = message else { return }
    let index = world.exchanges.lastIndex { $0.key.request == content.request }
    if let index { world.exchanges[index].deliveries += 1 }
  }

  private mutating func recordAnswer(_ message: Message, to peer: Peer) throws(Violation) {
    let (request, isFinal): (Int, Bool)
    switch message {
    case .answer(let final, let number): (request, isFinal) = (number, final)
    case .refusal(_, let number): (request, isFinal) = (number, true)
    default: return
    }
    let key = Exchange.Key(peer: peer, request: request)
    guard let index = world.exchanges.firstIndex(where: { $0.key == key }) else {
      throw Violation("\(peer) gets a reply to request \(request), which it has not sent")
    }
    guard !world.exchanges[index].isAnswered else { throw Violation("\(peer) gets a reply to request \(request) after the final reply") }
    if isFinal { world.exchanges[index].isAnswered = true }
    guard case .refusal(.workerLost, _) = message else { return }
    let settings = rules.settings.requests[request]
    let isRetried = settings.isIdempotent && !settings.isStreamed
    guard world.exchanges[index].deliveries > (isRetried ? rules.settings.maxRedeliveries : 0) else {
      throw Violation("request \(request) counts as lost after \(world.exchanges[index].deliveries) deliveries")
    }
  }

  // MARK: Clients and workers

  mutating func receives(_ peer: Peer) throws(Violation) {
    guard let index = world.connectionIndex(of: peer) else { return }
    switch world.connections[index].toPeer.removeFirst() {
    case .answer(let isFinal, let request): try tellClient(peer.index, .received(request, isFinal: isFinal))
    case .refusal(_, let request): try tellClient(peer.index, .received(request, isFinal: true))
    case .request(let address, let content): try tellWorker(peer.index, .request(address), address, content)
    case .heartbeat: try tellWorker(peer.index, .heartbeat)
    case .drop(let address):
      for job in world.workers[peer.index].jobs.indices where world.workers[peer.index].jobs[job].address == address {
        world.workers[peer.index].jobs[job].isCancelled = true
      }
      try tellWorker(peer.index, .heartbeat)
    case .disconnect: try tellWorker(peer.index, .disconnect)
    case .ask, .cancel, .ready, .reply, .credit, .handBack: break
    }
  }

  mutating func tellClient(_ client: Int, _ input: CheckedClient.Input) throws(Violation) {
    guard let machine = world.clients[client].machine else { return }
    let step = try rules.clients.step(input, from: machine)
    world.clients[client].machine = step.state
    for output in step.outputs {
      switch output {
      case .send(let request, let seconds):
        let isRetryable = rules.settings.requests[request].isIdempotent
        try sendToBroker(
          .ask(RequestContent(request: request, seconds: seconds, isRetryable: isRetryable)), from: world.clients[client].peer)
      case .sendCancellation(let request): try sendToBroker(.cancel(request), from: world.clients[client].peer)
      case .part(let request), .ended(let request):
        guard case .open = world.requests[request], rules.settings.requests[request].client == client else {
          throw Violation("c\(client + 1) delivers a reply to request \(request), which has ended or is not its own")
        }
        if case .ended = output { world.requests[request] = .ended }
      }
    }
  }

  /// `address` and `content` are those of the request that is received or finished.
  mutating func tellWorker(
    _ worker: Int, _ input: CheckedWorker.Input, _ address: ClientAddress? = nil, _ content: RequestContent? = nil
  ) throws(Violation) {
    guard let machine = world.workers[worker].machine else { return }
    let step = try rules.workers.step(input, from: machine)
    let facts = rules.workers.facts(of: step.state)
    world.workers[worker].machine = step.state
    for output in step.outputs {
      switch (output, address, content) {
      case (.send(let message), _, _): try sendToBroker(message, from: world.workers[worker].peer)
      case (.start, let address?, let content?):
        world.workers[worker].jobs.append(World.Job(address: address, content: content, registration: facts.registration))
      case (.sendFinal, let address?, let content?):
        try sendToBroker(.reply(isFinal: true, address, content), from: world.workers[worker].peer)
      case (.cancelRunning, _, _): world.workers[worker].jobs = []
      case (.close, _, _):
        close(world.workers[worker].peer)
        world.workers[worker].peer = nil
      case (.start, _, _), (.sendFinal, _, _): break
      }
    }
    if facts.isStopped { stopWorker(worker) }
  }

  mutating func sendToBroker(_ message: Message, from peer: Peer?) throws(Violation) {
    guard let peer, let index = world.connectionIndex(of: peer) else { return }
    if case .handBack = message, rules.settings.fault == .handBacksAreDropped { return }
    if message == .heartbeat {
      if world.connections[index].toBroker.isEmpty, world.broker != nil, !world.isBrokerPaused {
        return try tellBroker(.message(.heartbeat, from: peer))
      }
      guard world.connections[index].toBroker.last != .heartbeat else { return }
    }
    world.connections[index].toBroker.append(message)
  }
}
