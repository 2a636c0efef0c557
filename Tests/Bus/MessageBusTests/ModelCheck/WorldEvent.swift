/// Something that may happen next in a world.
enum WorldEvent: Hashable {
  case ask(Int)
  case cancel(Int)
  case brokerReceives(from: Peer)
  case receives(Peer)
  case finish(worker: Int, job: Int)
  case sendPart(worker: Int, job: Int)
  case release(worker: Int, job: Int)
  case workerCrashes(Int)
  case workerStarts(Int)
  case workerConnects(Int)
  case workerPauses(Int)
  case workerResumes(Int)
  case workerDrains(Int)
  case clientCrashes(Int)
  case clientConnects(Int)
  case brokerNoticesLostConnections
  case brokerCrashes
  case brokerStarts
  case brokerPauses
  case brokerResumes
  case brokerTimersFire
  case secondPasses
}

extension WorldEvent {
  /// Describes the event as it happens in `world`, the state before.
  func text(in world: World) -> String {
    switch self {
    case .ask(let request): "request \(request) is made"
    case .cancel(let request): "request \(request) is cancelled"
    case .brokerReceives(let peer): "the broker receives from \(peer): \(first(world, peer, \.toBroker))"
    case .receives(let peer): "\(peer) receives: \(first(world, peer, \.toPeer))"
    case .finish(let worker, let job): "w\(worker + 1) finishes request \(content(world, worker, job))"
    case .sendPart(let worker, let job): "w\(worker + 1) sends a part of the reply to request \(content(world, worker, job))"
    case .release(let worker, let job): "w\(worker + 1) releases the credit of request \(content(world, worker, job))"
    case .workerCrashes(let worker): "w\(worker + 1) crashes"
    case .workerStarts(let worker): "w\(worker + 1) starts"
    case .workerConnects(let worker): "w\(worker + 1) connects"
    case .workerPauses(let worker): "w\(worker + 1) is stopped"
    case .workerResumes(let worker): "w\(worker + 1) continues"
    case .workerDrains(let worker): "w\(worker + 1) drains"
    case .clientCrashes(let client): "c\(client + 1) crashes"
    case .clientConnects(let client): "c\(client + 1) connects"
    case .brokerNoticesLostConnections: "the broker notices lost connections"
    case .brokerCrashes: "the broker crashes"
    case .brokerStarts: "the broker starts"
    case .brokerPauses: "the broker is stopped"
    case .brokerResumes: "the broker continues"
    case .brokerTimersFire: "the broker's timers fire"
    case .secondPasses: "a second passes"
    }
  }

  private func first(_ world: World, _ peer: Peer, _ queue: KeyPath<World.Connection, [Message]>) -> String {
    world.connections.first { $0.peer == peer }?[keyPath: queue].first?.description ?? "nothing"
  }

  private func content(_ world: World, _ worker: Int, _ job: Int) -> Int { world.workers[worker].jobs[job].content.request }
}
