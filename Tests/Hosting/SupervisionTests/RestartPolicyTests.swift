import Supervision
import Testing

struct RestartPolicyTests {
  /// What the decisions are for a series of endings, each after so many seconds.
  static let series: [([(ProcessEnding, Int)], [RestartPolicy.Decision])] = [
    ([(.exited(0), 0)], [.restart(after: .milliseconds(100))]),
    ([(.signaled(9), 0), (.signaled(9), 1), (.exited(1), 2)], [100, 200, 400].map { .restart(after: .milliseconds($0)) }),
    (
      Array(repeating: (.exited(1), 0), count: 10),
      [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000].map { .restart(after: .milliseconds($0)) }
    ),
    (
      [(.exited(1), 0), (.exited(1), 29), (.signaled(11), 30), (.exited(1), 0)],
      [100, 200, 100, 200].map { .restart(after: .milliseconds($0)) }
    ),
    ([(.notStarted("no memory"), 0), (.exited(2), 3_600)], [.restart(after: .milliseconds(100)), .giveUp]),
  ]

  @Test(arguments: series.indices) func table(index: Int) {
    let (endings, expected) = Self.series[index]
    var policy = RestartPolicy()
    #expect(endings.map { policy.decide($0.0, ranFor: .seconds($0.1)) } == expected)
  }
}
