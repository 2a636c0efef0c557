import OrderedJSON

extension BrokerMachine.Refusal {
  /// What the client is told.
  func problem(service: String) -> Problem {
    switch self {
    case .noWorker:
      Problem(
        503, "no worker is attached", detail: "nobody offers \(service) on this bus: start one with \(service.replacing(".", with: "-"))",
        type: "urn:holocron:no-worker", extensions: ["service": .string(service)], retryAfter: 1)
    case .queueFull:
      Problem(
        503, "too many requests wait", detail: "the queue of \(service) is full: ask again later, or start more workers",
        type: "urn:holocron:overloaded", extensions: ["service": .string(service)], retryAfter: 1)
    case .clientFull:
      Problem(
        503, "too many requests wait", detail: "this client has too many requests outstanding: wait for some answers first",
        type: "urn:holocron:overloaded", extensions: ["service": .string(service)], retryAfter: 1)
    case .waitedTooLong:
      Problem(
        504, "the deadline passed", detail: "no worker of \(service) was free in time",
        type: "urn:holocron:deadline", extensions: ["service": .string(service)])
    case .workerLost:
      Problem(
        502, "the worker was lost", detail: "the workers of \(service) that took the request died before they had answered it",
        type: "urn:holocron:worker-lost", extensions: ["service": .string(service)])
    }
  }
}
