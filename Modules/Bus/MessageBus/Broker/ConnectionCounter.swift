/// Counts connections to a bound socket, including connections before their handshake. Connections over inproc are not counted. Used on the
/// socket's thread only.
struct ConnectionCounter {
  private let monitor: SocketMonitor
  /// File descriptors of the open connections.
  private var connections: Set<Int32> = []

  /// Creates a counter. `monitored` must not be bound yet.
  init(of monitored: Socket) throws(BusError) { monitor = try SocketMonitor(of: monitored) }

  /// The monitor socket, readable when ``update()`` has something to read.
  var socket: Socket { monitor.socket }
  var value: Int { connections.count }

  /// Reads all pending monitor events without blocking.
  ///
  /// - Returns: the number of connections that ended.
  mutating func update() -> Int {
    var ended = 0
    while let event = monitor.next() {
      switch event {
      case .accepted(let descriptor): connections.insert(descriptor)
      case .disconnected(let descriptor):
        connections.remove(descriptor)
        ended += 1
      case .transportConnected, .handshakeSucceeded, .connectFailed: continue
      }
    }
    return ended
  }
}
