import CZeroMQ
import Synchronization

/// Tells when a socket's connections come and go (zmq_socket_monitor(3)). Lives on the thread of the socket it watches.
final class SocketMonitor {
  enum Event: Sendable, Equatable {
    /// A bound socket accepted a connection; this is its descriptor. The peer has not greeted yet.
    case accepted(Int32)
    /// A connection was made; this is its descriptor. The peer has not greeted yet.
    case opened(Int32)
    /// A peer is connected and has greeted: messages flow.
    case connected
    /// A connection ended; this was its descriptor.
    case disconnected(Int32)
    /// A connection could not be made; libzmq tries again by itself.
    case retried
  }

  let socket: Socket
  private let watched: Socket
  private static let serial = Atomic<UInt64>(0)

  /// Must be created before `watched` binds or connects, or events are lost.
  init(of watched: Socket) throws(BusError) {
    let number = Self.serial.add(1, ordering: .relaxed).newValue
    let endpoint = try Endpoint("inproc://holocron-monitor-\(number)")
    let connections = ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_CONNECTED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED
    let events = connections | ZMQ_EVENT_CONNECT_RETRIED
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
      // The event in two bytes, then its value in four, which of most is the descriptor; in the order of this machine's bytes.
      guard message.count > 0, message[0].count >= 6 else { continue }
      let descriptor = message[0].loadUnaligned(fromByteOffset: 2, as: Int32.self)
      switch Int32(message[0].loadUnaligned(as: UInt16.self)) {
      case ZMQ_EVENT_ACCEPTED: return .accepted(descriptor)
      case ZMQ_EVENT_CONNECTED: return .opened(descriptor)
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: return .connected
      case ZMQ_EVENT_DISCONNECTED: return .disconnected(descriptor)
      case ZMQ_EVENT_CONNECT_RETRIED: return .retried
      default: continue
      }
    }
    return nil
  }
}
