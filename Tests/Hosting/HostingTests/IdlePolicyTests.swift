import Testing

@testable import Hosting

struct IdlePolicyTests {
  /// With a limit of ten minutes: idle time in seconds, listeners in other processes, and the decision.
  @Test(arguments: [
    (1, 0, IdlePolicy.Decision.keepRunning(checkAgainAfter: .seconds(599))),
    (599, 0, .keepRunning(checkAgainAfter: .seconds(1))),
    (600, 0, .stop),
    (700, 0, .stop),
    // A listener may be the process that started the broker, so the broker keeps running, however long it has been idle.
    (1, 1, .keepRunning(checkAgainAfter: .seconds(60))),
    (86_400, 2, .keepRunning(checkAgainAfter: .seconds(60))),
  ]) func `the decision depends on idle time and listeners`(idle: Int, listeners: Int, expected: IdlePolicy.Decision) {
    #expect(IdlePolicy(limit: .seconds(600)).decide(idleFor: .seconds(idle), listeners: listeners) == expected)
  }

  @Test func `a short limit is not checked continuously`() {
    #expect(
      IdlePolicy(limit: .milliseconds(200)).decide(idleFor: .seconds(1), listeners: 1) == .keepRunning(checkAgainAfter: .milliseconds(100)))
  }
}
