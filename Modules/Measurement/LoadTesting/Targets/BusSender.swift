import MessageBus

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
