import CZeroMQ

/// Owns the SUB socket of a subscription.
final class SubscriptionLoop: SocketLoop {
  let mailbox: Mailbox<Never>
  var isFinished = false
  private var connection: Connection
  private let marker = SubscriptionMarker.topic()
  private let events: UnreadEvents
  private static let maxMessagesPerTurn = 256

  init(_ address: BusAddress, _ topics: [String], _ mailbox: Mailbox<Never>, _ events: UnreadEvents) throws(BusError) {
    self.mailbox = mailbox
    self.events = events
    connection = try Connection(.subscriber, to: \.events, of: address, largestMessage: 16 << 20) { [marker] socket in
      if !address.others.isEmpty {
        // A broker that is silent for 2 s is stopped or out of reach. Only this side has timers for this.
        socket.set(ZMQ_HEARTBEAT_IVL, 500)
        socket.set(ZMQ_HEARTBEAT_TIMEOUT, 1_500)
      }
      for topic in topics + [marker] { socket.subscribe(topic) }
    }
  }

  var sockets: [Socket] { connection.sockets }
  var edgeTriggeredSockets: [Socket] { connection.monitorSockets }
  var nextTimeout: Instant? { connection.retryAt }

  func turn(now: Instant, edgeTriggeredReady: Bool) -> Bool {
    if connection.mayHaveEvent(isSignalled: edgeTriggeredReady, now: now) {
      while let event = connection.nextEvent(now: now) { if case .disconnected = event { _ = receive(atMost: .max) } }
    }
    return receive(atMost: Self.maxMessagesPerTurn) == Self.maxMessagesPerTurn
  }

  private func receive(atMost limit: Int) -> Int { connection.socket?.receive(atMost: limit) { handle($0) } ?? 0 }

  private func handle(_ message: Multipart) {
    guard message.count == 3, let topic = message.text(0), let fields = Fields(parsing: message[1]) else { return }
    // A subscription to all topics also receives the markers of other subscribers.
    if SubscriptionMarker.isMarker(topic) {
      if topic == marker { events.add(.listening) }
      return
    }
    events.add(.event(Event(topic, fields: fields, content: message.bytes(2))))
  }

  func finish(_ unhandled: [Never]) { events.finish() }
}

/// A unique topic that a subscriber subscribes to last, and on which the broker publishes an empty event when that subscription arrives.
/// Subscriptions arrive in order, so all of them are in force then. libzmq sends them in byte order, so a marker sorts after other topics.
enum SubscriptionMarker {
  private static let prefix = "~listening/"

  static func topic() -> String { prefix + String(UInt64.random(in: .min ... .max), radix: 16) }

  static func isMarker(_ topic: String) -> Bool { topic.hasPrefix(prefix) }
}
