import Platform
import Testing

/// All states of small worlds: the machines of the broker, of workers and of clients, connected by a network that loses what real ones lose.
/// Explores the worlds described in STATES.md.
@Suite struct ModelCheckTests {
  @Test(arguments: ModelCheckScenario.small) func `every reachable state holds the invariants`(scenario: ModelCheckScenario) throws {
    try check(scenario)
  }

  @Test(.enabled(if: Environment.process.raw("HOLOCRON_MODEL_CHECK") == "large"), arguments: ModelCheckScenario.large)
  func `every reachable state of larger worlds holds the invariants`(scenario: ModelCheckScenario) throws {
    try check(scenario)
  }

  private func check(_ scenario: ModelCheckScenario) throws {
    let report = try StateSearch.explore(scenario.settings)
    print("model check, \(scenario.testDescription): \(report)")
    #expect(report.counterexample == nil, "\(report.counterexample?.description ?? "")")
    #expect(report.isComplete)
    #expect(report.states >= scenario.minStates)
  }

  @Test(
    arguments: [
      (.finalRepliesAreDoubled, "c1 gets a reply to request 0 after the final reply"),
      (.repliesGoToTheOtherClient, "c2 gets a reply to request 0, which it has not sent"),
    ] as [(WorldSettings.Fault, String)])
  func `a wrong reply is found on the shortest path`(fault: WorldSettings.Fault, violation: String) throws {
    let report = try StateSearch.explore(WorldSettings(requests: [WorldSettings.Request(client: 0)], fault: fault))
    #expect(
      report.counterexample?.description == """
        1. request 0 is made
        2. the broker receives from c1: request 0
        3. w1 receives: REQUEST 0 as delivery 1
        4. w1 finishes request 0
        5. the broker receives from w1: FINAL for 0, delivery 1
        violated: \(violation)
        """)
  }

  @Test func `a lost DISCONNECT leaves a worker that the broker does not know`() throws {
    let report = try StateSearch.explore(
      WorldSettings(
        requests: [WorldSettings.Request(client: 0)], clients: 1, workers: 1, readyWorkers: 1, fault: .disconnectsAreDropped))
    let counterexample = try #require(report.counterexample)
    #expect(counterexample.violation.description.contains("is connected, and the broker does not know it"))
    #expect(counterexample.path.contains("c1 receives: refusal of 0: workerTimeout"))
  }

  @Test func `a lost hand-back leaves a request that nobody runs`() throws {
    let requests = [WorldSettings.Request(client: 0), WorldSettings.Request(client: 0)]
    let report = try StateSearch.explore(
      WorldSettings(
        requests: requests, clients: 1, workers: 1, readyWorkers: 1, credit: 2, losses: .init(drains: 1), fault: .handBacksAreDropped))
    let counterexample = try #require(report.counterexample)
    #expect(counterexample.violation.description == "w1 runs 1 requests, and the broker counts 2, with nothing in flight")
    #expect(counterexample.path.last == "w1 receives: REQUEST 1 as delivery 2")
  }
}
