import MessageBus

/// Sends every body back, to measure the bus alone.
struct EchoService: BusService {
  let name: String

  func answerAtOnce(_ request: Request) -> Reply? { Reply(200, content: request.content) }

  func answer(_ request: Request, parts: ReplyParts) async -> Reply { Reply(200, content: request.content) }
}
