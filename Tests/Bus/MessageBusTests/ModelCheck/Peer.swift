@testable import MessageBus

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
