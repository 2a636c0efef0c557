@testable import MessageBus

/// Passes inputs to the machines and their outputs to the network, as the loops do with sockets.
extension World {
  // MARK: Broker

  func brokerReceives(_ connection: Connection) throws(Violation) {
    let (peer, message) = (connection.peer, connection.toBroker.removeFirst())
    let from = BrokerMessage.Envelope(peer: peer.id, isDelimited: false)
    try tellBroker { broker in
      switch message {
      case .ask(let content):
        exchanges.append(Exchange(peer: peer, request: content.request))
        broker.request(from: from, service: "s", content, now: now)
      case .cancel(let request):
        // From now on, a reply would be one too many.
        if let index = exchange(request, of: peer) { exchanges[index].isAnswered = true }
        broker.cancel([UInt8(clamping: request)], of: peer.id, now: now)
      case .ready(let credit): broker.ready(from: from, service: "s", credit == 1 ? .unspecified : .requests(credit), now: now)
      case .reply(let isFinal, let address, let content): broker.reply(from: from, isFinal: isFinal, to: address, content, now: now)
      case .heartbeat: broker.heartbeat(from: from, .unspecified, now: now)
      case .credit(let credit): broker.heartbeat(from: from, .requests(credit), now: now)
      case .handBack(let address): broker.handBack(from: from, address, now: now)
      case .disconnect: broker.disconnect(from: from, now: now)
      case .answer, .refusal, .request, .drop: break
      }
    }
  }

  private func exchange(_ request: Int, of peer: Peer) -> Int? { exchanges.firstIndex { $0.peer == peer && $0.request == request } }

  func tellBroker(isTick: Bool = false, _ input: (Broker) -> Void) throws(Violation) {
    guard let broker else { return }
    input(broker)
    var actions: [Broker.Action] = []
    broker.takeActions(&actions)
    var unreachable: [(peer: Peer, unsent: [ClientAddress])] = []
    for action in actions {
      guard let (id, message) = Self.message(action) else { continue }
      let peer = Peer(id)
      var unsent: [ClientAddress] = []
      if case .request(let address, let content) = message {
        guard broker.workers[id] != nil else {
          throw Violation("the broker sends request \(content.request) to \(peer), which it removes in the same step")
        }
        unsent = [address]
      }
      guard try !send(message, to: peer) else { continue }
      if let index = unreachable.firstIndex(where: { $0.peer == peer }) {
        unreachable[index].unsent += unsent
      } else {
        unreachable.append((peer, unsent))
      }
    }
    try BrokerInvariants(machine: broker, now: now).check(timersFired: isTick)
    for (peer, unsent) in unreachable { try tellBroker { $0.unreachable(peer.id, unsent: unsent, now: now) } }
  }

  private static func message(_ action: Broker.Action) -> (PeerID, Message)? {
    switch action {
    case .request(let to, let address, let content): (to.peer, .request(address, content))
    case .reply(let to, let isFinal, _, let content, _): (to.peer, .answer(isFinal: isFinal, content.request))
    case .refuse(let to, _, let refusal, let id): (to.peer, .refusal(refusal, Int(id[0])))
    case .cancel(let to, let address): (to.peer, .drop(address))
    case .heartbeat(let to): (to.peer, .heartbeat)
    case .disconnect(let to): (to.peer, .disconnect)
    case .joined, .left: nil
    }
  }

  /// Sends a message of the broker. Returns `false` if there is no connection.
  private func send(_ message: Message, to peer: Peer) throws(Violation) -> Bool {
    var (copies, peer) = (1, peer)
    switch (settings.fault, message) {
    case (.disconnectsAreDropped, .disconnect): copies = 0
    case (.finalRepliesAreDoubled, .answer(true, _)): copies = 2
    case (.repliesGoToTheOtherClient, .answer): peer = Peer(isClient: true, index: 1 - peer.index, connection: 0)
    default: break
    }
    for _ in 0..<copies { try recordAnswer(message, to: peer) }
    guard let connection = connections.first(where: { $0.peer == peer }) else { return false }
    if case .request(_, let content) = message, let index = exchanges.lastIndex(where: { $0.request == content.request }) {
      exchanges[index].deliveries += 1
    }
    if case .drop = message { seen.insert("drop") }
    if connection.isOpen { connection.toPeer += Array(repeating: message, count: copies) }
    return true
  }

  private func recordAnswer(_ message: Message, to peer: Peer) throws(Violation) {
    let (request, isFinal): (Int, Bool)
    switch message {
    case .answer(let final, let number): (request, isFinal) = (number, final)
    case .refusal(let refusal, let number):
      (request, isFinal) = (number, true)
      seen.insert("\(refusal)")
    default: return
    }
    guard let index = exchange(request, of: peer) else {
      throw Violation("\(peer) gets a reply to request \(request), which it has not sent")
    }
    guard !exchanges[index].isAnswered else { throw Violation("\(peer) gets a reply to request \(request) after the final reply") }
    exchanges[index].isAnswered = isFinal
    guard case .refusal(.workerLost, _) = message else { return }
    let isRetried = settings.requests[request].isIdempotent && !settings.requests[request].isStreamed
    guard exchanges[index].deliveries > (isRetried ? settings.maxRedeliveries : 0) else {
      throw Violation("request \(request) counts as lost after \(exchanges[index].deliveries) deliveries")
    }
  }

  // MARK: Clients and workers

  func receives(_ connection: Connection) throws(Violation) {
    let index = connection.peer.index
    switch connection.toPeer.removeFirst() {
    case .answer(let isFinal, let request): try tellClient(index) { [$0.received(UInt64(request), isFinal: isFinal)].compactMap(\.self) }
    case .refusal(_, let request): try tellClient(index) { [$0.received(UInt64(request), isFinal: true)].compactMap(\.self) }
    case .request(let address, let content):
      try tellWorker(index) { machine in
        switch machine.request(Self.bytes(of: address), now: now) {
        case .start: workers[index].jobs.append(Job(address: address, content: content, registration: machine.registration))
        case .handBack: send(.handBack(address), on: connection)
        case .ignore: break
        }
        return []
      }
    case .drop(let address):
      for job in workers[index].jobs.indices where workers[index].jobs[job].address == address {
        workers[index].jobs[job].isCancelled = true
      }
      fallthrough
    case .heartbeat:
      try tellWorker(index) {
        $0.heartbeat(now: now)
        return []
      }
    case .disconnect: try tellWorker(index) { $0.disconnect(now: now) }
    case .ask, .cancel, .ready, .reply, .credit, .handBack: break
    }
  }

  static func bytes(of address: ClientAddress) -> WorkerMachine.Address { WorkerMachine.Address(address.withBytes { Array($0) }) }

  /// Passes an input to a client's machine and performs the actions, as a turn of `ClientLoop` does.
  func tellClient(_ index: Int, _ input: (inout ClientMachine) -> [ClientMachine.Action]) throws(Violation) {
    guard var machine = clients[index].machine else { return }
    let actions = input(&machine) + machine.tick(now: now)
    for action in actions {
      let (request, isEnded): (UInt64, Bool)
      switch action {
      case .part(let id): (request, isEnded) = (id, false)
      case .complete(let id), .fail(let id, _): (request, isEnded) = (id, true)
      }
      guard case .open = requests[Int(request)], settings.requests[Int(request)].client == index else {
        throw Violation("c\(index + 1) delivers a reply to request \(request), which has ended or is not its own")
      }
      seen.insert(isEnded ? "end" : "part")
      if isEnded { requests[Int(request)] = .ended }
    }
    while let id = machine.nextToSend(), let deadline = machine.deadline(of: id) {
      let content = RequestContent(
        request: Int(id), seconds: Int(now.duration(to: deadline) / .seconds(1)), isRetryable: settings.requests[Int(id)].isIdempotent)
      send(.ask(content), on: clients[index].connection)
      machine.sent(id)
    }
    clients[index].machine = machine
  }

  /// Passes an input to a worker's machine and performs the actions, as a turn of `WorkerLoop` does.
  func tellWorker(_ index: Int, _ input: (inout WorkerMachine) -> [WorkerMachine.Action]) throws(Violation) {
    let worker = workers[index]
    guard var machine = worker.machine else { return }
    for action in input(&machine) + machine.tick(now: now) + machine.leaveIfDone(now: now) + machine.announceCredit() {
      switch action {
      case .sendReady: send(.ready(credit: settings.credit), on: worker.connection)
      case .sendHeartbeat: send(.heartbeat, on: worker.connection)
      case .sendCredit(let credit): send(.credit(credit), on: worker.connection)
      case .sendDisconnect: send(.disconnect, on: worker.connection)
      case .cancelRunning: worker.jobs = []
      case .reconnect: close(&worker.connection)
      }
    }
    worker.machine = machine
    if machine.state == .stopped { stopWorker(index) }
  }

  func send(_ message: Message, on connection: Connection?) {
    if case .handBack = message {
      seen.insert("hand-back")
      if settings.fault == .handBacksAreDropped { return }
    }
    connection?.toBroker.append(message)
  }
}
