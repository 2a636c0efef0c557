import Testing

@testable import Networking

@Suite struct FailoverTimeoutTests {
  /// Milliseconds of the answers before, of the time that is left, and of the timeout.
  @Test(arguments: [
    ([], 15_000, 1_500), ([], 2_000, 1_000), ([], 0, 0), ([20, 30], 15_000, 1_500), ([1_000], 15_000, 3_000),
    ([200, 2_000, 300], 15_000, 5_700),
    ([2_000], 4_000, 2_000), ([60_000], 15_000, 7_500),
  ])
  func `the timeout is a multiple of the slowest answer, and at most half of the time`(answers: [Int], timeLeft: Int, expected: Int) {
    var timeout = FailoverTimeout()
    for answer in answers { timeout.record(.milliseconds(answer)) }
    #expect(timeout.limit(within: .milliseconds(timeLeft)) == .milliseconds(expected))
  }

  @Test func `a slow answer is forgotten`() {
    var timeout = FailoverTimeout()
    timeout.record(.seconds(10))
    for _ in 0..<100 { timeout.record(.milliseconds(20)) }
    #expect(timeout.limit(within: .seconds(15)) == FailoverTimeout.standardMinimum)
  }

  @Test func `after a timeout the next one is longer, up to half of the time`() {
    var timeout = FailoverTimeout()
    for expected in [1_500, 3_000, 6_000, 7_500, 7_500] {
      let limit = timeout.limit(within: .seconds(15))
      #expect(limit == .milliseconds(expected))
      timeout.recordTimeout(limit)
    }
  }

  /// An attempt that ends earlier says nothing about the server, so its circuit breaker would never open.
  @Test func `a server that does not answer within the timeout counts as failing`() {
    #expect(FailoverTimeout.standardMinimum > HTTPSettings().silenceLimit)
  }
}
