import Testing

@testable import Networking

@Suite struct RetryPolicyTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let failure: RetryPolicy.Failure
    var attempt = 1
    var timeLeft = Duration.seconds(10)
    var jitter = 0.5
    let expected: RetryPolicy.Decision
    var testDescription: String { "\(failure), attempt \(attempt), \(timeLeft) left, jitter \(jitter)" }
  }

  static let table: [Row] = [
    // Connection failures: full jitter with an upper limit that doubles.
    Row(failure: .connection, expected: .retry(after: .milliseconds(50))),
    Row(failure: .connection, jitter: 0, expected: .retry(after: .zero)),
    Row(failure: .connection, attempt: 2, expected: .retry(after: .milliseconds(100))),
    Row(failure: .connection, attempt: 3, expected: .giveUp),
    Row(failure: .connection, timeLeft: .milliseconds(50), expected: .giveUp),
    Row(failure: .connection, timeLeft: .milliseconds(51), expected: .retry(after: .milliseconds(50))),
    Row(failure: .connection, timeLeft: .zero, jitter: 0, expected: .giveUp),
    Row(failure: .connection, timeLeft: .seconds(-1), jitter: 0, expected: .giveUp),
    // Transient statuses.
    Row(failure: .status(502, retryAfter: nil), expected: .retry(after: .milliseconds(50))),
    Row(failure: .status(503, retryAfter: nil), expected: .retry(after: .milliseconds(50))),
    Row(failure: .status(504, retryAfter: nil), expected: .retry(after: .milliseconds(50))),
    Row(failure: .status(502, retryAfter: .seconds(3)), expected: .retry(after: .milliseconds(50))),
    // The origin requests a delay: the caller is told instead of waiting.
    Row(failure: .status(503, retryAfter: .seconds(3)), expected: .giveUp),
    Row(failure: .status(429, retryAfter: .seconds(3)), expected: .giveUp),
    Row(failure: .status(429, retryAfter: .zero), expected: .retry(after: .milliseconds(50))),
    Row(failure: .status(503, retryAfter: .zero), expected: .retry(after: .milliseconds(50))),
    Row(failure: .status(429, retryAfter: .seconds(10)), expected: .giveUp),
    Row(failure: .status(503, retryAfter: .seconds(3_600)), expected: .giveUp),
    Row(failure: .status(429, retryAfter: nil), expected: .giveUp),
    Row(failure: .status(429, retryAfter: .seconds(1)), attempt: 3, expected: .giveUp),
    // Permanent failures and successes.
    Row(failure: .status(200, retryAfter: nil), expected: .giveUp),
    Row(failure: .status(304, retryAfter: nil), expected: .giveUp),
    Row(failure: .status(404, retryAfter: .seconds(1)), expected: .giveUp),
    Row(failure: .status(500, retryAfter: nil), expected: .giveUp),
    Row(failure: .status(501, retryAfter: nil), expected: .giveUp),
    Row(failure: .permanent, expected: .giveUp),
  ]

  @Test(arguments: table) func `decides whether to retry`(row: Row) {
    #expect(RetryPolicy().decision(after: row.failure, attempt: row.attempt, timeLeft: row.timeLeft, jitter: row.jitter) == row.expected)
  }

  @Test func `delays stop growing at the maximum`() {
    let policy = RetryPolicy(maxRetries: 1_000, initialDelay: .milliseconds(100), maxDelay: .seconds(2))
    for attempt in [6, 63, 64, 65, 1_000] {
      #expect(policy.decision(after: .connection, attempt: attempt, timeLeft: .seconds(60), jitter: 0.5) == .retry(after: .seconds(1)))
    }
  }

  @Test func `retries can be disabled`() {
    #expect(RetryPolicy(maxRetries: 0).decision(after: .connection, attempt: 1, timeLeft: .seconds(60), jitter: 0) == .giveUp)
  }
}

@Suite struct RetryAfterTests {
  /// 1994-11-06 08:49:37 UTC, the example of RFC 9110 section 5.6.7.
  static let example: Int64 = 784_111_777

  @Test(
    arguments: [
      ("0", .zero), ("120", .seconds(120)), (" 7 ", .seconds(7)), ("99999999999999999999", RetryAfter.maxDelay),
      ("Sun, 06 Nov 1994 08:49:37 GMT", .zero), ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)), ("Sun, 06 Nov 1994 08:48:37 GMT", .zero),
      ("Mon, 29 Feb 2016 00:00:00 GMT", RetryAfter.maxDelay), ("", nil), ("-1", nil), ("1.5", nil), ("soon", nil),
      ("Sun, 06 Nov 1994", nil),
      ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 06 Nov 1994 25:49:37 GMT", nil),
      ("Sunday, 06-Nov-94 10:49:37 GMT", .seconds(7_200)), ("Sun Nov  6 10:49:37 1994", .seconds(7_200)),
    ] as [(String, Duration?)])
  func `parses seconds and dates`(field: String, expected: Duration?) {
    #expect(RetryAfter.delay(field, now: Self.example) == expected)
  }

  @Test(
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
      ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
      ("Wed, 31 Dec 2025 23:59:59 GMT", 1_767_225_599), ("Thu, 01 Jan 2026 00:00:00 GMT", 1_767_225_600),
      ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
    ] as [(String, Int64)])
  func `dates are exact`(field: String, seconds: Int64) {
    #expect(RetryAfter.delay(field, now: seconds - 5) == .seconds(5))
  }
}
