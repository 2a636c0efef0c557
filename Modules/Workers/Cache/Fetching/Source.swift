public import MessageBus

/// The fetch service as the cache uses it. Transport failures are returned as problem documents, like failures of the service itself.
public protocol Source: Sendable {
  /// Sends a request and returns the reply, within `limit`.
  func fetch(_ request: Request, within limit: Duration) async -> Reply
}
