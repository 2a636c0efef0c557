/// A named service, offered on the bus by a ``BusWorker``.
public protocol BusService: Sendable {
  /// Name of the service on the bus: `holocron.cache`.
  var name: String { get }

  /// Returns an immediate reply, or `nil` to have ``answer(_:parts:)`` called in a task. Called on the bus thread for every request;
  /// must neither block nor do I/O.
  func answerAtOnce(_ request: Request) -> Reply?

  /// Returns the final reply to `request`. Parts of a streamed reply can be sent first, through `parts`.
  /// The task is cancelled when the worker stops without draining or loses its broker.
  func answer(_ request: Request, parts: ReplyParts) async -> Reply
}

extension BusService {
  public func answerAtOnce(_ request: Request) -> Reply? { nil }
}
