@testable import MessageBus

/// What must hold in every state of a world.
extension World {
  private static let queueLimit = 12

  func check() throws(Violation) {
    for (request, state) in requests.enumerated() {
      if case .open(let deadline) = state, deadline <= now { throw Violation("request \(request) has not ended by its deadline") }
    }
    for connection in connections where max(connection.toBroker.count, connection.toPeer.count) > Self.queueLimit {
      throw Violation("more than \(Self.queueLimit) messages from or to \(connection.peer) are in flight")
    }
    for (index, worker) in workers.enumerated() {
      let running = worker.jobs.count { !$0.isReleased }
      guard running <= settings.credit else { throw Violation("w\(index + 1) runs \(running) requests, more than its credit") }
      guard worker.secondsUnregistered <= Self.liveness + 1 else {
        throw Violation("w\(index + 1) is connected, and the broker does not know it, for longer than the liveness timeout")
      }
    }
    if let broker { try check(broker) }
  }

  private func check(_ broker: Broker) throws(Violation) {
    let open = broker.services.values.flatMap(\.queue.items) + broker.workers.values.flatMap(\.held.values).filter { $0.state == .held }
    for exchange in exchanges where !exchange.isAnswered && connections.contains(where: { $0.peer == exchange.peer }) {
      guard open.contains(where: { $0.client.envelope.peer == exchange.peer.id && $0.content?.request == exchange.request }) else {
        throw Violation("the broker has forgotten request \(exchange.request) of \(exchange.peer), which has no final reply")
      }
    }
    var runners: [Int: Peer] = [:]
    for worker in workers {
      guard let peer = worker.connection?.peer, let known = broker.workers[peer.id] else { continue }
      for job in worker.jobs {
        if let other = runners.updateValue(peer, forKey: job.content.request) {
          throw Violation("request \(job.content.request) runs at \(other) and \(peer), both registered")
        }
      }
      guard isSettled(worker) else { continue }
      for job in worker.jobs where settings.credit > 1 && !job.isCancelled && known.held[job.address.delivery]?.state == .abandoned {
        throw Violation("\(peer) has not been told that nobody waits for request \(job.content.request)")
      }
      guard Set(known.held.keys) == Set(worker.jobs.map(\.address.delivery)) else {
        throw Violation("\(peer) runs \(worker.jobs.count) requests, and the broker counts \(known.held.count), with nothing in flight")
      }
    }
  }

  /// Whether a worker is connected and runs, so does the broker, and no message between them is in flight.
  private func isSettled(_ worker: Worker) -> Bool {
    guard isBrokerRunning, worker.machine != nil, !worker.isPaused, let connection = worker.connection else { return false }
    return connection.isOpen && connection.toBroker.isEmpty && connection.toPeer.isEmpty
  }

  /// Whether a worker counts as registered only for itself, though no message is in flight.
  func isUnregistered(_ worker: Worker) -> Bool {
    isSettled(worker) && worker.machine?.state == .ready && worker.connection.map { broker?.workers[$0.peer.id] == nil } == true
  }
}

/// What must hold in every state of the broker's machine.
struct BrokerInvariants {
  let machine: BrokerMachine<RequestContent>
  let now: Instant

  func check(timersFired: Bool) throws(Violation) {
    try checkWorkers(timersFired: timersFired)
    try checkServices()
    try checkRequests(timersFired: timersFired)
  }

  private func checkWorkers(timersFired: Bool) throws(Violation) {
    var holders: [ObjectIdentifier: Peer] = [:]
    for worker in machine.workers.values {
      let peer = Peer(worker.envelope.peer)
      guard machine.services[worker.service.name] === worker.service else { throw Violation("\(peer) serves a service that was removed") }
      for (delivery, pending) in worker.held {
        let name = Self.name(pending)
        if let other = holders.updateValue(peer, forKey: ObjectIdentifier(pending)) {
          throw Violation("\(other) and \(peer) hold \(name) at the same time")
        }
        guard pending.worker === worker, pending.delivery == delivery else {
          throw Violation("\(peer) holds \(name), which is not its own")
        }
        guard pending.state == .held || pending.state == .abandoned else { throw Violation("\(peer) holds \(name), which has ended") }
      }
      let bytes = worker.held.values.lazy.filter { $0.state == .held }.map(\.byteCount).reduce(0, +)
      guard worker.heldBytes == bytes else { throw Violation("\(peer) holds \(bytes) bytes; \(worker.heldBytes) are counted") }
      guard !timersFired || worker.lastHeard + World.heartbeatInterval * (World.liveness + 1) > now else {
        throw Violation("\(peer) is silent and still registered")
      }
    }
  }

  private func checkServices() throws(Violation) {
    for service in machine.services.values {
      let workers = machine.workers.values.filter { $0.service === service }
      guard service.attachedWorkers.count == workers.count else {
        throw Violation("the service has \(workers.count) workers; \(service.attachedWorkers.count) are attached")
      }
      let waiting = service.queue.items
      guard service.queue.count == waiting.count else {
        throw Violation("\(waiting.count) requests wait; \(service.queue.count) are counted")
      }
      for worker in workers where worker.hasRoom && !waiting.isEmpty {
        throw Violation("\(Peer(worker.envelope.peer)) has free credit while \(Self.name(waiting[0])) waits")
      }
      for pending in waiting where pending.state != .waiting || pending.worker != nil {
        throw Violation("\(Self.name(pending)) waits and is held at the same time")
      }
    }
  }

  private func checkRequests(timersFired: Bool) throws(Violation) {
    let held = machine.workers.values.flatMap(\.held.values)
    let open = machine.services.values.flatMap(\.queue.items) + held.filter { $0.state == .held }
    guard machine.outstandingRequests == open.count, machine.requestBytes == open.map(\.byteCount).reduce(0, +) else {
      throw Violation("\(open.count) requests are open; \(machine.outstandingRequests) with \(machine.requestBytes) bytes are counted")
    }
    for pending in open {
      let count = open.lazy.filter { $0.client === pending.client }.count
      guard pending.client.outstanding == count else {
        throw Violation("a client has \(count) open requests; \(pending.client.outstanding) are counted")
      }
      guard pending.client.requests.contains(where: { $0 === pending }) else {
        throw Violation("a client does not know \(Self.name(pending))")
      }
      guard pending.content != nil else { throw Violation("\(Self.name(pending)) is open and has no content") }
      guard !timersFired || pending.deadline > now else { throw Violation("\(Self.name(pending)) is past its deadline and still open") }
    }
    for pending in open + held where pending.due == nil { throw Violation("\(Self.name(pending)) has no timer") }
  }

  private static func name(_ pending: BrokerMachine<RequestContent>.PendingRequest) -> String {
    pending.content.map { "request \($0.request)" } ?? "an abandoned request"
  }
}
