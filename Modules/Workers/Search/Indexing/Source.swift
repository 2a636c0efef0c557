public import Contracts
public import MessageBus
import OrderedJSON

/// The other services that the search service sends requests to. Transport failures are returned as problem documents, like failures of the
/// services themselves.
public protocol Source: Sendable {
  /// Sends a request and returns the reply. Never takes longer than `limit`.
  func ask(_ service: ServiceName, _ request: Request, within limit: Duration) async -> Reply

  /// Returns the IDs that the broker gave to the attached workers of a service, or `nil` if they are not available within `limit`.
  func workers(of service: ServiceName, within limit: Duration) async -> Set<String>?
}

/// Sends requests over the bus, like any client.
public struct BusSource: Source {
  private let client: BusClient

  public init(_ client: BusClient) { self.client = client }

  public func ask(_ service: ServiceName, _ request: Request, within limit: Duration) async -> Reply {
    await client.reply(of: service, to: request, within: limit)
  }

  public func workers(of service: ServiceName, within limit: Duration) async -> Set<String>? {
    guard let reply = try? await client.ask("mmi.workers", Request("GET", Target([])), within: limit), reply.isSuccess,
      let workers = (try? JSON(parsing: reply.content))?.array
    else { return nil }
    return Set(workers.filter { $0["service"]?.string == service.text }.compactMap { $0["id"]?.string })
  }
}
