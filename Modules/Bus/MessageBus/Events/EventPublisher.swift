/// Publishes events without blocking the caller. While the bus is slow or unreachable, the oldest events are dropped; events are only
/// hints to reload.
public final class EventPublisher: Sendable {
  /// Maximum number of queued events.
  public static let capacity = 4_096

  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  /// Creates a publisher with an empty queue.
  public init() { (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity)) }

  /// Queues `event` and returns at once.
  public func publish(_ event: Event) { continuation.yield(event) }

  /// Sends queued events through `client` until the task is cancelled. Call this method from one task only.
  public func run(through client: BusClient) async {
    for await event in events {
      // Events may be lost while there is no broker: subscribers reload after a reconnect anyway.
      try? await client.publish(event)
    }
  }
}
