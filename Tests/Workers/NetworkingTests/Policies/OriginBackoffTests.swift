import MessageBus
import Testing

@testable import Networking

@Suite struct OriginBackoffTests {
  static let start = ContinuousClock.now

  struct Row: Sendable, CustomTestStringConvertible {
    let status: Int
    var retryAfter: String?
    var date: String?
    let delay: Duration?
    var testDescription: String { "\(status), retry-after \(retryAfter ?? "-")" }
  }

  static func response(_ status: Int, retryAfter: String? = nil, date: String? = nil) -> HTTPResponse {
    var response = HTTPResponse(status: status, fields: [:], body: Array("{}".utf8))
    response.fields["retry-after"] = retryAfter
    response.fields["date"] = date
    return response
  }

  @Test(arguments: [
    Row(status: 429, retryAfter: "3600", delay: .seconds(3_600)), Row(status: 503, retryAfter: "5", delay: .seconds(5)),
    Row(status: 429, retryAfter: "99999999", delay: RetryAfter.maxDelay), Row(status: 429, delay: .seconds(1)),
    Row(status: 429, retryAfter: "soon", delay: .seconds(1)), Row(status: 429, retryAfter: "0", delay: nil), Row(status: 503, delay: nil),
    Row(
      status: 503, retryAfter: "Sun, 06 Nov 1994 08:50:37 GMT", date: "Sun, 06 Nov 1994 08:49:37 GMT", delay: .seconds(60)),
    Row(status: 500, retryAfter: "5", delay: nil), Row(status: 200, retryAfter: "5", delay: nil), Row(status: 404, delay: nil),
  ])
  func `the backoff lasts as long as the origin requests`(row: Row) {
    var backoff = OriginBackoff()
    backoff.record(Self.response(row.status, retryAfter: row.retryAfter, date: row.date), now: Self.start)
    #expect(backoff.response(now: Self.start)?.remainingBackoff == row.delay)
    guard let delay = row.delay else { return }
    #expect(backoff.response(now: Self.start + delay - .milliseconds(1))?.remainingBackoff == .milliseconds(1))
    #expect(backoff.response(now: Self.start + delay) == nil)
  }

  @Test func `a shorter delay does not end a longer backoff`() {
    var backoff = OriginBackoff()
    backoff.record(Self.response(429, retryAfter: "60"), now: Self.start)
    backoff.record(Self.response(503, retryAfter: "1"), now: Self.start)
    backoff.record(Self.response(200), now: Self.start)
    #expect(backoff.response(now: Self.start + .seconds(59))?.status == 429)
  }

  @Test func `concurrent throttled requests count once`() {
    var backoff = OriginBackoff()
    for _ in 0..<8 { backoff.record(Self.response(429), now: Self.start) }
    #expect(backoff.response(now: Self.start)?.remainingBackoff == .seconds(1))
  }

  @Test func `without Retry-After the backoff doubles until a success`() {
    var backoff = OriginBackoff()
    var now = Self.start
    var delays: [Duration] = []
    for _ in 0..<8 {
      backoff.record(Self.response(429), now: now)
      let delay = backoff.response(now: now)?.remainingBackoff ?? .zero
      delays.append(delay)
      now += delay
    }
    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    backoff.record(Self.response(200), now: now)
    backoff.record(Self.response(429), now: now)
    #expect(backoff.response(now: now)?.remainingBackoff == .seconds(1))
  }
}
