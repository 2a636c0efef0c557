public import Contracts
public import MessageBus
public import Models
import Synchronization

/// The fetch service as the cache uses it. Transport failures are returned as problem documents, like failures of the service itself.
public protocol Source: Sendable {
  /// Sends a request and returns the reply, within `limit`.
  func fetch(_ request: Request, within limit: Duration) async -> Reply
}

/// The fetch service, requested over the bus.
public struct BusSource: Source {
  private let client: BusClient

  public init(_ client: BusClient) { self.client = client }

  public func fetch(_ request: Request, within limit: Duration) async -> Reply {
    await client.reply(of: .fetch, to: request, within: limit)
  }
}

/// The search service as the cache uses it.
public protocol Suggester: Sendable {
  /// Returns records of `kind`, or of any kind, whose names resemble `text`, best first, on behalf of `client`; none if no search worker is
  /// attached, or if none answers within `limit`.
  func suggestions(for text: String, of kind: KindName?, client: String, within limit: Duration) async -> [Match]
}

/// The search service, asked over the bus.
public final class BusSuggester: Suggester {
  /// Number of requests that may wait for the search service. A request beyond it gets no suggestions.
  static let maxWaiting = 64

  private let client: BusClient
  private let waiting = Mutex(0)

  public init(_ client: BusClient) { self.client = client }

  public func suggestions(for text: String, of kind: KindName?, client name: String, within limit: Duration) async -> [Match] {
    let isAccepted = waiting.withLock { count in
      guard count < Self.maxWaiting else { return false }
      count += 1
      return true
    }
    guard isAccepted else { return [] }
    defer { waiting.withLock { $0 -= 1 } }
    let end = ContinuousClock.now + limit
    // Without this check, the request would wait for a worker during the broker's grace period.
    let check = Request("GET", Target([ServiceName.search.text])).onBehalf(of: name)
    guard let attached = try? await client.ask("mmi.service", check, within: limit), attached.status == 200 else { return [] }
    let request = SuggestRequest(text, kind: kind, limit: SuggestRequest.maxLimit).request.onBehalf(of: name)
    let remaining = max(.zero, ContinuousClock.now.duration(to: end))
    guard let reply = try? await client.ask(ServiceName.search.text, request, within: remaining), reply.status == 200 else { return [] }
    return (try? SuggestRequest.answer(reply)) ?? []
  }
}
