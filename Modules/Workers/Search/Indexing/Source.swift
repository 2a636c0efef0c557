public import Contracts
public import MessageBus

/// The other services that the search service sends requests to. Transport failures are returned as problem documents, like failures of the
/// services themselves.
public protocol Source: Sendable {
  /// Sends a request and returns the reply. Never takes longer than `limit`.
  func ask(_ service: ServiceName, _ request: Request, within limit: Duration) async -> Reply

  /// Returns whether a worker of a service is attached to the bus. Never takes longer than `limit`.
  func hasWorker(of service: ServiceName, within limit: Duration) async -> Bool
}

/// Sends requests over the bus, like any client.
public struct BusSource: Source {
  private let client: BusClient

  public init(_ client: BusClient) { self.client = client }

  public func ask(_ service: ServiceName, _ request: Request, within limit: Duration) async -> Reply {
    await client.reply(of: service, to: request, within: limit)
  }

  public func hasWorker(of service: ServiceName, within limit: Duration) async -> Bool {
    (try? await client.ask("mmi.service", Request("GET", Target([service.text])), within: limit))?.status == 200
  }
}
