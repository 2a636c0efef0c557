/// Listens to events. Those that come faster than they are read are dropped, oldest first: an event only says "look again".
public final class EventSubscription: AsyncSequence, Sendable {
  public typealias Element = Event
  public typealias Failure = Never

  private let mailbox: Mailbox<SubscriptionLoop.Command>
  private let events: AsyncStream<Event>

  /// Events kept for a reader that is slow.
  public static let depth = 4_096

  /// Subscribes to every topic that starts with one of `topics`; the empty string takes all. Connects again by itself when the broker was away.
  public init(_ address: BusAddress, topics: [String]) throws(BusError) {
    mailbox = try Mailbox()
    let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(Self.depth))
    self.events = events
    let loop = try SubscriptionLoop(address, topics, mailbox, continuation)
    try startThread("bus-events", loop)
  }

  deinit { close() }

  /// Ends the sequence. May be called twice.
  public func close() { mailbox.post(.stop) }

  public func makeAsyncIterator() -> AsyncStream<Event>.AsyncIterator { events.makeAsyncIterator() }
}
