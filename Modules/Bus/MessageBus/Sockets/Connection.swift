/// A socket connected to one endpoint of a bus, and the monitor that tells when its connection comes and goes.
final class Connection {
  enum Event {
    /// The broker has greeted: messages flow.
    case connected
    case disconnected
    /// A connection could not be made; libzmq tries again by itself.
    case retried
  }

  let socket: Socket
  private let monitor: SocketMonitor
  private let ownership: EndpointOwnership

  /// Starts connecting. A dealer queues nothing for a connection that is not there. Throws ``BusError/Code/untrusted`` when the endpoint is another user's.
  init(_ kind: Socket.Kind, to endpoint: Endpoint, of address: BusAddress, largestMessage: Int) throws(BusError) {
    ownership = address.ownership(of: endpoint)
    try ownership.check()
    socket = try Socket(kind)
    socket.setConnectionOptions(largestMessage: largestMessage)
    if kind == .dealer { socket.set(ZMQ.immediate, Int32(1)) }
    monitor = try SocketMonitor(of: socket)
    try socket.connect(endpoint)
  }

  /// Where to wait for what ``next()`` returns.
  var sideline: Socket { monitor.socket }

  /// The next thing that happened to the connection, or `nil`. Never blocks. Throws ``BusError/Code/untrusted`` when another user listens at the endpoint, which
  /// may have been put there meanwhile: no message must be sent then, and the connection be given up.
  func next() throws(BusError) -> Event? {
    while let event = monitor.next() {
      switch event {
      case .opened(let descriptor): try ownership.check(peerOf: descriptor)
      case .connected: return .connected
      case .disconnected: return .disconnected
      case .retried: return .retried
      case .accepted: continue
      }
    }
    return nil
  }
}
