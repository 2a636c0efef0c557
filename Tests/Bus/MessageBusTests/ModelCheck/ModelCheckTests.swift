import Platform
import Testing

@testable import MessageBus

/// All states of small worlds: the machines of the broker, of workers and of clients, connected by a network that loses what real ones lose.
@Suite struct ModelCheckTests {
  struct Scenario: CustomTestStringConvertible {
    let testDescription: String
    let settings: WorldSettings
    let minStates: Int

    init(_ name: String, minStates: Int, _ settings: WorldSettings) {
      (testDescription, self.minStates, self.settings) = (name, minStates, settings)
    }
  }

  private static let two = [WorldSettings.Request(client: 0), WorldSettings.Request(client: 1)]
  private static let three = two + [WorldSettings.Request(client: 0, isIdempotent: false)]
  private static let streamed = [
    WorldSettings.Request(client: 0, isStreamed: true), WorldSettings.Request(client: 1),
    WorldSettings.Request(client: 0, isIdempotent: false),
  ]

  static let scenarios = [
    Scenario("no loss", minStates: 500, WorldSettings(requests: streamed)),
    Scenario(
      "a worker crashes and comes back", minStates: 500, WorldSettings(requests: two, losses: .init(workerCrashes: 1, workerStarts: 1))),
    Scenario("both workers crash", minStates: 500, WorldSettings(requests: two, maxRedeliveries: 1, losses: .init(workerCrashes: 2))),
    Scenario("both workers are stopped", minStates: 500, WorldSettings(requests: two, maxRedeliveries: 1, losses: .init(workerPauses: 2))),
    Scenario("a worker drains", minStates: 500, WorldSettings(requests: three, workers: 2, credit: 2, losses: .init(drains: 1))),
    Scenario(
      "the broker restarts", minStates: 500, WorldSettings(requests: two, workers: 1, readyWorkers: 1, losses: .init(brokerCrashes: 1))),
    Scenario("the broker is stopped", minStates: 500, WorldSettings(requests: two, losses: .init(brokerPauses: 1))),
    Scenario(
      "clients leave", minStates: 500,
      WorldSettings(requests: two, workers: 1, readyWorkers: 1, losses: .init(clientCrashes: 1, cancellations: 1))),
    Scenario(
      "credit is released", minStates: 500,
      WorldSettings(requests: three, workers: 1, readyWorkers: 1, credit: 2, losses: .init(releases: 2))),
  ]

  @Test(arguments: scenarios) func `every reachable state holds the invariants`(scenario: Scenario) throws {
    let report = try StateSearch.explore(scenario.settings)
    print("model check: \(scenario.testDescription): \(report)")
    #expect(report.counterexample == nil, "\(report.counterexample?.description ?? "")")
    #expect(report.isComplete)
    #expect(report.states >= scenario.minStates)
  }
}
