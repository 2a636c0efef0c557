/// Counts connections to a bound socket, including connections before their handshake. Connections over inproc are not counted. Used on the
/// socket's thread only.
struct ConnectionCounter {
  /// The numbers of connections that began and that ended.
  struct Changes {
    var began = 0
    var ended = 0
    var isEmpty: Bool { began + ended == 0 }
  }

  private let monitor: SocketMonitor
  /// File descriptors of the open connections.
  private var connections: Set<Int32> = []

  /// Creates a counter. `monitored` must not be bound yet.
  init(of monitored: Socket) throws(BusError) { monitor = try SocketMonitor(of: monitored, onlyConnections: true) }

  /// The monitor socket, readable when ``update()`` has something to read.
  var socket: Socket { monitor.socket }
  var value: Int { connections.count }

  /// Reads all pending monitor events without blocking.
  ///
  mutating func update() -> Changes {
    var changes = Changes()
    while let event = monitor.next() {
      switch event {
      case .accepted(let descriptor):
        connections.insert(descriptor)
        changes.began += 1
      case .disconnected(let descriptor):
        connections.remove(descriptor)
        changes.ended += 1
      case .transportConnected, .handshakeSucceeded, .connectFailed: continue
      }
    }
    return changes
  }
}
