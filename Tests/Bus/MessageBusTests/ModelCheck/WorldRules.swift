@testable import MessageBus

/// What may happen in a world, and the machines' tables.
final class WorldRules {
  let settings: WorldSettings
  let brokers = MachineTable<CheckedBroker>()
  let workers = MachineTable<CheckedWorker>()
  let clients = MachineTable<CheckedClient>()

  /// In seconds: longer than the liveness timeout.
  private static let maxBrokerPause = 3

  init(_ settings: WorldSettings) { self.settings = settings }

  /// The world at the start: all clients are connected, the first workers registered, and nothing is in flight.
  func start() throws(Violation) -> World {
    var step = WorldStep(
      self,
      World(
        workers: Array(repeating: World.Worker(), count: settings.workers),
        clients: Array(repeating: World.Client(), count: settings.clients),
        requests: Array(repeating: .notAsked, count: settings.requests.count),
        secondsUnregistered: Array(repeating: 0, count: settings.workers), losses: settings.losses))
    step.world.broker = startBroker(run: 1)
    for client in 0..<settings.clients {
      step.world.clients[client].machine = clients.start(CheckedClient.Configuration())
      try step.connectClient(client)
    }
    for worker in 0..<settings.readyWorkers {
      step.startWorker(worker)
      try step.connectWorker(worker)
      for connection in step.world.connections where !connection.toBroker.isEmpty { try step.brokerReceives(from: connection.peer) }
    }
    return step.world
  }

  func startBroker(run: UInt64) -> Int {
    brokers.start(CheckedBroker.Configuration(run: run, maxRedeliveries: settings.maxRedeliveries))
  }

  func apply(_ event: WorldEvent, to world: World) throws(Violation) -> World {
    var step = WorldStep(self, world)
    try step.perform(event)
    try WorldInvariants(self, step.world).check()
    return step.world
  }

  /// Returns all events that may happen next; one alone if it commutes with all others, so that nothing is lost by exploring it first.
  func events(in world: World) -> [WorldEvent] {
    if let event = independentEvent(in: world) { return [event] }
    var events: [WorldEvent] = []
    for connection in world.connections {
      if !connection.toBroker.isEmpty, isBrokerRunning(world) { events.append(.brokerReceives(from: connection.peer)) }
      if !connection.toPeer.isEmpty, canRead(connection, world) { events.append(.receives(connection.peer)) }
    }
    if let request = world.requests.firstIndex(of: .notAsked), world.clients[settings.requests[request].client].machine != nil {
      events.append(.ask(request))
    }
    for worker in world.workers.indices { events += workerEvents(worker, world) }
    events += lossEvents(world)
    if world.broker != nil {
      for client in world.clients.indices where world.clients[client].machine != nil && world.clients[client].peer == nil {
        events.append(.clientConnects(client))
      }
    }
    if isBrokerRunning(world), hasDueTimer(world) { events.append(.brokerTimersFire) }
    if timeMayPass(world) { events.append(.secondPasses) }
    return events
  }

  /// Reading a reply changes only the client; reading a REQUEST without draining changes only the worker. Unless something can be lost, neither
  /// affects what else may happen, and time does not pass before.
  private func independentEvent(in world: World) -> WorldEvent? {
    let losses = world.losses
    guard losses.brokerCrashes == 0 else { return nil }
    for connection in world.connections {
      guard let first = connection.toPeer.first, canRead(connection, world) else { continue }
      switch connection.peer.role {
      case .client where losses.clientCrashes == 0 && losses.cancellations == 0: return .receives(connection.peer)
      case .worker where losses.workerCrashes == 0 && losses.workerPauses == 0 && losses.drains == 0:
        guard case .request = first, let machine = world.workers[connection.peer.index].machine else { continue }
        if !workers.facts(of: machine).isDraining { return .receives(connection.peer) }
      default: continue
      }
    }
    return nil
  }

  private func isBrokerRunning(_ world: World) -> Bool { world.broker != nil && !world.isBrokerPaused }

  private func hasDueTimer(_ world: World) -> Bool { world.broker.map { brokers.facts(of: $0).hasDueTimer } ?? false }

  private func canRead(_ connection: World.Connection, _ world: World) -> Bool {
    connection.isOpen && !(connection.peer.role == .worker && world.workers[connection.peer.index].isPaused)
  }

  private func workerEvents(_ index: Int, _ world: World) -> [WorldEvent] {
    let worker = world.workers[index]
    guard let machine = worker.machine else { return world.losses.workerStarts > 0 ? [.workerStarts(index)] : [] }
    var events: [WorldEvent] = []
    if world.losses.workerCrashes > 0 { events.append(.workerCrashes(index)) }
    guard !worker.isPaused else { return events + [.workerResumes(index)] }
    if world.losses.workerPauses > 0 { events.append(.workerPauses(index)) }
    let facts = workers.facts(of: machine)
    if world.losses.drains > 0, !facts.isDraining { events.append(.workerDrains(index)) }
    if facts.isConnecting, world.broker != nil { events.append(.workerConnects(index)) }
    for (number, job) in worker.jobs.enumerated() {
      events.append(.finish(worker: index, job: number))
      if settings.requests[job.content.request].isStreamed, !job.hasSentPart { events.append(.sendPart(worker: index, job: number)) }
      if world.losses.releases > 0, !job.isReleased { events.append(.release(worker: index, job: number)) }
    }
    return events
  }

  private func lossEvents(_ world: World) -> [WorldEvent] {
    var events: [WorldEvent] = []
    if world.broker == nil {
      events.append(.brokerStarts)
    } else {
      if world.losses.brokerCrashes > 0 { events.append(.brokerCrashes) }
      if world.isBrokerPaused { events.append(.brokerResumes) } else if world.losses.brokerPauses > 0 { events.append(.brokerPauses) }
      if !world.isBrokerPaused, world.connections.contains(where: { !$0.isOpen }) { events.append(.brokerNoticesLostConnections) }
    }
    if world.losses.clientCrashes > 0 {
      for client in world.clients.indices where world.clients[client].machine != nil { events.append(.clientCrashes(client)) }
    }
    if world.losses.cancellations > 0 {
      for request in world.requests.indices { if case .open = world.requests[request] { events.append(.cancel(request)) } }
    }
    return events
  }

  /// Messages arrive within the second in which they were sent, and lost connections are restored, unless a process is stopped.
  private func timeMayPass(_ world: World) -> Bool {
    let isRunning = isBrokerRunning(world)
    if isRunning, hasDueTimer(world) { return false }
    // A worker registers again and again with a stopped broker, each time as a new peer.
    if let pause = world.brokerPause, pause >= Self.maxBrokerPause { return false }
    for connection in world.connections {
      if !connection.toBroker.isEmpty, isRunning { return false }
      if !connection.toPeer.isEmpty, canRead(connection, world) { return false }
    }
    guard world.broker != nil else { return true }
    let areClientsConnected = world.clients.allSatisfy { $0.machine == nil || $0.peer != nil }
    let areWorkersConnected = world.workers.allSatisfy { worker in
      worker.isPaused || !(worker.machine.map { workers.facts(of: $0).isConnecting } ?? false)
    }
    return areClientsConnected && areWorkersConnected
  }
}
