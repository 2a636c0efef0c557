import Logging
public import MessageBus

/// Sends every body back, to measure the bus alone.
struct EchoService: BusService {
  let name: String

  func answerAtOnce(_ request: Request) -> Reply? { Reply(200, content: request.content) }

  func answer(_ request: Request, parts: ReplyParts) async -> Reply { Reply(200, content: request.content) }
}

/// The worker of the target `echo`, which answers as long as this object exists.
public struct EchoWorker: Sendable {
  private let worker: BusWorker

  /// Starts connecting; does not wait for a broker.
  public init(_ name: String, at address: BusAddress) throws(BusError) {
    let logger = Logger(label: LoadProgram.name) { _ in SwiftLogNoOpLogHandler() }
    worker = try BusWorker(EchoService(name: name), at: address, logger: logger)
  }
}
