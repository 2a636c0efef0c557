/// A subscription to events. Ends when it is closed, or when neither the subscription nor one of its iterators is in use. If events arrive
/// faster than they are read, the oldest are dropped; events are only hints to reload.
public final class EventSubscription: AsyncSequence, Sendable {
  /// What a subscription delivers.
  public enum Element: Sendable, Hashable {
    /// The subscription is in force from here on. Sent first, and after each reconnect; events before it may have been lost.
    /// Never sent by a broker that does not support markers (GRAMMAR.md).
    case listening
    /// An event on one of the topics.
    case event(Event)
  }

  public typealias Failure = Never

  private let mailbox: Mailbox<SubscriptionLoop.Command>
  private let events: AsyncStream<Element>

  /// Maximum number of unread events.
  public static let capacity = 4_096

  /// Subscribes to every topic that starts with one of `topics`; the empty string matches all topics. Reconnects automatically.
  /// Throws ``BusErrorCode/untrusted`` if the endpoint belongs to another user.
  public init(_ address: BusAddress, topics: [String]) throws(BusError) {
    mailbox = try Mailbox()
    let (events, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(Self.capacity))
    self.events = events
    let loop = try SubscriptionLoop(address, topics, mailbox, continuation)
    try startThread("bus-events", loop)
  }

  deinit { close() }

  /// Ends the sequence. Calling this method twice is harmless.
  public func close() { mailbox.post(.stop) }

  /// Keeps its subscription, so that `for await … in try EventSubscription(…)` is not ended by the release of the sequence.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let subscription: EventSubscription
    private var events: AsyncStream<Element>.AsyncIterator

    init(_ subscription: EventSubscription) {
      self.subscription = subscription
      events = subscription.events.makeAsyncIterator()
    }

    public mutating func next() async -> Element? { await next(isolation: nil) }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? { await events.next(isolation: actor) }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
