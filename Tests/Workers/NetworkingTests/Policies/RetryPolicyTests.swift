import MessageBus
import Testing

@testable import Networking

@Suite struct RetryPolicyTests {
  struct Row: Sendable, CustomTestStringConvertible {
    /// A status with its Retry-After in seconds, or an error.
    var status: Int?
    var retryAfter: Int?
    var error = OriginError.Code.connectionLost
    var attempt = 1
    var timeLeft = 10_000
    var jitter = 0.5
    /// In milliseconds.
    let delay: Int?
    var testDescription: String { "\(status.map(String.init) ?? "\(error)") \(retryAfter ?? -1), \(attempt), \(timeLeft), \(jitter)" }

    var outcome: FetchMachine.Outcome {
      guard let status else { return .failure(OriginError(error, "text")) }
      return .success(HTTPResponse(status: status, fields: retryAfter.map { ["retry-after": "\($0)"] } ?? [:]))
    }
  }

  static let table: [Row] = [
    // Connection failures: full jitter with an upper limit that doubles.
    Row(delay: 50), Row(error: .unreachable, delay: 50), Row(jitter: 0, delay: 0), Row(attempt: 2, delay: 100), Row(attempt: 3, delay: nil),
    Row(timeLeft: 50, delay: nil), Row(timeLeft: 51, delay: 50), Row(timeLeft: 0, jitter: 0, delay: nil),
    Row(timeLeft: -1_000, jitter: 0, delay: nil),
    // Transient statuses.
    Row(status: 502, delay: 50), Row(status: 503, delay: 50), Row(status: 504, delay: 50), Row(status: 502, retryAfter: 3, delay: 50),
    // The origin requests a delay: the caller is told instead of waiting.
    Row(status: 503, retryAfter: 3, delay: nil), Row(status: 429, retryAfter: 3, delay: nil), Row(status: 429, retryAfter: 0, delay: 50),
    Row(status: 503, retryAfter: 0, delay: 50), Row(status: 503, retryAfter: 3_600, delay: nil), Row(status: 429, delay: nil),
    // Permanent failures and successes.
    Row(status: 200, delay: nil), Row(status: 304, delay: nil), Row(status: 404, retryAfter: 1, delay: nil), Row(status: 500, delay: nil),
    Row(status: 501, delay: nil), Row(error: .malformed, delay: nil), Row(error: .timedOut, delay: nil), Row(error: .cancelled, delay: nil),
  ]

  @Test(arguments: table) func `decides whether to retry`(row: Row) {
    let delay = RetryPolicy().delay(
      after: row.outcome, attempt: row.attempt, timeLeft: .milliseconds(row.timeLeft), jitter: row.jitter)
    #expect(delay == row.delay.map { .milliseconds($0) })
  }

  @Test(arguments: [6, 63, 64, 65, 1_000]) func `delays stop growing at the maximum`(attempt: Int) {
    let policy = RetryPolicy(maxRetries: 1_000, initialDelay: .milliseconds(100), maxDelay: .seconds(2))
    #expect(policy.delay(after: Row(delay: nil).outcome, attempt: attempt, timeLeft: .seconds(60), jitter: 0.5) == .seconds(1))
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
