/// What a worker offers: one named service. Hosting runs any value of this protocol behind a ``BusWorker``.
public protocol BusService: Sendable {
  /// The service's name on the bus: `holocron.cache`.
  var name: String { get }

  /// An answer that is at hand: called on the bus thread for every request, before anything else. It must neither block nor
  /// do I/O; return `nil` to have ``answer(_:to:)`` called in a task of its own.
  func answerAtOnce(_ request: Request) -> Reply?

  /// Answers `request`. Parts may be sent ahead through `stream`; the value returned is the final one.
  /// Cancelled when the worker is told to stop at once.
  func answer(_ request: Request, parts: ReplyParts) async -> Reply
}

extension BusService {
  public func answerAtOnce(_ request: Request) -> Reply? { nil }
}
