/// Owns the SUB socket of a subscription.
final class SubscriptionLoop: SocketLoop {
  enum Command: Sendable {
    case stop
  }

  let mailbox: Mailbox<Command>
  private(set) var isFinished = false
  private let includesRequests: Bool
  private var connection: ReconnectingConnection
  private let marker = SubscriptionMarker.topic()
  private let events: UnreadEvents
  private static let maxMessagesPerTurn = 256

  init(_ address: BusAddress, _ topics: [String], _ mailbox: Mailbox<Command>, _ events: UnreadEvents) throws(BusError) {
    includesRequests = topics.contains { $0.hasPrefix(ObservedRequest.prefix) }
    self.mailbox = mailbox
    self.events = events
    connection = try ReconnectingConnection(.subscriber, to: address.events, of: address, largestMessage: 16 << 20) { [marker] socket in
      for topic in topics + [marker] { socket.subscribe(topic) }
    }
  }

  var sockets: [Socket] { connection.sockets }
  var edgeTriggeredSockets: [Socket] { connection.monitorSockets }
  var nextTimeout: ContinuousClock.Instant? { connection.retryAt }

  func handle(_ commands: [Command], now: ContinuousClock.Instant) { isFinished = true }

  func turn(now: ContinuousClock.Instant, edgeTriggeredReady: Bool) -> Bool {
    do throws(BusError) {
      let isNew = try connection.reconnectIfDue(now: now)
      if edgeTriggeredReady || isNew { try readConnectionEvents(now: now) }
    } catch {
      // The endpoint belongs to another user, or a socket could not be opened; try again later.
      connection.drop(after: .seconds(1), now: now)
    }
    var count = 0
    while count < Self.maxMessagesPerTurn, let message = connection.socket?.receive() {
      count += 1
      handle(message)
    }
    return count == Self.maxMessagesPerTurn
  }

  private func readConnectionEvents(now: ContinuousClock.Instant) throws(BusError) {
    while let event = try connection.nextEvent(now: now) {
      guard event != .connected else { continue }
      while let message = connection.socket?.receive() { handle(message) }
      connection.drop(now: now)
    }
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

/// A unique topic that a subscriber subscribes to last. When that subscription arrives, the broker publishes an empty event with this
/// topic. Because subscriptions arrive in order, the subscriber then knows that all of them are in force.
///
/// After a reconnect, libzmq resends subscriptions in byte order, so a marker begins with a character that sorts after those of
/// other topics.
enum SubscriptionMarker {
  private static let prefix = "~listening/"

  static func topic() -> String { prefix + String(UInt64.random(in: .min ... .max), radix: 16) }

  static func isMarker(_ topic: String) -> Bool { topic.hasPrefix(prefix) }
}
