import Platform
import Testing

@testable import Supervision

struct RestartPolicyTests {
  /// Series of terminations with the uptime in seconds, and the expected decisions.
  static let series: [([(ProcessTermination, Int)], [RestartPolicy.Decision])] = [
    ([(.ended(.exited(0)), 0)], [.restart(after: .milliseconds(100))]),
    (
      [(.ended(.signaled(.kill)), 0), (.ended(.signaled(.kill)), 1), (.ended(.exited(1)), 2)],
      [100, 200, 400].map { .restart(after: .milliseconds($0)) }
    ),
    (
      Array(repeating: (.ended(.exited(1)), 0), count: 10),
      [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000].map { .restart(after: .milliseconds($0)) }
    ),
    (
      [(.ended(.exited(1)), 0), (.ended(.exited(1)), 29), (.ended(.signaled(.segmentationFault)), 30), (.ended(.exited(1)), 0)],
      [100, 200, 100, 200].map { .restart(after: .milliseconds($0)) }
    ),
    ([(.notStarted("no memory"), 0), (.ended(.exited(2)), 3_600)], [.restart(after: .milliseconds(100)), .giveUp]),
  ]

  @Test(arguments: series.indices) func `decisions follow the table`(index: Int) {
    let (terminations, expected) = Self.series[index]
    var policy = RestartPolicy()
    #expect(terminations.map { policy.decide($0.0, uptime: .seconds($0.1)) } == expected)
  }
}
