/// A socket for one connection to an endpoint of a bus, with a monitor for the events of that connection. After ``Event/disconnected`` and
/// ``Event/connectFailed`` a new object must take its place.
///
/// libzmq never reconnects such a socket. If it did, it would send to the next broker what the last one had not received, such as requests
/// whose callers were told that they failed. libzmq has options against that (`ZMQ_IMMEDIATE`, a `ZMQ_RECONNECT_IVL` of -1), but with them
/// it closes the queue of received messages when the connection ends, even while a message is being read from it, and then
/// aborts the process: `Assertion failed: !_more (fq.cpp)`. Without them, messages received before the end can still be read.
final class Connection {
  enum Event {
    /// The handshake with the broker is complete: messages flow.
    case connected
    case disconnected
    /// The attempt to connect failed.
    case connectFailed
  }

  let socket: Socket
  /// ``socket`` and the monitor socket, which is readable when ``nextEvent()`` has an event; as arrays, which a loop needs in each turn.
  let sockets, monitorSockets: [Socket]
  /// Whether a process has accepted the connection, but the handshake is not complete.
  private(set) var lacksHandshake = false
  private let monitor: SocketMonitor
  private let ownership: EndpointOwnership

  /// Starts connecting; send nothing before ``Event/connected``. Throws ``BusErrorCode/untrusted`` if the endpoint belongs to another user.
  init(_ kind: Socket.Kind, to endpoint: Endpoint, of address: BusAddress, largestMessage: Int) throws(BusError) {
    ownership = address.ownership(of: endpoint)
    try ownership.check()
    socket = try Socket(kind)
    socket.setConnectionOptions(largestMessage: largestMessage)
    // In milliseconds: never.
    socket.set(ZMQ.reconnectInterval, Int32.max)
    monitor = try SocketMonitor(of: socket)
    (sockets, monitorSockets) = ([socket], [monitor.socket])
    try socket.connect(endpoint)
  }

  /// Returns the next connection event without blocking; `nil` if there is none. Throws ``BusErrorCode/untrusted`` if a process of
  /// another user listens on the endpoint: send nothing then, and drop the connection.
  func nextEvent() throws(BusError) -> Event? {
    while let event = monitor.next() {
      switch event {
      case .transportConnected(let descriptor):
        try ownership.check(peerOf: descriptor)
        lacksHandshake = true
      case .handshakeSucceeded:
        lacksHandshake = false
        return .connected
      case .disconnected: return .disconnected
      case .connectFailed: return .connectFailed
      case .accepted: continue
      }
    }
    return nil
  }
}
