public import Contracts
public import MessageBus

/// The search service as the cache uses it.
public protocol Suggester: Sendable {
  /// Returns records whose names resemble `text`, best first; none if no search worker is attached, or if none answers within `limit`.
  func suggestions(for text: String, within limit: Duration) async -> [Match]
}

/// The search service, asked over the bus.
public struct BusSuggester: Suggester {
  private let client: BusClient

  public init(_ client: BusClient) { self.client = client }

  public func suggestions(for text: String, within limit: Duration) async -> [Match] {
    // Without this question, the request would wait for a worker during the broker's grace period.
    let question = Request("GET", Target([ServiceName.search.text]))
    guard let attached = try? await client.ask("mmi.service", question, within: limit), attached.status == 200 else { return [] }
    return (try? await client.ask(SuggestRequest(text, limit: SuggestRequest.maxLimit), of: .search, within: limit)) ?? []
  }
}
