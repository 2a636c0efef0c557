import OrderedJSON

extension BrokerMachine {
  /// Why the broker itself ends a request.
  enum Refusal: Hashable {
    case noWorker
    case queueFull
    case clientFull
    /// All requests together take what the broker may take.
    case brokerFull
    case fieldsTooLarge
    case waitedTooLong
    /// A worker took it and did not answer in time.
    case unanswered
    /// Every worker that took it died, or one died that the request must not be repeated after.
    case workerLost
    /// The answer was there, but its client leaves too many unread.
    case clientSlow
  }
}

extension BrokerMachine.Refusal {
  /// What the client is told.
  func problem(service: String) -> Problem {
    switch self {
    case .noWorker:
      Problem(
        503, "no worker is attached", detail: "no worker on this bus offers \(service): start one",
        type: "urn:holocron:no-worker", extensions: ["service": .string(service)], retryAfter: 1)
    case .queueFull:
      overloaded(service, "too many requests wait", "the queue of \(service) is full: ask again later, or start more workers")
    case .clientFull:
      overloaded(service, "too many requests wait", "this client has too many requests outstanding: wait for some answers first")
    case .brokerFull:
      overloaded(service, "too many requests wait", "the requests on this bus take all the memory that they may: ask again later")
    case .clientSlow:
      overloaded(service, "too many answers wait", "this client leaves too many answers unread: read some before asking again")
    case .fieldsTooLarge: BodyFrames.fieldsTooLarge
    case .waitedTooLong:
      Problem(
        504, "the deadline passed", detail: "no worker of \(service) was free in time",
        type: "urn:holocron:deadline", extensions: ["service": .string(service)])
    case .unanswered:
      Problem(
        504, "the deadline passed", detail: "a worker of \(service) took the request and did not answer in time",
        type: "urn:holocron:deadline", extensions: ["service": .string(service)])
    case .workerLost:
      Problem(
        502, "the worker was lost", detail: "the workers of \(service) that took the request died before they had answered it",
        type: "urn:holocron:worker-lost", extensions: ["service": .string(service)])
    }
  }

  private func overloaded(_ service: String, _ title: String, _ detail: String) -> Problem {
    Problem(503, title, detail: detail, type: "urn:holocron:overloaded", extensions: ["service": .string(service)], retryAfter: 1)
  }
}
