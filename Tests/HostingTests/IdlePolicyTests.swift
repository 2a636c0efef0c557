import Hosting
import Testing

struct IdlePolicyTests {
  /// Looks of one policy with a limit of ten minutes: idle seconds, subscriptions, and what follows.
  static let looks: [[(Int, Int, IdlePolicy.Decision)]] = [
    [(1, 0, .stay(lookAgainAfter: .seconds(599))), (600, 0, .leave)],
    [(1, 2, .stay(lookAgainAfter: .seconds(599))), (601, 2, .leave)],
    // Somebody listens from outside: stays however idle, and leaves when they are gone.
    [(1, 2, .stay(lookAgainAfter: .seconds(599))), (700, 3, .stay(lookAgainAfter: .seconds(60))), (760, 2, .leave)],
    // Somebody listened already at the first look.
    [
      (1, 3, .stay(lookAgainAfter: .seconds(599))), (300, 2, .stay(lookAgainAfter: .seconds(300))),
      (900, 3, .stay(lookAgainAfter: .seconds(60))),
    ],
  ]

  @Test(arguments: looks.indices) func table(index: Int) {
    var policy = IdlePolicy(limit: .seconds(600))
    for (idle, subscriptions, expected) in Self.looks[index] {
      #expect(policy.decide(idleFor: .seconds(idle), subscriptions: subscriptions) == expected)
    }
  }
}
