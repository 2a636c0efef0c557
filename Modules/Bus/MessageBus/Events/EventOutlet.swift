/// Publishes events without keeping the sender waiting. When the bus is slow or away the oldest are dropped: an event only says "look again".
public final class EventOutlet: Sendable {
  /// Events kept for a bus that is slow.
  public static let depth = 4_096

  private let events: AsyncStream<Event>
  private let inlet: AsyncStream<Event>.Continuation

  public init() { (events, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.depth)) }

  /// Returns at once.
  public func send(_ event: Event) { inlet.yield(event) }

  /// Publishes through `client` what is sent, until the task is cancelled. For one task.
  public func run(through client: BusClient) async {
    for await event in events {
      // Lost while no broker is there, as events may be; whoever comes back asks again anyway.
      try? await client.publish(event)
    }
  }
}
