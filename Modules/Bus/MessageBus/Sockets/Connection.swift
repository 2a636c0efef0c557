/// A socket connected to one endpoint of a bus, with a monitor for its connection events.
final class Connection {
  enum Event {
    /// The handshake with the broker is complete: messages flow.
    case connected
    case disconnected
    /// An attempt to connect failed; libzmq retries.
    case connectFailed
  }

  let socket: Socket
  /// ``socket`` and the monitor socket, which is readable when ``nextEvent()`` has an event; as arrays, which a loop needs in each turn.
  let sockets, monitorSockets: [Socket]
  private let monitor: SocketMonitor
  private let ownership: EndpointOwnership

  /// Starts connecting. A dealer socket queues no messages until it is connected. Throws ``BusErrorCode/untrusted`` if the endpoint
  /// belongs to another user.
  init(_ kind: Socket.Kind, to endpoint: Endpoint, of address: BusAddress, largestMessage: Int) throws(BusError) {
    ownership = address.ownership(of: endpoint)
    try ownership.check()
    socket = try Socket(kind)
    socket.setConnectionOptions(largestMessage: largestMessage)
    if kind == .dealer { socket.set(ZMQ.immediate, Int32(1)) }
    monitor = try SocketMonitor(of: socket)
    (sockets, monitorSockets) = ([socket], [monitor.socket])
    try socket.connect(endpoint)
  }

  /// Returns the next connection event without blocking; `nil` if there is none. Throws ``BusErrorCode/untrusted`` if a process of
  /// another user listens on the endpoint: send nothing then, and drop the connection.
  func nextEvent() throws(BusError) -> Event? {
    while let event = monitor.next() {
      switch event {
      case .transportConnected(let descriptor): try ownership.check(peerOf: descriptor)
      case .handshakeSucceeded: return .connected
      case .disconnected: return .disconnected
      case .connectFailed: return .connectFailed
      case .accepted: continue
      }
    }
    return nil
  }
}
