import OrderedJSON

extension BrokerMachine {
  /// The reason why the broker itself ends a request. Raw values are the member `reason` of problems of a common type.
  enum Refusal: String {
    case noWorker
    case queueFull = "queue-full"
    case clientFull = "client-full"
    /// A limit for all requests together was reached.
    case brokerFull = "broker-full"
    /// The reply was dropped because the client leaves too many replies unread.
    case slowClient = "slow-client"
    case fieldsTooLarge
    case queueTimeout = "queue-timeout"
    /// The request arrived with no time left.
    case noTimeLeft = "no-time-left"
    /// A worker took the request and did not answer in time.
    case workerTimeout = "worker-timeout"
    /// Every worker that took the request was lost, or one was lost and the request must not be retried.
    case workerLost
  }
}

extension BrokerMachine.Refusal {
  /// Returns the problem sent to the client.
  func problem(service: String) -> Problem {
    func overloaded(_ detail: String, _ what: String = "requests") -> Problem {
      Problem(
        503, "too many \(what) waiting", detail: detail, type: "urn:holocron:overloaded",
        extensions: ["service": .string(service), "reason": .string(rawValue)], retryAfter: 1)
    }
    func deadlinePassed(_ detail: String) -> Problem {
      Problem(
        504, "the deadline passed", detail: detail, type: "urn:holocron:deadline",
        extensions: ["service": .string(service), "reason": .string(rawValue)])
    }
    return switch self {
    case .noWorker:
      Problem(
        503, "no worker is attached", detail: "no worker on this bus offers \(service)", type: "urn:holocron:no-worker",
        extensions: ["service": .string(service)], retryAfter: 1)
    case .queueFull: overloaded("the queue of \(service) is full; retry later, or start more workers")
    case .clientFull: overloaded("this client has too many outstanding requests; wait for some replies first")
    case .brokerFull: overloaded("the broker has reached its limit for outstanding requests; retry later")
    case .slowClient: overloaded("this client leaves too many replies unread; read some before sending more requests", "replies")
    case .fieldsTooLarge: BodyFrames.fieldsTooLarge
    case .queueTimeout: deadlinePassed("no worker of \(service) was free in time")
    case .noTimeLeft: deadlinePassed("the request to \(service) had no time left when it arrived at the broker")
    case .workerTimeout: deadlinePassed("a worker of \(service) took the request and did not answer in time")
    case .workerLost:
      Problem(
        502, "the worker was lost", detail: "the workers of \(service) that took the request were lost before they answered",
        type: Problem.workerLostType, extensions: ["service": .string(service)])
    }
  }
}

extension Problem {
  /// The type of a problem that the broker sends for a lost worker.
  static let workerLostType = "urn:holocron:worker-lost"
}
