import Logging
package import MessageBus

/// Sends requests over the bus, with a socket for each front-end.
final class BusSender: RequestSender {
  private let clients: [BusClient]
  private let timeout: Duration

  /// - Parameters:
  ///   - frontEnds: the number of sockets, 1 or more.
  ///   - outstanding: the number of requests that may be outstanding on all sockets together.
  init(_ address: BusAddress, frontEnds: Int, outstanding: Int, timeout: Duration) throws(BusError) {
    var settings = BusClient.Settings()
    // Chance may give one socket more than its share.
    settings.outstandingLimit = max(settings.outstandingLimit, outstanding)
    var clients: [BusClient] = []
    for _ in 0..<max(1, frontEnds) { clients.append(try BusClient(address, settings: settings)) }
    self.clients = clients
    self.timeout = timeout
  }

  func send(_ call: Call, lane: Int, completion: @escaping @Sendable (Answer) -> Void) {
    guard case .bus(let service, let request) = call.payload else { return completion(Answer(failure: "not a request of the bus")) }
    clients[lane % clients.count].ask(service, request, within: timeout) { result in
      switch result {
      case .success(let reply):
        completion(Answer(status: reply.status, cacheStatus: reply.fields["cache-status"], body: reply.content))
      case .failure(let error): completion(Answer(failure: error.code.description))
      }
    }
  }

  func close() async { for client in clients { await client.close() } }
}

/// Sends every body back, to measure the bus alone.
struct EchoService: BusService {
  let name: String

  func answerAtOnce(_ request: Request) -> Reply? { Reply(200, content: request.content) }

  func answer(_ request: Request, parts: ReplyParts) async -> Reply { Reply(200, content: request.content) }
}

/// The worker of the target `echo`, which answers as long as this object exists.
package struct EchoWorker: Sendable {
  private let worker: BusWorker

  /// Starts connecting; does not wait for a broker.
  package init(_ name: String, at address: BusAddress) throws(BusError) {
    let logger = Logger(label: LoadProgram.name) { _ in SwiftLogNoOpLogHandler() }
    worker = try BusWorker(EchoService(name: name), at: address, logger: logger)
  }
}
