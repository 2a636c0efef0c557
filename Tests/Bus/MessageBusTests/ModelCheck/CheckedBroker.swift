@testable import MessageBus

/// The broker's machine with a clock that advances by whole seconds, and the invariants that its state must hold after every input.
struct CheckedBroker: CheckedMachine {
  struct Configuration: Hashable {
    /// Number of this run; each restart begins another one.
    var run: UInt64 = 1
    var maxRedeliveries = 2
  }

  enum Input: Hashable {
    case message(Message, from: Peer)
    case unreachable(Peer, unsent: [ClientAddress])
    /// The broker learns that a connection was lost.
    case probe
    /// A second passes.
    case advance
    /// The timers that are due fire.
    case tick
  }

  enum Output: Hashable {
    case send(Message, to: Peer)
    case joined(Peer)
    case left(Peer)
  }

  struct Facts {
    /// Addresses of the requests that each registered worker holds.
    let held: [Peer: Set<ClientAddress>]
    /// Those among them for which nobody waits.
    let abandoned: Set<ClientAddress>
    /// Requests that have no final reply yet.
    let open: Set<Exchange.Key>
    let hasDueTimer: Bool
  }

  private let machine: BrokerMachine<RequestContent>
  private var now: Instant
  /// All peers that sent something, to name their flows.
  private var peers: Set<Peer> = []

  init(_ configuration: Configuration) {
    now = ModelClock.start
    var settings = Broker.Settings()
    settings.heartbeatInterval = ModelClock.heartbeatInterval
    settings.liveness = ModelClock.liveness
    settings.grace = .seconds(1)
    settings.returnGrace = .seconds(2)
    settings.startupGrace = .seconds(1)
    settings.overdueLimit = .seconds(1)
    settings.maxRedeliveries = configuration.maxRedeliveries
    machine = BrokerMachine(settings, run: configuration.run, now: now)
  }

  mutating func apply(_ input: Input) -> [Output] {
    switch input {
    case .message(let message, let peer):
      peers.insert(peer)
      receive(message, from: peer.envelope)
    case .unreachable(let peer, let unsent): machine.unreachable(peer.id, unsent: unsent, now: now)
    case .probe: machine.probe()
    case .advance: now += .seconds(1)
    case .tick: machine.tick(now: now)
    }
    var actions: [BrokerMachine<RequestContent>.Action] = []
    machine.takeActions(&actions)
    return actions.map(Self.output)
  }

  private func receive(_ message: Message, from envelope: BrokerMessage.Envelope) {
    switch message {
    case .cancel(let request): machine.cancel([UInt8(clamping: request)], of: envelope.peer, now: now)
    case .ask(let content): machine.request(from: envelope, service: "s", content, now: now)
    case .ready(let credit): machine.ready(from: envelope, service: "s", credit == 1 ? .unspecified : .requests(credit), now: now)
    case .reply(let isFinal, let address, let content): machine.reply(from: envelope, isFinal: isFinal, to: address, content, now: now)
    case .heartbeat: machine.heartbeat(from: envelope, .unspecified, now: now)
    case .credit(let credit): machine.heartbeat(from: envelope, .requests(credit), now: now)
    case .handBack(let address): machine.handBack(from: envelope, address, now: now)
    case .disconnect: machine.disconnect(from: envelope, now: now)
    case .answer, .refusal, .request, .drop: break
    }
  }

  private static func output(_ action: BrokerMachine<RequestContent>.Action) -> Output {
    switch action {
    case .request(let to, let address, let content): .send(.request(address, content), to: Peer(to.peer))
    case .reply(let to, let isFinal, _, let content, _): .send(.answer(isFinal: isFinal, content.request), to: Peer(to.peer))
    case .refuse(let to, _, let refusal, let id): .send(.refusal(refusal, Int(id[0])), to: Peer(to.peer))
    case .cancel(let to, let address): .send(.drop(address), to: Peer(to.peer))
    case .heartbeat(let to): .send(.heartbeat, to: Peer(to.peer))
    case .disconnect(let to): .send(.disconnect, to: Peer(to.peer))
    case .joined(_, let peer): .joined(Peer(peer))
    case .left(_, let peer): .left(Peer(peer))
    }
  }

  func check(after input: Input, _ outputs: [Output]) throws(Violation) {
    for case .send(.request(_, let content), let peer) in outputs where machine.workers[peer.id] == nil {
      throw Violation("the broker sends request \(content.request) to \(peer), which it removes in the same step")
    }
    try BrokerInvariants(machine: machine, now: now).check(timersFired: input == .tick)
  }

  var digest: String {
    var digest = StateDigest(now: now, memory: ModelClock.memory)
    for peer in peers { digest.flows[peer.id.hashValue] = "\(peer)" }
    for (position, change) in machine.workers.values.map(\.lastChange).sorted().enumerated() { digest.changes[change] = position }
    digest.add(machine)
    return digest.text
  }

  var facts: Facts {
    func addresses(_ held: some Sequence<BrokerMachine<RequestContent>.PendingRequest>) -> Set<ClientAddress> {
      Set(held.map { ClientAddress(run: machine.run, client: $0.client.number, delivery: $0.delivery) })
    }
    var (held, abandoned): ([Peer: Set<ClientAddress>], Set<ClientAddress>) = ([:], [])
    var open = machine.services.values.flatMap(\.queue.items)
    for worker in machine.workers.values {
      open += worker.held.values.filter { $0.state == .held }
      held[Peer(worker.envelope.peer)] = addresses(worker.held.values)
      abandoned.formUnion(addresses(worker.held.values.filter { $0.state == .abandoned }))
    }
    let keys = open.compactMap { pending in
      pending.content.map { Exchange.Key(peer: Peer(pending.client.envelope.peer), request: $0.request) }
    }
    return Facts(held: held, abandoned: abandoned, open: Set(keys), hasDueTimer: machine.nextTimeout <= now)
  }
}

/// The clock of the machines: the time of the checked worlds advances in whole seconds.
enum ModelClock {
  static let start = Instant.now
  static let heartbeatInterval = Duration.seconds(1)
  static let liveness = 2
  /// Longer than every timeout.
  static let memory = Duration.seconds(4)
}
