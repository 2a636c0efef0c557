@testable import MessageBus

/// A state of everything: the machines, as numbers of their tables, and the network between them.
struct World: Hashable {
  struct Worker: Hashable {
    /// `nil` while the process does not run.
    var machine: Int?
    /// The current connection.
    var peer: Peer?
    var isPaused = false
    /// Requests that the service has started.
    var jobs: [Job] = []
    var connections = 0
  }

  /// A request that a worker's service has started and not finished.
  struct Job: Hashable {
    let address: ClientAddress
    let content: RequestContent
    let registration: UInt64
    var hasSentPart = false
    var isReleased = false
    /// Whether the worker has been told that nobody waits for the reply.
    var isCancelled = false
  }

  struct Client: Hashable {
    /// `nil` once the process has died.
    var machine: Int?
    var peer: Peer?
    var connections = 0
  }

  /// A connection to the broker, with the messages in flight.
  struct Connection: Hashable {
    let peer: Peer
    var toBroker: [Message] = []
    var toPeer: [Message] = []
    /// `false` once the peer has closed it and the broker has not noticed: what the broker sends is lost.
    var isOpen = true
  }

  enum Request: Hashable {
    case notAsked
    case open(secondsLeft: Int)
    case ended
  }

  var broker: Int?
  var run: UInt64 = 1
  /// For how many seconds the broker has been stopped; `nil` while it runs.
  var brokerPause: Int?
  var workers: [Worker]
  var clients: [Client]
  /// In the order of their peers.
  var connections: [Connection] = []
  var requests: [Request]
  /// Requests that this run of the broker has received, and whether it has sent a final reply.
  var exchanges: [Exchange] = []
  /// Seconds during which a worker has been connected and the broker did not know it, though nothing was in flight.
  var secondsUnregistered: [Int]
  var losses: WorldSettings.Losses

  var isBrokerPaused: Bool { brokerPause != nil }

  func connectionIndex(of peer: Peer) -> Int? { connections.firstIndex { $0.peer == peer } }
}

/// A request as it arrived at the broker: a client sends a request at most once on each connection.
struct Exchange: Hashable {
  struct Key: Hashable {
    let peer: Peer
    let request: Int
  }

  let key: Key
  var isAnswered = false
  /// How often the broker has sent the request to a worker.
  var deliveries = 0
}

/// One connection of a client or worker: each connection has an identity of its own, as libzmq gives it. `w1` is the first connection of
/// worker 1, `w1#2` its second.
struct Peer: Hashable, Comparable, CustomStringConvertible {
  enum Role: UInt8 {
    case client = 99
    case worker = 119
  }

  let role: Role
  let index: Int
  let connection: Int

  var id: PeerID { PeerID([role.rawValue, UInt8(clamping: index), UInt8(clamping: connection)]) }

  var envelope: BrokerMessage.Envelope { BrokerMessage.Envelope(peer: id, isDelimited: false) }

  var description: String { "\(role == .client ? "c" : "w")\(index + 1)\(connection == 0 ? "" : "#\(connection + 1)")" }

  static func < (left: Peer, right: Peer) -> Bool {
    (left.role.rawValue, left.index, left.connection) < (right.role.rawValue, right.index, right.connection)
  }
}

extension Peer {
  init(_ id: PeerID) {
    let bytes = id.bytes
    self.init(role: bytes[0] == Role.client.rawValue ? .client : .worker, index: Int(bytes[1]), connection: Int(bytes[2]))
  }
}

/// An invariant that does not hold.
struct Violation: Error, Hashable, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
