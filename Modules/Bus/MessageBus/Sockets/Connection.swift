import CZeroMQ

/// A connection of a client, worker or subscription to a broker of a bus. After each loss, a new socket takes the place of the last one. With
/// several brokers, it turns to the next one then, in a ring.
///
/// libzmq never reconnects a socket: it would send to the next broker what the last one had not received, such as requests whose callers
/// were told that they failed. Its options against that (`ZMQ_IMMEDIATE`, a `ZMQ_RECONNECT_IVL` of -1) close the queue of received messages
/// with the connection, and if a message is being read then, the process aborts: `Assertion failed: !_more (fq.cpp)`.
struct Connection {
  enum Event {
    /// The handshake with the broker is complete: messages flow. Send nothing before.
    case connected
    /// The connection has ended. What has arrived can be read until the next call.
    case disconnected
    /// An attempt to connect failed; with several brokers, one to each of them, one after the other.
    case connectFailed
    /// There was no attempt, or nothing may be sent: the endpoint belongs to another user, the broker does not accept the key, or a socket could not be opened.
    case refused(BusError)
  }

  /// The current socket; `nil` between two attempts to connect.
  private(set) var socket: Socket?
  private var monitor: SocketMonitor?
  /// ``socket`` and the monitor socket, which is readable when there may be an event; as arrays, which a loop needs in each turn.
  private(set) var sockets, monitorSockets: [Socket]
  /// When the next attempt is due; `nil` while there is a socket.
  private(set) var retryAt: Instant?
  /// Whether a process has accepted the current connection, or the last one, without completing the handshake.
  private(set) var lacksHandshake = false
  /// The number of handshakes in a row that the other side has cut off.
  private var cutOffHandshakes = 0
  /// Whether the connection is to be closed with the next call.
  private var hasEnded = false
  /// Whether there was no event since the last attempt.
  private var isNew = true
  private var backoff = ReconnectBackoff()
  /// The endpoint of each broker, and the keys for it.
  private let brokers: [(ownership: EndpointOwnership, keys: ClientKeys?)]
  /// The index of the broker of ``socket``, or of the next attempt.
  private(set) var broker = 0
  /// Number of attempts that failed one after the other.
  private var failures = 0
  private let open: (ClientKeys?) throws(BusError) -> Socket

  /// Starts connecting; `prepare` sets up each new socket. Throws ``BusErrorCode/untrusted`` if the endpoint belongs to another user.
  init(
    _ kind: Socket.Kind, to endpoint: KeyPath<BusAddress, Endpoint>, of address: BusAddress, largestMessage: Int,
    prepare: @escaping (Socket) -> Void = { _ in }
  ) throws(BusError) {
    brokers = address.brokers.map { broker in
      let endpoint = broker[keyPath: endpoint]
      return (broker.ownership(of: endpoint), endpoint.transport == .tcp ? broker.keys : nil)
    }
    open = { keys throws(BusError) in
      let socket = try Socket(kind)
      socket.setConnectionOptions(largestMessage: largestMessage)
      // In milliseconds: never.
      socket.set(ZMQ_RECONNECT_IVL, .max)
      // No limit: what a worker sends is bounded by the requests it holds, and a new connection begins without it.
      socket.set(ZMQ_SNDHWM, 0)
      try keys?.use(in: socket)
      // Milliseconds for a host out of reach, where the system tries for two minutes, and for a broker that does not speak.
      socket.set(ZMQ_CONNECT_TIMEOUT, 3_000)
      socket.set(ZMQ_HANDSHAKE_IVL, 3_000)
      prepare(socket)
      return socket
    }
    (sockets, monitorSockets) = ([], [])
    try connect()
  }

  private mutating func connect() throws(BusError) {
    let (ownership, keys) = brokers[broker]
    try ownership.check()
    let socket = try open(keys)
    let monitor = try SocketMonitor(of: socket)
    try socket.connect(ownership.endpoint)
    (self.socket, self.monitor, sockets, monitorSockets) = (socket, monitor, [socket], [monitor.socket])
    (retryAt, isNew) = (nil, true)
  }

  /// Whether to call ``nextEvent(now:)``. `isSignalled` is whether the monitor socket may be readable.
  func mayHaveEvent(isSignalled: Bool, now: Instant) -> Bool { retryAt.map { $0 <= now } ?? isSignalled }

  /// Returns the next event without blocking, if there is one; connects again when that is due. Call this until there is none.
  mutating func nextEvent(now: Instant) -> Event? {
    if hasEnded { close(now: now) }
    do throws(BusError) {
      if let retryAt {
        guard retryAt <= now else { return nil }
        try connect()
      }
      defer { isNew = false }
      let (ownership, keys) = brokers[broker]
      if isNew, ownership.endpoint.transport == .inproc { return .connected }
      while let event = monitor?.next() {
        switch event {
        case .transportConnected(let descriptor):
          try ownership.check(peerOf: descriptor)
          lacksHandshake = true
        case .handshakeSucceeded:
          (lacksHandshake, cutOffHandshakes, failures) = (false, 0, 0)
          backoff.connected(now: now)
          return .connected
        case .disconnected:
          (hasEnded, failures) = (true, 0)
          return .disconnected
        case .connectFailed:
          failures += 1
          (hasEnded, lacksHandshake) = (true, false)
          if failures >= brokers.count { return .connectFailed }
          close(now: now)
          return nil
        case .keyRefused,
          .mechanismsDiffer where keys == nil:
          failures += 1
          guard failures >= brokers.count else {
            close(now: now)
            return nil
          }
          let reason =
            keys == nil ? "\(ownership.endpoint) needs a key" : "this key is not authorised at \(ownership.endpoint)"
          throw BusError(.unauthorized, reason)
        case .handshakeCutOff where keys != nil, .mechanismsDiffer:
          cutOffHandshakes += 1
          // Once, a broker may have ended in between.
          guard cutOffHandshakes > brokers.count else { continue }
          throw BusError(.unauthorized, "wrong server key, or no keys at \(ownership.endpoint)")
        case .accepted, .handshakeCutOff: continue
        }
      }
      return nil
    } catch {
      // Descriptors or memory may be available again soon.
      close(after: error.code == .untrusted ? .seconds(1) : nil, now: now)
      return .refused(error)
    }
  }

  /// Closes the connection, to connect again after `delay`; if that is `nil`, after a delay that grows with each attempt.
  mutating func close(after delay: Duration? = nil, now: Instant) {
    (socket, monitor, sockets, monitorSockets, hasEnded) = (nil, nil, [], [], false)
    retryAt = now + (delay ?? backoff.next(now: now))
    broker = (broker + 1) % brokers.count
  }
}

/// Delays between attempts to connect: at first up to 20 ms, doubled up to 500 ms. A random part, up to a half, is left out, so that peers do
/// not all return at once. The delays start anew only after a connection of a second: a message may end the connection again and again.
struct ReconnectBackoff {
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
