/// The socket that publishes events on tcp to peers with keys. libzmq cannot end a single connection, so when a key is revoked, the socket is
/// closed and another one bound in its place.
struct KeyedEvents {
  /// The current socket; `nil` between two.
  private(set) var socket: Socket?
  private(set) var listeners: ConnectionCounter?
  /// Current subscriptions.
  var subscriptions = 0
  private let endpoints: [Endpoint]
  private let domain: KeyDomain
  /// When to bind next, and until when the closed socket may still use the endpoint; `nil` while there is a socket.
  private var retry: (at: Instant, until: Instant)?

  private static let closingTime = Duration.seconds(5)

  /// Binds the events endpoints on tcp; `nil` if there are none.
  init?(_ addresses: [BusAddress], _ domain: KeyDomain) throws(BusError) {
    endpoints = addresses.map(\.events).filter { $0.transport == .tcp }
    guard !endpoints.isEmpty else { return nil }
    self.domain = domain
    try bind()
  }

  /// The sockets to read when they signal.
  var sockets: [Socket] { [socket, listeners?.socket].compactMap(\.self) }
  var nextBind: Instant? { retry?.at }

  private mutating func bind() throws(BusError) {
    let socket = try BrokerSockets.publisher()
    try domain.protect(socket)
    // Before the endpoint is bound.
    let listeners = try ConnectionCounter(of: socket)
    for endpoint in endpoints { try socket.bind(endpoint) }
    (self.socket, self.listeners, retry) = (socket, listeners, nil)
  }

  mutating func updateListeners() -> ConnectionCounter.Changes? { listeners?.update() }

  /// Ends all subscriptions. Peers whose keys are still accepted connect again.
  mutating func renew(now: Instant) {
    (socket, listeners, subscriptions) = (nil, nil, 0)
    retry = (now, now + Self.closingTime)
  }

  /// Binds again if that is due. Returns whether it did. Throws if that fails, and is due again a second later.
  mutating func bindIfDue(now: Instant) throws(BusError) -> Bool {
    guard let retry, retry.at <= now else { return false }
    do throws(BusError) {
      try bind()
      return true
    } catch {
      // libzmq closes the last socket in its own time.
      let isClosing = error.code == .inUse && now < retry.until
      self.retry?.at = now + (isClosing ? .milliseconds(10) : .seconds(1))
      guard isClosing else { throw error }
      return false
    }
  }
}
