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

/// The connection of a client, worker or subscription to an endpoint, made again after each loss.
struct ReconnectingConnection {
  typealias Instant = ContinuousClock.Instant

  /// `nil` between two attempts to connect.
  private(set) var current: Connection?
  /// When the next attempt is due; `nil` while there is a connection.
  private(set) var retryAt: Instant?
  private var backoff = ReconnectBackoff()
  private let connect: () throws(BusError) -> Connection

  /// Starts connecting. Throws ``BusErrorCode/untrusted`` if the endpoint belongs to another user.
  ///
  /// - Parameter prepare: sets up each new socket.
  init(
    _ kind: Socket.Kind, to endpoint: Endpoint, of address: BusAddress, largestMessage: Int, prepare: @escaping (Socket) -> Void = { _ in }
  ) throws(BusError) {
    connect = { () throws(BusError) in
      let connection = try Connection(kind, to: endpoint, of: address, largestMessage: largestMessage)
      prepare(connection.socket)
      return connection
    }
    current = try connect()
  }

  var socket: Socket? { current?.socket }
  var sockets: [Socket] { current?.sockets ?? [] }
  var monitorSockets: [Socket] { current?.monitorSockets ?? [] }

  /// Connects again if that is due. Returns whether there is a new connection.
  mutating func reconnectIfDue(now: Instant) throws(BusError) -> Bool {
    guard let retryAt, retryAt <= now else { return false }
    current = try connect()
    self.retryAt = nil
    return true
  }

  /// Returns the next event; see ``Connection/nextEvent()``. Call ``drop(after:now:)`` after one that ends the connection.
  mutating func nextEvent(now: Instant) throws(BusError) -> Connection.Event? {
    let event = try current?.nextEvent()
    if event == .connected { backoff.connected(now: now) }
    return event
  }

  /// Closes the connection, to connect again after `delay`; if that is `nil`, after a delay that grows with each attempt.
  mutating func drop(after delay: Duration? = nil, now: Instant) {
    current = nil
    retryAt = now + (delay ?? backoff.next(now: now))
  }
}

/// Delays between attempts to connect: at first up to 20 ms, doubled up to 500 ms. A random part, up to a half, is left out, so that peers
/// that lost their broker at the same moment do not all return at the same moment.
///
/// The delays start anew after a connection that has lasted a second. A message that always ends the connection would cause many attempts a
/// second otherwise.
struct ReconnectBackoff {
  typealias Instant = ContinuousClock.Instant

  private static let minDelay = Duration.milliseconds(20)
  private static let maxDelay = Duration.milliseconds(500)
  private static let stableTime = Duration.seconds(1)

  private var delay = minDelay
  /// When the current connection was established; `nil` if there is none.
  private var connectedAt: Instant?

  mutating func connected(now: Instant) { connectedAt = now }

  /// Handles a failed attempt or the end of a connection. Returns how long to wait before the next attempt.
  mutating func next(now: Instant) -> Duration {
    if let connectedAt, connectedAt + Self.stableTime <= now { delay = Self.minDelay }
    connectedAt = nil
    defer { delay = min(delay * 2, Self.maxDelay) }
    return delay * Double.random(in: 0.5...1)
  }
}
