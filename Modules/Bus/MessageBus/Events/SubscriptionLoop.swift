/// Owns the SUB socket of a subscription.
final class SubscriptionLoop: SocketLoop {
  enum Command: Sendable {
    case stop
  }

  let mailbox: Mailbox<Command>
  private(set) var isFinished = false
  private let address: BusAddress
  private let topics: [String]
  private var connection: Connection?
  private var reopensAt: ContinuousClock.Instant?
  private let mark = SubscriptionMark.topic()
  private let events: AsyncStream<EventSubscription.Element>.Continuation
  private static let mostPerTurn = 256
  private static let reopening = Duration.seconds(1)

  init(
    _ address: BusAddress, _ topics: [String], _ mailbox: Mailbox<Command>, _ events: AsyncStream<EventSubscription.Element>.Continuation
  ) throws(BusError) {
    self.address = address
    self.topics = topics
    self.mailbox = mailbox
    self.events = events
    connection = try connect()
  }

  private func connect() throws(BusError) -> Connection {
    let connection = try Connection(.subscriber, to: address.events, of: address, largestMessage: 16 << 20)
    for topic in topics + [mark] { connection.socket.subscribe(topic) }
    return connection
  }

  var sockets: [Socket] { connection.map { [$0.socket] } ?? [] }
  var sidelines: [Socket] { connection.map { [$0.sideline] } ?? [] }
  var nextDue: ContinuousClock.Instant? { reopensAt }

  func handle(_ commands: [Command], now: ContinuousClock.Instant) { isFinished = true }

  func turn(now: ContinuousClock.Instant, sidelines: Bool) -> Bool {
    do throws(BusError) {
      let isNew = reopensAt.map { $0 <= now } ?? false
      if isNew {
        connection = try connect()
        reopensAt = nil
      }
      if sidelines || isNew { while try connection?.next() != nil {} }
    } catch {
      // Whoever listens there is not this user's broker. Events come again when it is.
      connection = nil
      reopensAt = now + Self.reopening
    }
    var count = 0
    while count < Self.mostPerTurn, let message = connection?.socket.receive() {
      count += 1
      take(message)
    }
    return count > 0
  }

  private func take(_ message: Multipart) {
    guard message.count == 3, let topic = message.text(0), let fields = message.text(1) else { return }
    // Who subscribes to everything hears the marks of others, too.
    if SubscriptionMark.isMark(topic) {
      if topic == mark { events.yield(.listening) }
      return
    }
    events.yield(.event(Event(topic, fields: Fields(parsing: fields), content: message.bytes(2))))
  }

  func finish(_ untaken: [Command]) { events.finish() }
}
