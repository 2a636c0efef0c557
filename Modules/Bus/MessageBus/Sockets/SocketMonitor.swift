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
    /// The broker does not accept the key of this process.
    case keyRefused
    /// One side needs keys and the other has none, as far as the other side tells.
    case mechanismsDiffer
    /// The other side ended the connection during the handshake, as it does if it cannot decrypt the first message.
    case handshakeCutOff
  }

  let socket: Socket
  private let monitored: Socket
  private static let serial = Atomic<UInt64>(0)

  /// Creates a monitor. `monitored` must not be bound or connected yet. `onlyConnections` leaves out ``Event/handshakeSucceeded`` and
  /// ``Event/connectFailed``: each event takes time of libzmq's I/O thread, too.
  init(of monitored: Socket, onlyConnections: Bool = false) throws(BusError) {
    let number = Self.serial.add(1, ordering: .relaxed).newValue
    let endpoint = try Endpoint("inproc://holocron-monitor-\(number)")
    let connections = ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_CONNECTED | ZMQ_EVENT_DISCONNECTED
    let failures = ZMQ_EVENT_HANDSHAKE_FAILED_AUTH | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
    let events = onlyConnections ? connections : connections | ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_CONNECT_RETRIED | failures
    guard zmq_socket_monitor(monitored.pointer, endpoint.description, events) == 0 else {
      throw BusError(.system, "cannot monitor a socket: \(SocketError.current)", cause: SocketError.current)
    }
    self.monitored = monitored
    socket = try Socket(.pair)
    // No limit: libzmq's I/O thread, and with it every socket of this process, blocks while the monitor queue is full or has no reader.
    socket.set(ZMQ_RCVHWM, 0)
    try socket.connect(endpoint)
  }

  // Stops monitoring before the reader is closed, for the same reason.
  deinit { zmq_socket_monitor(monitored.pointer, nil, 0) }

  /// Returns the next event without blocking; `nil` if there is none.
  func next() -> Event? {
    while let message = socket.receive() {
      // Two bytes of event and four of value (for most events the descriptor, otherwise an error number), in host byte order.
      guard message.count > 0, message[0].count >= 6 else { continue }
      let descriptor = message[0].loadUnaligned(fromByteOffset: 2, as: Int32.self)
      switch Int32(message[0].loadUnaligned(as: UInt16.self)) {
      case ZMQ_EVENT_ACCEPTED: return .accepted(descriptor)
      case ZMQ_EVENT_CONNECTED: return .transportConnected(descriptor)
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: return .handshakeSucceeded
      case ZMQ_EVENT_DISCONNECTED: return .disconnected(descriptor)
      case ZMQ_EVENT_CONNECT_RETRIED: return .connectFailed
      case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: return .keyRefused
      case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL where descriptor == ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH: return .mechanismsDiffer
      // EAGAIN: the handshake took too long.
      case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL where [EPIPE, ECONNRESET].contains(descriptor): return .handshakeCutOff
      default: continue
      }
    }
    return nil
  }
}

/// Counts connections to a bound socket, including connections before their handshake, but not those over inproc.
struct ConnectionCounter {
  /// What has happened since the last update.
  struct Changes {
    var isEmpty = true
    var haveEnded = false
    /// Descriptors of the connections that had ended at the last update and are not in use again: their messages have been read since.
    let gone: Set<Int32>
  }

  private let monitor: SocketMonitor
  /// File descriptors of the open connections.
  private var connections: Set<Int32> = []
  /// File descriptors of those that ended between the last two updates.
  private var ended: Set<Int32> = []

  /// Creates a counter. `monitored` must not be bound yet.
  init(of monitored: Socket) throws(BusError) { monitor = try SocketMonitor(of: monitored, onlyConnections: true) }

  /// The monitor socket, readable when ``update()`` has something to read.
  var socket: Socket { monitor.socket }
  var value: Int { connections.count }

  /// Reads all pending monitor events without blocking. The event of a connection precedes its messages.
  mutating func update() -> Changes {
    let before = ended
    ended = []
    var (isEmpty, haveEnded) = (before.isEmpty, false)
    while let event = monitor.next() {
      switch event {
      case .accepted(let descriptor): connections.insert(descriptor)
      case .disconnected(let descriptor):
        connections.remove(descriptor)
        ended.insert(descriptor)
        haveEnded = true
      default: continue
      }
      isEmpty = false
    }
    return Changes(isEmpty: isEmpty, haveEnded: haveEnded, gone: before.subtracting(connections))
  }
}
