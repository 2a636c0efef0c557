public import Contracts
public import MessageBus
import OrderedJSON

/// Who is asked for records: the other services, as the search sees them. Failures of the way there arrive as problem documents, like those of
/// the services themselves.
public protocol Source: Sendable {
  /// Never takes longer than `limit`.
  func ask(_ service: ServiceName, _ request: Request, within limit: Duration) async -> Reply

  /// The workers that are attached and offer a service, by the names the broker gave them. `nil` when that is not to be had within `limit`.
  func workers(of service: ServiceName, within limit: Duration) async -> Set<String>?
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

  public func workers(of service: ServiceName, within limit: Duration) async -> Set<String>? {
    guard let reply = try? await client.ask("mmi.workers", Request("GET", Target([])), within: limit), reply.isSuccess,
      let workers = (try? JSON(parsing: reply.content))?.array
    else { return nil }
    return Set(workers.filter { $0["service"]?.string == service.text }.compactMap { $0["id"]?.string })
  }
}
