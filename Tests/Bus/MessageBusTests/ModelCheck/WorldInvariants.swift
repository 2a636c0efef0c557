@testable import MessageBus

/// What must hold in every state of a world.
struct WorldInvariants {
  let rules: WorldRules
  let world: World

  init(_ rules: WorldRules, _ world: World) { (self.rules, self.world) = (rules, world) }

  private static let queueLimit = 8

  func check() throws(Violation) {
    for (request, state) in world.requests.enumerated() {
      if case .open(let left) = state, left <= 0 { throw Violation("request \(request) has not ended by its deadline") }
    }
    for connection in world.connections where max(connection.toBroker.count, connection.toPeer.count) > Self.queueLimit {
      throw Violation("more than \(Self.queueLimit) messages from or to \(connection.peer) are in flight")
    }
    for worker in world.workers.indices {
      let running = world.workers[worker].jobs.count { !$0.isReleased }
      guard running <= rules.settings.credit else { throw Violation("w\(worker + 1) runs \(running) requests, more than its credit") }
      guard world.secondsUnregistered[worker] <= ModelClock.liveness + 1 else {
        throw Violation("w\(worker + 1) is connected, and the broker does not know it, for longer than the liveness timeout")
      }
    }
    if let broker = world.broker { try check(rules.brokers.facts(of: broker)) }
  }

  private func check(_ broker: CheckedBroker.Facts) throws(Violation) {
    for exchange in world.exchanges where !exchange.isAnswered && world.connectionIndex(of: exchange.key.peer) != nil {
      guard broker.open.contains(exchange.key) else {
        throw Violation("the broker has forgotten request \(exchange.key.request) of \(exchange.key.peer), which has no final reply")
      }
    }
    var runners: [Int: Peer] = [:]
    for (index, worker) in world.workers.enumerated() {
      guard let peer = worker.peer, let held = broker.held[peer] else { continue }
      for job in worker.jobs {
        if let other = runners.updateValue(peer, forKey: job.content.request) {
          throw Violation("request \(job.content.request) runs at \(other) and \(peer), both registered")
        }
      }
      guard isSettled(index) else { continue }
      if rules.settings.credit > 1, let job = worker.jobs.first(where: { !$0.isCancelled && broker.abandoned.contains($0.address) }) {
        throw Violation("\(peer) has not been told that nobody waits for request \(job.content.request)")
      }
      guard held != Set(worker.jobs.map(\.address)) else { continue }
      throw Violation("\(peer) runs \(worker.jobs.count) requests, and the broker counts \(held.count), with nothing in flight")
    }
  }

  /// Whether a worker is connected and runs, so does the broker, and no message between them is in flight.
  private func isSettled(_ index: Int) -> Bool {
    let worker = world.workers[index]
    guard world.broker != nil, !world.isBrokerPaused, worker.machine != nil, !worker.isPaused, let peer = worker.peer,
      let connection = world.connections.first(where: { $0.peer == peer })
    else { return false }
    return connection.isOpen && connection.toBroker.isEmpty && connection.toPeer.isEmpty
  }

  /// Whether a worker counts as registered only for itself, though no message is in flight.
  func isUnregistered(_ index: Int) -> Bool {
    guard isSettled(index), let machine = world.workers[index].machine, let peer = world.workers[index].peer, let broker = world.broker
    else {
      return false
    }
    return rules.workers.facts(of: machine).isReady && rules.brokers.facts(of: broker).held[peer] == nil
  }
}
