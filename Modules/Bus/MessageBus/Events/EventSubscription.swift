/// Listens to events. Those that come faster than they are read are dropped, oldest first: an event only says "look again".
public final class EventSubscription: AsyncSequence, Sendable {
  public enum Element: Sendable, Hashable {
    /// From here on events are heard. Comes first, and again each time the broker was away; whether something happened before nobody knows.
    /// A broker that knows no marks (GRAMMAR.md) never says so.
    case listening
    case event(Event)
  }

  public typealias Failure = Never

  private let mailbox: Mailbox<SubscriptionLoop.Command>
  private let events: AsyncStream<Element>

  /// Events kept for a reader that is slow.
  public static let depth = 4_096

  /// Subscribes to every topic that starts with one of `topics`; the empty string takes all. Connects again by itself when the broker was away.
  public init(_ address: BusAddress, topics: [String]) throws(BusError) {
    mailbox = try Mailbox()
    let (events, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(Self.depth))
    self.events = events
    let loop = try SubscriptionLoop(address, topics, mailbox, continuation)
    try startThread("bus-events", loop)
  }

  deinit { close() }

  /// Ends the sequence. May be called twice.
  public func close() { mailbox.post(.stop) }

  public func makeAsyncIterator() -> AsyncStream<Element>.AsyncIterator { events.makeAsyncIterator() }
}
