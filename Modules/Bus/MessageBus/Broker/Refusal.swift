import OrderedJSON

extension BrokerMachine {
  /// The reason why the broker itself ends a request.
  enum Refusal: Hashable {
    case noWorker
    case queueFull
    case clientFull
    /// A limit for all requests together was reached.
    case brokerFull
    case fieldsTooLarge
    /// The request's method is reserved for peers at the endpoint for workers.
    case forbidden
    case queueTimeout
    /// The request arrived with no time left.
    case noTimeLeft
    /// A worker took the request and did not answer in time.
    case workerTimeout
    /// Every worker that took the request was lost, or one was lost and the request must not be retried.
    case workerLost
    /// The reply was dropped because the client leaves too many replies unread.
    case slowClient
  }
}

extension Problem {
  /// The type of a problem that the broker sends for a lost worker.
  static let workerLostType = "urn:holocron:worker-lost"

  /// The problem for a peer that may not send `what` at the endpoint for clients.
  static func onlyAtWorkersEndpoint(_ what: String) -> Problem {
    Problem(
      403, "not allowed at this endpoint",
      detail: "the broker accepts \(what) only at its workers endpoint; to accept them here, start it with --clients-may",
      type: "urn:holocron:forbidden")
  }
}

extension BrokerMachine.Refusal {
  /// Returns the problem sent to the client. Its member `reason` distinguishes problems of the same type, for programs that translate details.
  func problem(service: String) -> Problem {
    switch self {
    case .noWorker:
      Problem(
        503, "no worker is attached", detail: "no worker on this bus offers \(service)",
        type: "urn:holocron:no-worker", extensions: ["service": .string(service)], retryAfter: 1)
    case .queueFull:
      overloaded(service, "queue-full", "too many requests waiting", "the queue of \(service) is full; retry later, or start more workers")
    case .clientFull:
      overloaded(
        service, "client-full", "too many requests waiting", "this client has too many outstanding requests; wait for some replies first")
    case .brokerFull:
      overloaded(
        service, "broker-full", "too many requests waiting", "the broker has reached its limit for outstanding requests; retry later")
    case .slowClient:
      overloaded(
        service, "slow-client", "too many replies waiting",
        "this client leaves too many replies unread; read some before sending more requests")
    case .fieldsTooLarge: BodyFrames.fieldsTooLarge
    case .forbidden: Problem.onlyAtWorkersEndpoint("such requests")
    case .queueTimeout:
      Problem(
        504, "the deadline passed", detail: "no worker of \(service) was free in time",
        type: "urn:holocron:deadline", extensions: ["service": .string(service), "reason": "queue-timeout"])
    case .noTimeLeft:
      Problem(
        504, "the deadline passed", detail: "the request to \(service) had no time left when it arrived at the broker",
        type: "urn:holocron:deadline", extensions: ["service": .string(service), "reason": "no-time-left"])
    case .workerTimeout:
      Problem(
        504, "the deadline passed", detail: "a worker of \(service) took the request and did not answer in time",
        type: "urn:holocron:deadline", extensions: ["service": .string(service), "reason": "worker-timeout"])
    case .workerLost:
      Problem(
        502, "the worker was lost", detail: "the workers of \(service) that took the request were lost before they answered",
        type: Problem.workerLostType, extensions: ["service": .string(service)])
    }
  }

  private func overloaded(_ service: String, _ reason: String, _ title: String, _ detail: String) -> Problem {
    Problem(
      503, title, detail: detail, type: "urn:holocron:overloaded",
      extensions: ["service": .string(service), "reason": .string(reason)], retryAfter: 1)
  }
}
