import Contracts
import Testing

@testable import Networking

@Suite struct RetryBudgetTests {
  static let start = ContinuousClock.now

  private static func send(_ requests: Int, _ control: inout OriginControl, at second: Int = 0) {
    for number in 0..<requests {
      let now = start + .seconds(second)
      guard case .send(let ticket) = control.send(for: number, isFirstAttempt: true, within: .seconds(60), now: now) else { continue }
      control.finish(ticket, .success(HTTPResponse(status: 200)), now: now)
    }
  }

  /// Requests at second 0, and the retries that are allowed until the budget is empty.
  @Test(arguments: [(0, 3), (1, 3), (15, 3), (19, 3), (20, 4), (100, 20), (1_000, 200)])
  func `a fifth of the requests may be retried, and at least three`(requests: Int, expected: Int) {
    var control = OriginControl(HTTPSettings(), origin: "it", start: Self.start)
    Self.send(requests, &control)
    var retries = 0
    while control.takeRetry(now: Self.start) { retries += 1 }
    #expect(retries == expected)
  }

  /// Seconds after 3 retries, and the retries that are left then.
  @Test(arguments: [(0, 0), (1, 0), (9, 0), (10, 3), (60, 3)])
  func `retries return after the window`(second: Int, expected: Int) {
    var control = OriginControl(HTTPSettings(), origin: "it", start: Self.start)
    for _ in 0..<3 { _ = control.takeRetry(now: Self.start) }
    let status = control.status(of: "it", queued: 0, wallTime: 0, now: Self.start + .seconds(second))
    #expect(status.retriesLeft == expected)
  }

  @Test func `requests count for ten seconds`() {
    var control = OriginControl(HTTPSettings(), origin: "it", start: Self.start)
    for second in 0..<20 { Self.send(10, &control, at: second) }
    let status = control.status(of: "it", queued: 0, wallTime: 0, now: Self.start + .seconds(19))
    #expect((status.retriesLeft, status.rate) == (20, 10))
  }
}

@Suite struct RequestRateTests {
  static let start = ContinuousClock.now

  /// Requests at the same instant, and the delay of the last in milliseconds.
  @Test(
    arguments: [
      (nil, 1_000, 0), (1, 1, 0), (1, 2, 1_000), (1, 5, 4_000), (10, 1, 0), (10, 2, 100), (10, 11, 1_000), (100, 10, 0), (100, 11, 10),
      (100, 110, 1_000), (0.5, 2, 2_000),
    ] as [(Double?, Int, Int)])
  func `requests are sent at the maximum rate after a burst`(rate: Double?, requests: Int, milliseconds: Int) {
    var limit = RequestRate(rate)
    for _ in 1..<requests { limit.take(now: Self.start) }
    #expect(limit.delay(now: Self.start) == .milliseconds(milliseconds))
  }

  @Test func `unused tokens are saved for one burst only`() {
    var limit = RequestRate(100)
    limit.take(now: Self.start)
    let later = Self.start + .seconds(60)
    var delays: [Duration] = []
    for _ in 0..<12 {
      delays.append(limit.delay(now: later))
      limit.take(now: later)
    }
    #expect(delays == Array(repeating: .zero, count: 10) + [.milliseconds(10), .milliseconds(20)])
  }
}
