public import MessageBus

/// Publishes events without keeping the sender waiting. When the bus is slow or away, the oldest events are dropped: an event only says "look again".
public final class EventOutlet: Sendable {
  private static let held = 256

  private let events: AsyncStream<Event>
  private let inlet: AsyncStream<Event>.Continuation

  public init() { (events, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.held)) }

  /// Returns at once.
  public func send(_ event: Event) { inlet.yield(event) }

  /// Publishes through `bus` what is sent, until the task is cancelled. Call it once.
  public func run(through bus: BusClient) async {
    for await event in events {
      // Lost with the bus away, as events may be; whoever comes back asks again anyway.
      try? await bus.publish(event)
    }
  }
}
