import CZeroMQ
import Synchronization

/// Counts the connections from other processes to a socket that publishes (zmq_socket_monitor(3)): who listens inside this process makes none.
/// Lives on the thread of that socket.
final class ListenerCount {
  let socket: Socket
  private let watched: Socket
  /// By their descriptors.
  private var connections: Set<Int32> = []
  private static let serial = Atomic<UInt64>(0)

  var value: Int { connections.count }

  /// Must be created before `watched` binds.
  init(of watched: Socket) throws(BusError) {
    let number = Self.serial.add(1, ordering: .relaxed).newValue
    let endpoint = try Endpoint("inproc://holocron-listeners-\(number)")
    guard zmq_socket_monitor(watched.pointer, endpoint.description, ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_DISCONNECTED) == 0 else {
      throw BusError(.system, "cannot watch a socket: \(SystemError.current)", cause: SystemError.current)
    }
    self.watched = watched
    socket = try Socket(.pair)
    // libzmq's I/O thread blocks while an event finds no room or no reader.
    socket.set(ZMQ_RCVHWM, Int32(0))
    try socket.connect(endpoint)
  }

  // For the same reason the watching ends before the reader goes.
  deinit { zmq_socket_monitor(watched.pointer, nil, 0) }

  /// Reads what happened since the last time. Never blocks.
  func update() {
    while let message = socket.receive() {
      // The event in two bytes, then its value in four, here the descriptor; in the order of this machine's bytes.
      guard message.count > 0, message[0].count >= 6 else { continue }
      let descriptor = message[0].loadUnaligned(fromByteOffset: 2, as: Int32.self)
      switch Int32(message[0].loadUnaligned(as: UInt16.self)) {
      case ZMQ_EVENT_ACCEPTED: connections.insert(descriptor)
      case ZMQ_EVENT_DISCONNECTED: connections.remove(descriptor)
      default: continue
      }
    }
  }
}
