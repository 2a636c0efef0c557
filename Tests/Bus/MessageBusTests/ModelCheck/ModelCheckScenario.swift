import Testing

/// A world to explore, and the least number of states to find there: fewer would mean that the world has become too simple.
struct ModelCheckScenario: CustomTestStringConvertible {
  let testDescription: String
  let settings: WorldSettings
  let minStates: Int

  init(_ testDescription: String, atLeast minStates: Int, _ settings: WorldSettings) {
    (self.testDescription, self.minStates, self.settings) = (testDescription, minStates, settings)
  }

  private typealias Request = WorldSettings.Request
  private static let request = Request(client: 0)
  private static let other = Request(client: 1)
  private static let post = Request(client: 0, isIdempotent: false)
  private static let stream = Request(client: 0, isStreamed: true)

  /// About 78,000 states in total.
  static let small = [
    Self("no loss", atLeast: 5_000, WorldSettings(requests: [stream, Request(client: 1, isIdempotent: false)])),
    Self(
      "a worker crashes and comes back", atLeast: 5_000,
      WorldSettings(requests: [stream], clients: 1, workers: 1, readyWorkers: 1, losses: .init(workerCrashes: 1, workerStarts: 1))),
    Self(
      "both workers crash", atLeast: 3_000,
      WorldSettings(requests: [request], clients: 1, maxRedeliveries: 1, losses: .init(workerCrashes: 2))),
    Self(
      "both workers crash with a request that is not idempotent", atLeast: 3_000,
      WorldSettings(requests: [post], clients: 1, maxRedeliveries: 1, losses: .init(workerCrashes: 2))),
    Self(
      "a worker drains", atLeast: 5_000,
      WorldSettings(requests: [request, post], clients: 1, workers: 1, readyWorkers: 1, credit: 2, losses: .init(drains: 1))),
    Self(
      "the broker restarts", atLeast: 5_000,
      WorldSettings(
        requests: [request, Request(client: 1, isIdempotent: false)], workers: 1, readyWorkers: 1, losses: .init(brokerCrashes: 1))),
    Self(
      "the broker is stopped", atLeast: 5_000,
      WorldSettings(requests: [request], clients: 1, workers: 1, readyWorkers: 1, losses: .init(brokerPauses: 1))),
    Self(
      "the broker restarts while a worker is stopped", atLeast: 5_000,
      WorldSettings(requests: [request], clients: 1, workers: 1, readyWorkers: 1, losses: .init(workerPauses: 1, brokerCrashes: 1))),
    Self(
      "a client crashes", atLeast: 5_000,
      WorldSettings(requests: [request, other], workers: 1, readyWorkers: 1, losses: .init(clientCrashes: 1))),
    Self(
      "a request is cancelled", atLeast: 3_000,
      WorldSettings(requests: [request, request], clients: 1, workers: 1, readyWorkers: 1, losses: .init(cancellations: 1))),
    Self(
      "a request is cancelled at a worker with credit", atLeast: 3_000,
      WorldSettings(requests: [request, request], clients: 1, workers: 1, readyWorkers: 1, credit: 2, losses: .init(cancellations: 1))),
    Self(
      "a client of a worker with credit crashes", atLeast: 3_000,
      WorldSettings(requests: [request, other], workers: 1, readyWorkers: 1, credit: 2, losses: .init(clientCrashes: 1))),
    Self(
      "credit is released", atLeast: 5_000,
      WorldSettings(requests: [request, request], clients: 1, workers: 1, readyWorkers: 1, credit: 2, losses: .init(releases: 1))),
  ]

  /// Three quarters of a million states in total.
  static let large = [
    Self("one of two workers is stopped", atLeast: 10_000, WorldSettings(requests: [request], clients: 1, losses: .init(workerPauses: 1))),
    Self("three requests, no loss", atLeast: 80_000, WorldSettings(requests: [stream, other, post])),
    Self(
      "a worker crashes and comes back", atLeast: 200_000,
      WorldSettings(requests: [request, other], losses: .init(workerCrashes: 1, workerStarts: 1))),
    Self(
      "both workers crash", atLeast: 60_000, WorldSettings(requests: [request, other], maxRedeliveries: 1, losses: .init(workerCrashes: 2))),
    Self(
      "three workers crash", atLeast: 40_000,
      WorldSettings(
        requests: [Request(client: 0, seconds: 3)], clients: 1, workers: 3, readyWorkers: 3, losses: .init(workerCrashes: 3))),
    Self(
      "the broker restarts while one of two workers is stopped", atLeast: 50_000,
      WorldSettings(requests: [request], clients: 1, losses: .init(workerPauses: 1, brokerCrashes: 1))),
    Self(
      "credit is released", atLeast: 200_000,
      WorldSettings(requests: [request, other, post], workers: 1, readyWorkers: 1, credit: 2, losses: .init(releases: 2))),
    Self(
      "the broker restarts with two clients and two workers", atLeast: 10_000,
      WorldSettings(requests: [request, other], losses: .init(brokerCrashes: 1))),
  ]
}
