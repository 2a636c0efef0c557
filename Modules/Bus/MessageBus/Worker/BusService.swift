/// The requests to a name on the bus, handled by a ``BusService``, by a wrapper around one, or by a service that reads each request once.
public protocol RequestHandler: Sendable {
  /// Name of the service on the bus: `holocron.cache`.
  var name: String { get }

  /// Runs the tasks of ``Handling/task(_:)``; `nil` for the default executor. Read when a worker starts.
  var executor: (any TaskExecutor)? { get }

  /// Returns the reply to a request that need not be decoded, because an equal one was decoded before; `nil` to have it decoded and passed
  /// to ``handle(_:)``. Called on the bus thread for every request; must neither block nor do I/O.
  func encodedReply(to request: ReceivedRequest) -> EncodedReply?

  /// Returns the reply to `request`, or the task that returns it. Called on the bus thread for every request without an encoded reply; must
  /// neither block nor do I/O.
  func handle(_ request: Request) -> Handling
}

extension RequestHandler {
  public var executor: (any TaskExecutor)? { nil }

  public func encodedReply(to request: ReceivedRequest) -> EncodedReply? { nil }
}

/// How a request is answered.
public enum Handling: Sendable {
  /// The final reply, which is sent at once.
  case reply(Reply)
  /// Returns the final reply. Parts of a streamed reply can be sent first. The task is cancelled when the worker stops without draining or
  /// loses its broker.
  case task(@Sendable (ReplyParts) async -> Reply)
  /// Like `task`, for a request that only waits for another service: its credit is released at once (``ReplyParts/releaseCredit()``),
  /// together with that of the requests that arrived with it, which wakes neither the worker nor the broker once more for each.
  case waiting(@Sendable (ReplyParts) async -> Reply)
}

/// A named service, offered on the bus by a ``BusWorker``.
public protocol BusService: RequestHandler {
  /// Returns an immediate reply, or `nil` to have ``answer(_:parts:)`` called in a task. Called on the bus thread for every request;
  /// must neither block nor do I/O.
  func answerAtOnce(_ request: Request) -> Reply?

  /// Returns the final reply to `request`. Parts of a streamed reply can be sent first, through `parts`.
  /// The task is cancelled when the worker stops without draining or loses its broker.
  func answer(_ request: Request, parts: ReplyParts) async -> Reply
}

extension BusService {
  public func answerAtOnce(_ request: Request) -> Reply? { nil }

  public func handle(_ request: Request) -> Handling {
    if let reply = self.answerAtOnce(request) { return .reply(reply) }
    return .task { parts in await self.answer(request, parts: parts) }
  }
}
