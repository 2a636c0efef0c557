public import MessageBus

/// Publishes what the cache learnt without keeping answers waiting: announcing returns at once, publishing runs behind it. When the bus
/// is slow or away the oldest events are dropped; an event only says "look again".
public final class Announcer: Sendable {
  private static let depth = 4_096

  private let events: AsyncStream<Event>
  private let inlet: AsyncStream<Event>.Continuation

  public init() { (events, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.depth)) }

  /// Returns at once.
  public func announce(_ event: Event) { inlet.yield(event) }

  /// Publishes what is announced, until the task is cancelled. For one task.
  public func run(through client: BusClient) async {
    for await event in events {
      // Lost while no broker is there, as events may be.
      try? await client.publish(event)
    }
  }
}
