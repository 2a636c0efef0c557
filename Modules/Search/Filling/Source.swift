public import Contracts
public import MessageBus

/// Who is asked for records: the other services, as the search sees them. Failures of the way there arrive as problem documents, like those of
/// the services themselves.
public protocol Source: Sendable {
  /// Never takes longer than `limit`.
  func ask(_ service: ServiceName, _ request: Request, within limit: Duration) async -> Reply
}

/// The services over the bus, asked as any client asks them.
public struct BusSource: Source {
  private let client: BusClient

  public init(_ client: BusClient) { self.client = client }

  public func ask(_ service: ServiceName, _ request: Request, within limit: Duration) async -> Reply {
    do throws(BusError) {
      return try await client.ask(service.text, request, within: limit)
    } catch {
      return Reply(Problem(error))
    }
  }
}
