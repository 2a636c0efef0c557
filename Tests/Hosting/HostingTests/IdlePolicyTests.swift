import Hosting
import Testing

struct IdlePolicyTests {
  /// With a limit of ten minutes: idle seconds, listeners from outside, and what follows.
  @Test(arguments: [
    (1, 0, IdlePolicy.Decision.stay(lookAgainAfter: .seconds(599))),
    (599, 0, .stay(lookAgainAfter: .seconds(1))),
    (600, 0, .leave),
    (700, 0, .leave),
    // Who listens may have started it: it stays however idle it is, from the first look on.
    (1, 1, .stay(lookAgainAfter: .seconds(60))),
    (86_400, 2, .stay(lookAgainAfter: .seconds(60))),
  ]) func table(idle: Int, listeners: Int, expected: IdlePolicy.Decision) {
    #expect(IdlePolicy(limit: .seconds(600)).decide(idleFor: .seconds(idle), listeners: listeners) == expected)
  }

  @Test func aShortLimitIsNotLookedAtAllTheTime() {
    #expect(IdlePolicy(limit: .milliseconds(200)).decide(idleFor: .seconds(1), listeners: 1) == .stay(lookAgainAfter: .milliseconds(100)))
  }
}
