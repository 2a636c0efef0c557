import TestSupport

@testable import MessageBus

/// A world: who takes part, what they ask, and how often something may be lost.
struct WorldSettings {
  struct Request {
    let client: Int
    /// Time until the deadline in seconds.
    var seconds = 2
    var isIdempotent = true
    /// Whether the reply may come in two parts.
    var isStreamed = false
  }

  enum Loss: CaseIterable {
    /// A worker's process dies. What it has sent may still arrive.
    case workerCrash
    /// A worker's process starts, as a new peer.
    case workerStart
    /// A worker's process is stopped for a while: it neither reads nor sends.
    case workerPause
    case drain
    /// A worker's request only waits for another service from now on.
    case release
    /// The broker's process dies and starts again.
    case brokerCrash
    /// The broker's process is stopped for up to three seconds.
    case brokerPause
    case clientCrash
    /// A caller gives up a request.
    case cancellation
  }

  /// A change of the messages between machines that breaks the protocol, to show that the check finds it.
  enum Fault {
    case finalRepliesAreDoubled, disconnectsAreDropped, handBacksAreDropped, repliesGoToTheOtherClient
  }

  var requests: [Request]
  var clients, workers, credit, maxRedeliveries: Int
  /// How often each loss may still happen.
  var losses: [Loss: Int] = [:]
  var fault: Fault?

  /// Up to three clients, workers and kinds of loss, and up to five requests.
  init(using random: inout SplitMix64) {
    (clients, workers) = (.random(in: 1...3, using: &random), .random(in: 1...3, using: &random))
    (credit, maxRedeliveries) = (.random(in: 1...3, using: &random), .random(in: 1...2, using: &random))
    requests = []
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      requests.append(
        Request(
          client: .random(in: 0..<clients, using: &random), seconds: .random(in: 2...3, using: &random),
          isIdempotent: .random(using: &random), isStreamed: .random(using: &random)))
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      if let loss = Loss.allCases.randomElement(using: &random) { losses[loss, default: 0] += 1 }
    }
  }
}

/// One connection of a client or worker: each connection has an identity of its own, as libzmq gives it. `w1` is the first connection of
/// worker 1, `w1#2` its second.
struct Peer: Hashable, CustomStringConvertible {
  let isClient: Bool
  let index: Int
  let connection: Int

  init(isClient: Bool, index: Int, connection: Int) { (self.isClient, self.index, self.connection) = (isClient, index, connection) }

  init(_ id: PeerID) {
    let bytes = id.bytes
    self.init(isClient: bytes[0] == 0, index: Int(bytes[1]), connection: Int(bytes[2]))
  }

  var id: PeerID { PeerID([isClient ? 0 : 1, UInt8(clamping: index), UInt8(clamping: connection)]) }
  var description: String { "\(isClient ? "c" : "w")\(index + 1)\(connection == 0 ? "" : "#\(connection + 1)")" }
}

/// The body of a request or of its replies: names the request.
struct RequestContent: Hashable, BrokerContent {
  let request: Int
  /// Seconds until the deadline when the request was sent.
  let seconds: Int
  let isRetryable: Bool
  let isReserved = false
  let senderName: String? = nil

  var byteCount: Int { 1 }
  var id: [UInt8] { [UInt8(clamping: request)] }

  func scanFields() -> FieldScan {
    var fields = "deadline: \(seconds * 1_000)"
    return fields.withUTF8 { FieldScan(UnsafeRawBufferPointer($0)) }
  }
}

/// A message on the network.
enum Message: Equatable {
  // Between clients and the broker.
  case ask(RequestContent)
  case cancel(Int)
  case answer(isFinal: Bool, Int)
  case refusal(BrokerMachine<RequestContent>.Refusal, Int)
  // Between workers and the broker.
  case ready(credit: Int)
  case request(ClientAddress, RequestContent)
  case drop(ClientAddress)
  case reply(isFinal: Bool, ClientAddress, RequestContent)
  case heartbeat
  case credit(Int)
  case handBack(ClientAddress)
  case disconnect
}

/// An invariant that does not hold.
struct Violation: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// The machines of the broker, of workers and of clients, and a network of one queue per connection and direction.
final class World {
  typealias Broker = BrokerMachine<RequestContent>

  final class Connection {
    let peer: Peer
    var toBroker: [Message] = []
    var toPeer: [Message] = []
    /// `false` once the peer has closed it and the broker has not noticed: what the broker sends is lost.
    var isOpen = true

    init(_ peer: Peer) { self.peer = peer }
  }

  /// A request that a worker's service has started and not finished.
  struct Job {
    let address: ClientAddress
    let content: RequestContent
    let registration: UInt64
    var hasSentPart = false
    var isReleased = false
    /// Whether the worker has been told that nobody waits for the reply.
    var isCancelled = false
  }

  final class Worker {
    /// `nil` while the process does not run.
    var machine: WorkerMachine?
    var connection: Connection?
    var connections = 0
    var isPaused = false
    var jobs: [Job] = []
    /// Seconds during which it has been connected and the broker did not know it, though nothing was in flight.
    var secondsUnregistered = 0
  }

  final class Client {
    /// `nil` once the process has died.
    var machine: ClientMachine? = ClientMachine(failFast: false, reconnectGrace: nil, limit: 10)
    var connection: Connection?
    var connections = 0
  }

  enum RequestState: Equatable {
    case notAsked
    case open(until: Instant)
    case ended
  }

  /// A request as it arrived at the broker: a client sends a request at most once on each connection.
  struct Exchange {
    let peer: Peer
    let request: Int
    var isAnswered = false
    /// How often the broker has sent the request to a worker.
    var deliveries = 0
  }

  static let heartbeatInterval = Duration.seconds(1)
  static let liveness = 2
  /// In seconds: longer than the liveness timeout.
  static let maxBrokerPause = 3

  var settings: WorldSettings
  var now = Instant.now
  var broker: Broker?
  private(set) var run: UInt64 = 0
  /// For how many seconds the broker has been stopped; `nil` while it runs.
  var brokerPause: Int?
  let workers: [Worker]
  let clients: [Client]
  var connections: [Connection] = []
  var requests: [RequestState]
  /// Requests that this run of the broker has received.
  var exchanges: [Exchange] = []
  /// The losses and the messages of the broker that have occurred, by name.
  var seen: Set<String> = []

  /// All clients are connected, all workers registered, and nothing is in flight.
  init(_ settings: WorldSettings) throws {
    self.settings = settings
    workers = (0..<settings.workers).map { _ in Worker() }
    clients = (0..<settings.clients).map { _ in Client() }
    requests = settings.requests.map { _ in .notAsked }
    startBroker()
    for client in clients.indices { try connectClient(client) }
    for worker in workers.indices {
      startWorker(worker)
      try connectWorker(worker)
    }
    for connection in connections where !connection.toBroker.isEmpty { try brokerReceives(connection) }
  }

  var isBrokerRunning: Bool { broker != nil && brokerPause == nil }

  func startBroker() {
    run += 1
    var settings = MessageBus.Broker.Settings()
    settings.heartbeatInterval = Self.heartbeatInterval
    settings.liveness = Self.liveness
    settings.grace = .seconds(1)
    settings.returnGrace = .seconds(2)
    settings.startupGrace = .seconds(1)
    settings.overdueLimit = .seconds(1)
    settings.maxRedeliveries = self.settings.maxRedeliveries
    broker = Broker(settings, run: run, now: now)
  }

  func startWorker(_ index: Int) {
    workers[index].machine = WorkerMachine(
      heartbeatInterval: Self.heartbeatInterval, liveness: Self.liveness, credit: settings.credit, detectsDisconnect: true, now: now)
  }

  /// Ends a worker's process.
  func stopWorker(_ index: Int) {
    let worker = workers[index]
    close(&worker.connection)
    (worker.machine, worker.isPaused, worker.jobs) = (nil, false, [])
  }

  func connectWorker(_ index: Int) throws(Violation) {
    let worker = workers[index]
    worker.connection = open(Peer(isClient: false, index: index, connection: worker.connections))
    worker.connections += 1
    try tellWorker(index) { $0.connected(now: now) }
  }

  func connectClient(_ index: Int) throws(Violation) {
    let client = clients[index]
    client.connection = open(Peer(isClient: true, index: index, connection: client.connections))
    client.connections += 1
    try tellClient(index) {
      $0.connected()
      return []
    }
  }

  private func open(_ peer: Peer) -> Connection {
    connections.append(Connection(peer))
    return connections[connections.count - 1]
  }

  /// Closes a connection at the peer's end: what it has sent may still arrive, what it has not read is lost.
  func close(_ connection: inout Connection?) {
    connection?.isOpen = false
    connection?.toPeer = []
    connection = nil
  }
}
