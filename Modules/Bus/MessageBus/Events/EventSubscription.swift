import Synchronization

/// A subscription to events. Ends when it is closed, or when neither the subscription nor one of its iterators is in use.
///
/// Up to 16 MiB of events are buffered for a slow reader. Further ones are dropped, and the reader gets ``Element/listening`` in their place.
public final class EventSubscription: AsyncSequence, Sendable {
  /// What a subscription delivers.
  public enum Element: Sendable, Hashable {
    /// The subscription is in force from here on. Delivered first, after each reconnect, and in place of events that a slow reader missed;
    /// events before it may have been lost. Without markers (GRAMMAR.md), which some brokers do not support, only delivered to slow readers.
    case listening
    /// An event on one of the topics.
    case event(Event)
  }

  public typealias Failure = Never

  private let mailboxes: [Mailbox<Never>]
  private let events = UnreadEvents()

  /// Subscribes to every topic that starts with one of `topics`; the empty string matches all topics. Reconnects automatically. Throws
  /// ``BusErrorCode/untrusted`` if the endpoint belongs to another user.
  ///
  /// Of several brokers, subscribes to the first that answers, and to the next one when that is lost; with `ofEveryBroker` to each of them. An
  /// event then arrives once from each broker through which its publisher sends it (``EventPublisher``).
  public init(_ address: BusAddress, topics: [String], ofEveryBroker: Bool = false) throws(BusError) {
    var mailboxes: [Mailbox<Never>] = []
    do throws(BusError) {
      for address in ofEveryBroker ? address.brokers : [address] {
        let mailbox = try Mailbox<Never>()
        let loop = try SubscriptionLoop(address, topics, mailbox, events)
        try startThread("bus-events", loop)
        mailboxes.append(mailbox)
      }
    } catch {
      for mailbox in mailboxes { mailbox.stop() }
      throw error
    }
    self.mailboxes = mailboxes
  }

  deinit { close() }

  /// Ends the sequence. Calling this method twice is harmless.
  public func close() { for mailbox in mailboxes { mailbox.stop() } }

  /// Keeps its subscription, so that `for await … in try EventSubscription(…)` is not ended by the release of the sequence.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let subscription: EventSubscription
    private var entries: AsyncStream<UnreadEvents.Entry>.AsyncIterator

    init(_ subscription: EventSubscription) {
      self.subscription = subscription
      entries = subscription.events.makeIterator()
    }

    public mutating func next() async -> Element? { await next(isolation: nil) }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await entries.next(isolation: actor).map(subscription.events.take)
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

/// The unread elements of a subscription. Without room, events are dropped until the reader has read that some may have been lost.
final class UnreadEvents: Sendable {
  /// An element, and whether it takes the place of the events dropped before it is read.
  typealias Entry = (element: EventSubscription.Element, isGap: Bool)

  private let entries: UnreadQueue<Entry>
  /// Whether a gap is unread; it follows the unread elements.
  private let hasGap = Atomic<Bool>(false)

  init(limit: Int = 16 << 20) {
    entries = UnreadQueue(limit: limit) { entry in
      if case .event(let event) = entry.element { event.memoryUsed } else { entry.isGap ? 0 : Event.overhead }
    }
  }

  func add(_ element: EventSubscription.Element) {
    guard !hasGap.load(ordering: .acquiring), !entries.add((element, false)) else { return }
    hasGap.store(true, ordering: .releasing)
    entries.continuation.yield((.listening, true))
  }

  func finish() { entries.continuation.finish() }

  func makeIterator() -> AsyncStream<Entry>.AsyncIterator { entries.makeIterator() }

  /// Returns what a read entry is for the reader.
  func take(_ entry: Entry) -> EventSubscription.Element {
    entries.didRead(entry)
    // The reader reloads after this, so only events from now on matter.
    if entry.isGap { hasGap.store(false, ordering: .releasing) }
    return entry.element
  }
}
