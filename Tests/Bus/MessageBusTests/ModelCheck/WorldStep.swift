@testable import MessageBus

/// Performs one event: passes inputs to the machines and their outputs to the network, as the loops do with sockets.
struct WorldStep {
  let rules: WorldRules
  var world: World

  init(_ rules: WorldRules, _ world: World) { (self.rules, self.world) = (rules, world) }

  mutating func perform(_ event: WorldEvent) throws(Violation) {
    switch event {
    case .ask(let request):
      let settings = rules.settings.requests[request]
      world.requests[request] = .open(secondsLeft: settings.seconds)
      try tellClient(settings.client, .ask(request, seconds: settings.seconds, isIdempotent: settings.isIdempotent))
    case .cancel(let request):
      world.losses.cancellations -= 1
      world.requests[request] = .ended
      try tellClient(rules.settings.requests[request].client, .cancel(request))
    case .brokerReceives(let peer): try brokerReceives(from: peer)
    case .receives(let peer): try receives(peer)
    case .finish(let worker, let job):
      let ended = world.workers[worker].jobs.remove(at: job)
      try tellWorker(worker, .finished(ended.address, registration: ended.registration), ended.address, ended.content)
    case .sendPart(let worker, let index):
      world.workers[worker].jobs[index].hasSentPart = true
      let job = world.workers[worker].jobs[index]
      try sendToBroker(.reply(isFinal: false, job.address, job.content), from: world.workers[worker].peer)
    case .release(let worker, let index):
      world.losses.releases -= 1
      world.workers[worker].jobs[index].isReleased = true
      let job = world.workers[worker].jobs[index]
      try tellWorker(worker, .release(job.address, registration: job.registration))
    case .workerCrashes, .workerStarts, .workerConnects, .workerPauses, .workerResumes, .workerDrains: try performOnWorker(event)
    case .clientCrashes(let client):
      world.losses.clientCrashes -= 1
      for request in world.requests.indices where rules.settings.requests[request].client == client { world.requests[request] = .ended }
      close(world.clients[client].peer)
      world.clients[client] = World.Client(connections: world.clients[client].connections)
    case .clientConnects(let client): try connectClient(client)
    case .brokerNoticesLostConnections:
      let lost = world.connections.filter { !$0.isOpen }.map(\.peer)
      world.connections.removeAll { !$0.isOpen }
      for peer in lost where peer.role == .client { try tellBroker(.unreachable(peer, unsent: [])) }
      try tellBroker(.probe)
    case .brokerCrashes: try crashBroker()
    case .brokerStarts:
      world.run += 1
      world.broker = rules.startBroker(run: world.run)
    case .brokerPauses:
      world.losses.brokerPauses -= 1
      world.brokerPause = 0
    case .brokerResumes: world.brokerPause = nil
    case .brokerTimersFire: try tellBroker(.tick)
    case .secondPasses: try passSecond()
    }
  }

  private mutating func performOnWorker(_ event: WorldEvent) throws(Violation) {
    switch event {
    case .workerCrashes(let worker):
      world.losses.workerCrashes -= 1
      stopWorker(worker)
    case .workerStarts(let worker):
      world.losses.workerStarts -= 1
      startWorker(worker)
    case .workerConnects(let worker): try connectWorker(worker)
    case .workerPauses(let worker):
      world.losses.workerPauses -= 1
      world.workers[worker].isPaused = true
    case .workerResumes(let worker):
      world.workers[worker].isPaused = false
      try tellWorker(worker, .resumed)
      if world.workers[worker].machine != nil, world.workers[worker].peer == nil { try tellWorker(worker, .disconnected) }
    case .workerDrains(let worker):
      world.losses.drains -= 1
      try tellWorker(worker, .drain)
    default: break
    }
  }

  private mutating func crashBroker() throws(Violation) {
    world.losses.brokerCrashes -= 1
    world.broker = nil
    world.brokerPause = nil
    world.connections = []
    world.exchanges = []
    for worker in world.workers.indices where world.workers[worker].peer != nil {
      world.workers[worker].peer = nil
      if !world.workers[worker].isPaused { try tellWorker(worker, .disconnected) }
    }
    for client in world.clients.indices where world.clients[client].peer != nil {
      world.clients[client].peer = nil
      try tellClient(client, .disconnected)
    }
  }

  private mutating func passSecond() throws(Violation) {
    let invariants = WorldInvariants(rules, world)
    for worker in world.workers.indices {
      world.secondsUnregistered[worker] = invariants.isUnregistered(worker) ? world.secondsUnregistered[worker] + 1 : 0
    }
    world.brokerPause = world.brokerPause.map { $0 + 1 }
    if let broker = world.broker { world.broker = try rules.brokers.step(.advance, from: broker).state }
    for worker in world.workers.indices {
      if let machine = world.workers[worker].machine {
        world.workers[worker].machine = try rules.workers.step(.advance, from: machine).state
      }
    }
    for client in world.clients.indices {
      if let machine = world.clients[client].machine {
        world.clients[client].machine = try rules.clients.step(.advance, from: machine).state
      }
    }
    for request in world.requests.indices {
      if case .open(let left) = world.requests[request] { world.requests[request] = .open(secondsLeft: left - 1) }
    }
    if !world.isBrokerPaused { try tellBroker(.tick) }
    for worker in world.workers.indices where !world.workers[worker].isPaused { try tellWorker(worker, .tick) }
    for client in world.clients.indices { try tellClient(client, .tick) }
  }
}
