import TestSupport

@testable import MessageBus

/// What may happen in a world.
extension World {
  struct Event {
    let text: String
    let perform: () throws(Violation) -> Void
  }

  /// Lets random events happen until all requests have ended, for some seconds more, or until an invariant is violated. Returns the events and
  /// the violation in that case.
  func play(using random: inout SplitMix64) -> String? {
    var history: [String] = []
    var quietSeconds = 0
    while quietSeconds < 6, history.count < 400 {
      let (steps, losses) = (steps, losses)
      // Losses are rare, so that some happen late.
      let event = (losses.isEmpty || !steps.isEmpty && Int.random(in: 0..<10, using: &random) > 0 ? steps : losses).randomElement(
        using: &random)
      guard let event = event ?? losses.first else { break }
      history.append(event.text)
      do throws(Violation) {
        try event.perform()
        try check()
      } catch { return (history + ["violated: \(error)"]).joined(separator: "\n") }
      if requests.allSatisfy({ $0 == .ended }), event.text == Self.second { quietSeconds += 1 }
    }
    return nil
  }

  private static let second = "a second passes"

  /// The events that are no loss.
  private var steps: [Event] {
    var events: [Event] = []
    for connection in connections {
      if isBrokerRunning, let message = connection.toBroker.first {
        events.append(
          Event(text: "the broker receives from \(connection.peer): \(message)") { [self] () throws(Violation) in
            try brokerReceives(connection)
          })
      }
      if canRead(connection), let message = connection.toPeer.first {
        events.append(Event(text: "\(connection.peer) receives: \(message)") { [self] () throws(Violation) in try receives(connection) })
      }
    }
    if let request = requests.firstIndex(of: .notAsked) {
      events.append(Event(text: "request \(request) is made") { [self] () throws(Violation) in try ask(request) })
    }
    for index in workers.indices { events += steps(ofWorker: index) }
    if broker == nil { events.append(Event(text: "the broker starts") { [self] in startBroker() }) }
    for index in clients.indices where broker != nil && clients[index].machine != nil && clients[index].connection == nil {
      events.append(Event(text: "c\(index + 1) connects") { [self] () throws(Violation) in try connectClient(index) })
    }
    if isBrokerRunning, connections.contains(where: { !$0.isOpen }) {
      events.append(Event(text: "the broker notices lost connections") { [self] () throws(Violation) in try noticeLostConnections() })
    }
    if brokerPause != nil { events.append(Event(text: "the broker continues") { [self] in brokerPause = nil }) }
    if hasDueTimer {
      events.append(
        Event(text: "the broker's timers fire") { [self] () throws(Violation) in try tellBroker(isTick: true) { $0.tick(now: now) } })
    }
    if timeMayPass { events.append(Event(text: Self.second) { [self] () throws(Violation) in try passSecond() }) }
    return events
  }

  private func steps(ofWorker index: Int) -> [Event] {
    let (worker, name) = (workers[index], "w\(index + 1)")
    guard let machine = worker.machine else { return [] }
    guard !worker.isPaused else { return [Event(text: "\(name) continues") { [self] () throws(Violation) in try resumeWorker(index) }] }
    var events: [Event] = []
    if machine.state == .connecting, broker != nil {
      events.append(Event(text: "\(name) connects") { [self] () throws(Violation) in try connectWorker(index) })
    }
    for (number, job) in worker.jobs.enumerated() {
      events.append(
        Event(text: "\(name) finishes request \(job.content.request)") { [self] () throws(Violation) in try finish(number, index) })
      if settings.requests[job.content.request].isStreamed, !job.hasSentPart {
        events.append(
          Event(text: "\(name) sends a part of the reply to request \(job.content.request)") { [self] in
            worker.jobs[number].hasSentPart = true
            send(.reply(isFinal: false, job.address, job.content), on: worker.connection)
          })
      }
    }
    return events
  }

  /// The losses that may happen now.
  private var losses: [Event] {
    var events: [Event] = []
    func add(_ loss: WorldSettings.Loss, _ text: String, _ perform: @escaping () throws(Violation) -> Void) {
      guard let left = settings.losses[loss], left > 0 else { return }
      events.append(
        Event(text: text) { [self] () throws(Violation) in
          settings.losses[loss] = left - 1
          seen.insert("\(loss)")
          try perform()
        })
    }
    for (index, worker) in workers.enumerated() {
      let name = "w\(index + 1)"
      guard let machine = worker.machine else {
        add(.workerStart, "\(name) starts") { [self] in startWorker(index) }
        continue
      }
      add(.workerCrash, "\(name) crashes") { [self] in stopWorker(index) }
      guard !worker.isPaused else { continue }
      add(.workerPause, "\(name) is stopped") { worker.isPaused = true }
      if !machine.isDraining {
        add(.drain, "\(name) drains") { [self] () throws(Violation) in
          try tellWorker(index) {
            $0.drain()
            return []
          }
        }
      }
      for (number, job) in worker.jobs.enumerated() where !job.isReleased {
        add(.release, "\(name) releases the credit of request \(job.content.request)") { [self] () throws(Violation) in
          worker.jobs[number].isReleased = true
          try tellWorker(index) {
            $0.release(Self.bytes(of: job.address), of: job.registration)
            return []
          }
        }
      }
    }
    if broker != nil { add(.brokerCrash, "the broker crashes") { [self] () throws(Violation) in try crashBroker() } }
    if isBrokerRunning { add(.brokerPause, "the broker is stopped") { [self] in brokerPause = 0 } }
    for index in clients.indices where clients[index].machine != nil {
      add(.clientCrash, "c\(index + 1) crashes") { [self] in
        for request in requests.indices where settings.requests[request].client == index { requests[request] = .ended }
        close(&clients[index].connection)
        clients[index].machine = nil
      }
    }
    for request in requests.indices {
      guard case .open = requests[request] else { continue }
      add(.cancellation, "request \(request) is cancelled") { [self] () throws(Violation) in
        requests[request] = .ended
        let client = settings.requests[request].client
        var isSent = false
        try tellClient(client) {
          isSent = $0.cancel(UInt64(request))
          return []
        }
        if isSent { send(.cancel(request), on: clients[client].connection) }
      }
    }
    return events
  }

  // MARK: Performing

  private func ask(_ request: Int) throws(Violation) {
    let settings = settings.requests[request]
    let deadline = now + .seconds(settings.seconds)
    requests[request] = .open(until: deadline)
    try tellClient(settings.client) {
      [$0.ask(UInt64(request), deadline: deadline, isIdempotent: settings.isIdempotent)].compactMap(\.self)
    }
  }

  private func finish(_ number: Int, _ index: Int) throws(Violation) {
    let job = workers[index].jobs.remove(at: number)
    try tellWorker(index) { machine in
      if machine.finished(Self.bytes(of: job.address), of: job.registration) {
        send(.reply(isFinal: true, job.address, job.content), on: workers[index].connection)
      }
      return []
    }
  }

  private func resumeWorker(_ index: Int) throws(Violation) {
    let worker = workers[index]
    worker.isPaused = false
    try tellWorker(index) {
      $0.processResumed(now: now)
      return []
    }
    if worker.connection == nil { try tellWorker(index) { $0.disconnected() } }
  }

  private func noticeLostConnections() throws(Violation) {
    let lost = connections.filter { !$0.isOpen }.map(\.peer)
    connections.removeAll { !$0.isOpen }
    for peer in lost where peer.isClient { try tellBroker { $0.unreachable(peer.id, now: now) } }
    try tellBroker { $0.probe() }
  }

  private func crashBroker() throws(Violation) {
    (broker, brokerPause, connections, exchanges) = (nil, nil, [], [])
    for (index, worker) in workers.enumerated() where worker.connection != nil {
      worker.connection = nil
      if !worker.isPaused { try tellWorker(index) { $0.disconnected() } }
    }
    for (index, client) in clients.enumerated() where client.connection != nil {
      client.connection = nil
      try tellClient(index) { $0.disconnected() }
    }
  }

  private func passSecond() throws(Violation) {
    for worker in workers { worker.secondsUnregistered = isUnregistered(worker) ? worker.secondsUnregistered + 1 : 0 }
    now += .seconds(1)
    brokerPause = brokerPause.map { $0 + 1 }
    if isBrokerRunning { try tellBroker(isTick: true) { $0.tick(now: now) } }
    for index in workers.indices where !workers[index].isPaused { try tellWorker(index) { _ in [] } }
    for index in clients.indices { try tellClient(index) { _ in [] } }
  }

  // MARK: Conditions

  private func canRead(_ connection: Connection) -> Bool {
    connection.isOpen && (connection.peer.isClient || !workers[connection.peer.index].isPaused)
  }

  private var hasDueTimer: Bool { isBrokerRunning && broker.map { $0.nextTimeout <= now } == true }

  /// Messages arrive within the second in which they were sent, and lost connections are restored, unless a process is stopped.
  private var timeMayPass: Bool {
    // A worker registers again and again with a stopped broker, each time as a new peer.
    if hasDueTimer || brokerPause.map({ $0 >= Self.maxBrokerPause }) == true { return false }
    let isQuiet = connections.allSatisfy { (!isBrokerRunning || $0.toBroker.isEmpty) && (!canRead($0) || $0.toPeer.isEmpty) }
    let isConnected =
      clients.allSatisfy { $0.machine == nil || $0.connection != nil }
      && workers.allSatisfy { $0.isPaused || $0.machine?.state != .connecting }
    return isQuiet && (broker == nil || isConnected)
  }
}
