import DequeModule

/// A published event. Events are hints to reload and may be lost (GRAMMAR.md).
public struct Event: Sendable, Hashable {
  /// Topic: components separated by `/`, such as `changed/people/1`; empty ones are dropped. Subscriptions match by prefix.
  public var topic: String
  public var fields: Fields
  /// Body; empty for most events.
  public var content: [UInt8]

  /// Creates an event. Its topic, fields and content may have 64 KiB in total.
  public init(_ topic: String, fields: Fields = [:], content: [UInt8] = []) {
    (self.topic, self.fields, self.content) = (topic, fields, content)
  }

  /// Memory per queued event in addition to its texts and its content, in bytes.
  static let overhead = 512

  /// Memory that the event takes while it is queued, in bytes.
  var memoryUsed: Int { topic.utf8.count + fields.byteCount + content.count + Self.overhead }
}

/// Publishes events without blocking the caller, of several brokers through each. Up to 16 MiB of events are queued for a broker and further ones
/// dropped: they are only hints to reload.
public final class EventPublisher: Sendable {
  static let maxQueuedBytes = 16 << 20
  /// Number of events that are sent before the broker has accepted them.
  private static let maxUnanswered = 32

  private let events = queue()

  private static func queue() -> UnreadQueue<Event> { UnreadQueue(limit: maxQueuedBytes, size: \.memoryUsed) }

  /// Creates a publisher with an empty queue.
  public init() {}

  /// Queues `event` and returns at once.
  public func publish(_ event: Event) { _ = events.add(event) }

  /// Number of bytes that wait to be published.
  var byteCount: Int { events.byteCount }

  /// Sends queued events through `client`, or through each broker of its bus if there are several, until the task is cancelled. Call this method
  /// from one task only.
  public func run(through client: BusClient) async {
    let brokers = client.address.brokers
    guard brokers.count > 1 else { return await Self.send(events, through: client) }
    // A broker that is lost delays no other.
    let queues = brokers.map { _ in Self.queue() }
    await withTaskGroup { group in
      for (broker, queue) in zip(brokers, queues) {
        group.addTask {
          // A worker joins the same brokers and reports an error.
          guard let client = try? BusClient(broker) else { return }
          await Self.send(queue, through: client)
          await client.close()
        }
      }
      var queued = events.makeIterator()
      while let event = await queued.next() {
        events.didRead(event)
        for queue in queues { _ = queue.add(event) }
      }
    }
  }

  private static func send(_ events: UnreadQueue<Event>, through client: BusClient) async {
    // Waiting for the broker after each event would cost two switches between threads for each record of a list.
    var unanswered: Deque<ReplyStream> = []
    var queued = events.makeIterator()
    while let event = await queued.next() {
      events.didRead(event)
      unanswered.append(client.beginPublishing(event))
      guard unanswered.count > maxUnanswered, let oldest = unanswered.popFirst() else { continue }
      // Events may be lost while there is no broker: subscribers reload after a reconnect anyway.
      do { for try await _ in oldest {} } catch {}
    }
  }
}
