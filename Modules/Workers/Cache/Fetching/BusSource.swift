import Contracts
public import MessageBus

/// The fetch service, requested over the bus.
public struct BusSource: Source {
  private let client: BusClient

  public init(_ client: BusClient) { self.client = client }

  public func fetch(_ request: Request, within limit: Duration) async -> Reply {
    await client.reply(of: .fetch, to: request, within: limit)
  }
}
