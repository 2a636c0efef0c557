import Platform
import Testing

@testable import Supervision

struct RestartPolicyTests {
  /// Series of terminations with the uptime in seconds, and the expected decisions.
  static let series: [([(ProcessTermination, Int)], [RestartPolicy.Decision])] = [
    ([(.ended(.exited(0)), 0)], [.restart(after: .milliseconds(100))]),
    (
      [(.ended(.signaled(.segmentationFault)), 0), (.ended(.signaled(.abort)), 1), (.ended(.exited(1)), 2)],
      [100, 200, 400].map { .restart(after: .milliseconds($0)) }
    ),
    // What others end without a fault of the process costs it nothing, but no longer than a person would do that.
    (
      Array(repeating: (.ended(.signaled(.kill)), 5), count: 9),
      [100, 100, 100, 100, 100, 100, 200, 400, 800].map { .restart(after: .milliseconds($0)) }
    ),
    (
      [
        (.ended(.exited(1)), 0), (.ended(.exited(1)), 0), (.ended(.signaled(.terminate)), 0), (.ended(.exited(1)), 0),
        (.ended(.signaled(.kill)), 29), (.ended(.signaled(.kill)), 30), (.ended(.exited(1)), 0),
      ],
      [100, 200, 100, 400, 100, 100, 200].map { .restart(after: .milliseconds($0)) }
    ),
    (
      Array(repeating: (.ended(.signaled(.kill)), 1), count: 5) + [(.ended(.signaled(.kill)), 40), (.ended(.signaled(.kill)), 1)],
      Array(repeating: .restart(after: .milliseconds(100)), count: 7)
    ),
    (
      Array(repeating: (.ended(.exited(1)), 0), count: 10),
      [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000].map { .restart(after: .milliseconds($0)) }
    ),
    (
      [(.ended(.exited(1)), 0), (.ended(.exited(1)), 29), (.ended(.signaled(.segmentationFault)), 30), (.ended(.exited(1)), 0)],
      [100, 200, 100, 200].map { .restart(after: .milliseconds($0)) }
    ),
    (
      [(.hung(.seconds(20), atStart: false), 21), (.hung(.seconds(20), atStart: false), 45)],
      [.restart(after: .milliseconds(100)), .restart(after: .milliseconds(100))]
    ),
    ([(.notStarted("no memory"), 0), (.ended(.exited(2)), 3_600)], [.restart(after: .milliseconds(100)), .giveUp(.invalidSettings)]),
  ]

  @Test(arguments: series.indices) func `decisions follow the table`(index: Int) {
    let (terminations, expected) = Self.series[index]
    var policy = RestartPolicy()
    #expect(terminations.map { policy.decide($0.0, uptime: .seconds($0.1), wasReady: true) } == expected)
  }

  @Test(
    arguments: [(.ended(.signaled(.kill)), 1), (.hung(.seconds(180), atStart: true), 181)] as [(ProcessTermination, Int)])
  func `a process that is killed, or hangs, before it is ready keeps its backoff`(termination: ProcessTermination, uptime: Int) {
    let all = decisions(Array(repeating: (termination, uptime, false), count: 15))
    #expect(Array(all.prefix(3)) == [100, 200, 400].map { .restart(after: .milliseconds($0)) })
    if termination.isHungAtStart { #expect(all.last == .giveUp(.failedStarts(15))) }
  }

  /// A start in a series: the termination, the uptime in seconds, and whether the process was ready.
  private typealias Start = (ProcessTermination, Int, Bool)

  private func decisions(_ starts: [Start]) -> [RestartPolicy.Decision] {
    var policy = RestartPolicy()
    return starts.map { policy.decide($0.0, uptime: .seconds($0.1), wasReady: $0.2) }
  }

  @Test func `a process that fails to start fifteen times in a row is given up`() {
    let failure: Start = (.ended(.exited(5)), 1, false)
    let all = decisions(Array(repeating: failure, count: 15))
    #expect(all.last == .giveUp(.failedStarts(15)))
    #expect(!all.dropLast().contains { if case .giveUp = $0 { true } else { false } })
    let time = all.reduce(Duration.zero) { time, decision in
      guard case .restart(let delay) = decision else { return time }
      return time + delay
    }
    // Longer than the processes of an earlier fleet may take to stop.
    #expect(time > .seconds(60))
  }

  /// What ends the series of failures.
  @Test(
    arguments: [
      (.ended(.exited(1)), 1, true), (.ended(.exited(1)), 30, false), (.ended(.signaled(.kill)), 1, false),
      (.ended(.signaled(.terminate)), 1, false),
    ] as [(ProcessTermination, Int, Bool)]) func `a process that has run, or that others end, is not given up`(
      termination: ProcessTermination, uptime: Int, wasReady: Bool
    )
  {
    let failures = Array(repeating: (.ended(.exited(5)), 1, false) as Start, count: 14)
    let all = decisions(failures + [(termination, uptime, wasReady)] + failures)
    #expect(!all.contains { if case .giveUp = $0 { true } else { false } })
  }
}
