/// Owns the SUB socket of a subscription.
final class SubscriptionLoop: SocketLoop {
  enum Command: Sendable {
    case stop
  }

  let mailbox: Mailbox<Command>
  private(set) var isFinished = false
  private let socket: Socket
  private let mark = SubscriptionMark.topic()
  private let events: AsyncStream<EventSubscription.Element>.Continuation
  private static let mostPerTurn = 256

  init(
    _ address: BusAddress, _ topics: [String], _ mailbox: Mailbox<Command>, _ events: AsyncStream<EventSubscription.Element>.Continuation
  ) throws(BusError) {
    self.mailbox = mailbox
    self.events = events
    socket = try Socket(.subscriber)
    socket.setConnectionOptions(largestMessage: 16 << 20)
    for topic in topics + [mark] { socket.subscribe(topic) }
    try socket.connect(address.events)
  }

  var sockets: [Socket] { [socket] }
  var nextDue: ContinuousClock.Instant? { nil }

  func handle(_ commands: [Command], now: ContinuousClock.Instant) { isFinished = true }

  func turn(now: ContinuousClock.Instant, sidelines: Bool) -> Bool {
    var count = 0
    while count < Self.mostPerTurn, let message = socket.receive() {
      count += 1
      guard message.count == 3, let topic = message.text(0), let fields = message.text(1) else { continue }
      // Who subscribes to everything hears the marks of others, too.
      if SubscriptionMark.isMark(topic) {
        if topic == mark { events.yield(.listening) }
        continue
      }
      events.yield(.event(Event(topic, fields: Fields(parsing: fields), content: message.bytes(2))))
    }
    return count > 0
  }

  func finish(_ untaken: [Command]) { events.finish() }
}
