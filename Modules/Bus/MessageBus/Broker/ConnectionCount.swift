/// Counts the connections from other processes to a bound socket, greeted or not: who is inside this process makes none. Lives on the thread of that socket.
struct ConnectionCount {
  private let monitor: SocketMonitor
  /// By their descriptors.
  private var connections: Set<Int32> = []

  /// Must be created before `watched` binds.
  init(of watched: Socket) throws(BusError) { monitor = try SocketMonitor(of: watched) }

  /// Where to wait for what ``update()`` reads.
  var socket: Socket { monitor.socket }
  var value: Int { connections.count }

  /// Reads what happened since the last time. Never blocks.
  ///
  /// - Returns: how many connections have ended.
  mutating func update() -> Int {
    var ended = 0
    while let event = monitor.next() {
      switch event {
      case .accepted(let descriptor): connections.insert(descriptor)
      case .disconnected(let descriptor):
        connections.remove(descriptor)
        ended += 1
      case .opened, .connected, .retried: continue
      }
    }
    return ended
  }
}
