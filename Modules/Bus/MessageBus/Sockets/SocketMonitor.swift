import CZeroMQ
import Synchronization

/// Monitor of a socket's connections (zmq_socket_monitor(3)). Used on the thread of the monitored socket only.
final class SocketMonitor {
  enum Event: Sendable, Equatable {
    /// A bound socket accepted a connection with this descriptor; the handshake follows.
    case accepted(Int32)
    /// A connection with this descriptor was opened; the handshake follows.
    case transportConnected(Int32)
    /// The handshake with a peer is complete: messages flow.
    case handshakeSucceeded
    /// The connection with this descriptor ended.
    case disconnected(Int32)
    /// An attempt to connect failed; libzmq retries after ZMQ_RECONNECT_IVL.
    case connectFailed
  }

  let socket: Socket
  private let monitored: Socket
  private static let serial = Atomic<UInt64>(0)

  /// Creates a monitor. `monitored` must not be bound or connected yet, or events are lost.
  ///
  /// - Parameter onlyConnections: whether to leave out ``Event/handshakeSucceeded`` and ``Event/connectFailed``. Each event takes time of
  ///   libzmq's I/O thread, too.
  init(of monitored: Socket, onlyConnections: Bool = false) throws(BusError) {
    let number = Self.serial.add(1, ordering: .relaxed).newValue
    let endpoint = try Endpoint("inproc://holocron-monitor-\(number)")
    let connections = ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_CONNECTED | ZMQ_EVENT_DISCONNECTED
    let events = onlyConnections ? connections : connections | ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_CONNECT_RETRIED
    guard zmq_socket_monitor(monitored.pointer, endpoint.description, events) == 0 else {
      throw BusError(.system, "cannot monitor a socket: \(SocketError.current)", cause: SocketError.current)
    }
    self.monitored = monitored
    socket = try Socket(.pair)
    // No limit: libzmq's I/O thread, and with it every socket of this process, blocks while the monitor queue is full or has no reader.
    socket.set(ZMQ_RCVHWM, Int32(0))
    try socket.connect(endpoint)
  }

  // Stops monitoring before the reader is closed, for the same reason.
  deinit { zmq_socket_monitor(monitored.pointer, nil, 0) }

  /// Returns the next event without blocking; `nil` if there is none.
  func next() -> Event? {
    while let message = socket.receive() {
      // Two bytes of event and four of value (for most events the descriptor), in host byte order.
      guard message.count > 0, message[0].count >= 6 else { continue }
      let descriptor = message[0].loadUnaligned(fromByteOffset: 2, as: Int32.self)
      switch Int32(message[0].loadUnaligned(as: UInt16.self)) {
      case ZMQ_EVENT_ACCEPTED: return .accepted(descriptor)
      case ZMQ_EVENT_CONNECTED: return .transportConnected(descriptor)
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: return .handshakeSucceeded
      case ZMQ_EVENT_DISCONNECTED: return .disconnected(descriptor)
      case ZMQ_EVENT_CONNECT_RETRIED: return .connectFailed
      default: continue
      }
    }
    return nil
  }
}
