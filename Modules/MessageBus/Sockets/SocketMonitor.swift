import CZeroMQ
import Synchronization

/// Tells when a socket's connections come and go (zmq_socket_monitor(3)). Lives on the thread of the socket it watches.
final class SocketMonitor {
  enum Event: Sendable, Equatable {
    /// A connection was made; this is its descriptor. The peer has not greeted yet.
    case opened(Int32)
    /// A peer is connected and has greeted: messages flow.
    case connected
    case disconnected
    /// A connection could not be made; libzmq tries again by itself.
    case retried
  }

  let socket: Socket
  /// Connections to a bound socket that were accepted, greeted or not, as far as events have been read. Counted only where it was asked for.
  private(set) var accepted = 0
  private let watched: Socket
  private static let serial = Atomic<UInt64>(0)

  /// Must be created before `watched` binds or connects, or events are lost.
  init(of watched: Socket, accepting: Bool = false) throws(BusError) {
    let number = Self.serial.add(1, ordering: .relaxed).newValue
    let endpoint = try Endpoint("inproc://holocron-monitor-\(number)")
    let connections = ZMQ_EVENT_CONNECTED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_CONNECT_RETRIED
    let events = accepting ? connections | ZMQ_EVENT_ACCEPTED : connections
    guard zmq_socket_monitor(watched.pointer, endpoint.description, events) == 0 else {
      throw BusError(.system, "cannot watch a socket: \(SystemError.current)", cause: SystemError.current)
    }
    self.watched = watched
    socket = try Socket(.pair)
    // libzmq's I/O thread blocks while an event finds no room or no reader, and everything in this process with it.
    socket.set(ZMQ_RCVHWM, Int32(0))
    try socket.connect(endpoint)
  }

  // For the same reason the watching ends before the reader goes.
  deinit { zmq_socket_monitor(watched.pointer, nil, 0) }

  /// The next event that waits, or `nil`. Never blocks.
  func next() -> Event? {
    while let message = socket.receive() {
      guard message.count > 0, message[0].count >= 6 else { continue }
      switch Int32(message[0].loadUnaligned(as: UInt16.self)) {
      case ZMQ_EVENT_ACCEPTED: accepted += 1
      case ZMQ_EVENT_CONNECTED: return .opened(message[0].loadUnaligned(fromByteOffset: 2, as: Int32.self))
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: return .connected
      case ZMQ_EVENT_DISCONNECTED: return .disconnected
      case ZMQ_EVENT_CONNECT_RETRIED: return .retried
      default: continue
      }
    }
    return nil
  }
}
