/// Owns the SUB socket of a subscription.
final class SubscriptionLoop: SocketLoop {
  enum Command: Sendable {
    case stop
  }

  let mailbox: Mailbox<Command>
  private(set) var isFinished = false
  private let address: BusAddress
  private let topics: [String]
  private let includesRequests: Bool
  /// `nil` between two attempts to connect.
  private var connection: Connection?
  private var reconnectAt: ContinuousClock.Instant?
  private var backoff = ReconnectBackoff()
  private let marker = SubscriptionMarker.topic()
  private let events: UnreadEvents
  private static let maxMessagesPerTurn = 256
  /// Time until the next attempt if the endpoint belongs to another user or a socket cannot be opened.
  private static let recheckDelay = Duration.seconds(1)

  init(_ address: BusAddress, _ topics: [String], _ mailbox: Mailbox<Command>, _ events: UnreadEvents) throws(BusError) {
    self.address = address
    self.topics = topics
    includesRequests = topics.contains { $0.hasPrefix(ObservedRequest.prefix) }
    self.mailbox = mailbox
    self.events = events
    connection = try connect()
  }

  private func connect() throws(BusError) -> Connection {
    let connection = try Connection(.subscriber, to: address.events, of: address, largestMessage: 16 << 20)
    for topic in topics + [marker] { connection.socket.subscribe(topic) }
    return connection
  }

  var sockets: [Socket] { connection?.sockets ?? [] }
  var edgeTriggeredSockets: [Socket] { connection?.monitorSockets ?? [] }
  var nextTimeout: ContinuousClock.Instant? { reconnectAt }

  func handle(_ commands: [Command], now: ContinuousClock.Instant) { isFinished = true }

  func turn(now: ContinuousClock.Instant, edgeTriggeredReady: Bool) -> Bool {
    do throws(BusError) {
      let isNew = reconnectAt.map { $0 <= now } ?? false
      if isNew {
        connection = try connect()
        reconnectAt = nil
      }
      if edgeTriggeredReady || isNew { try readConnectionEvents(now: now) }
    } catch {
      // The endpoint belongs to another user, or a socket could not be opened; try again later.
      scheduleReconnect(after: Self.recheckDelay, now: now)
    }
    var count = 0
    while count < Self.maxMessagesPerTurn, let message = connection?.socket.receive() {
      count += 1
      handle(message)
    }
    return count == Self.maxMessagesPerTurn
  }

  private func readConnectionEvents(now: ContinuousClock.Instant) throws(BusError) {
    while let event = try connection?.nextEvent() {
      switch event {
      case .connected: backoff.connected(now: now)
      case .disconnected:
        while let message = connection?.socket.receive() { handle(message) }
        scheduleReconnect(after: backoff.next(now: now), now: now)
      case .connectFailed: scheduleReconnect(after: backoff.next(now: now), now: now)
      }
    }
  }

  private func scheduleReconnect(after delay: Duration, now: ContinuousClock.Instant) {
    connection = nil
    reconnectAt = now + delay
  }

  private func handle(_ message: Multipart) {
    guard message.count == 3, let topic = message.text(0), let fields = message.text(1) else { return }
    // A subscription to all topics also receives the markers of other subscribers.
    if SubscriptionMarker.isMarker(topic) {
      if topic == marker { events.add(.listening) }
      return
    }
    // Nor did it ask for the requests that the broker publishes for someone else.
    guard includesRequests || !topic.hasPrefix(ObservedRequest.prefix) else { return }
    events.add(.event(Event(topic, fields: Fields(parsing: fields), content: message.bytes(2))))
  }

  func finish(_ unhandled: [Command]) { events.finish() }
}
