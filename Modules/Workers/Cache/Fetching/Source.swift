public import MessageBus

/// Who is asked for what is not stored: the fetch service, as the cache sees it. Failures of the way there arrive as problem
/// documents, like those of the service itself.
public protocol Source: Sendable {
  /// Never takes longer than `limit`.
  func fetch(_ request: Request, within limit: Duration) async -> Reply
}
