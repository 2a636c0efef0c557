import MessageBus
import Testing

@testable import Networking

@Suite struct FailureCacheTests {
  static let start = ContinuousClock.now

  func error(_ code: OriginError.Code, requests: Int = 1) -> OriginError {
    var error = OriginError(code, "why")
    error.attempts = requests
    return error
  }

  /// Returns the number of requests that reach the origin within 100 s if a caller retries every 10 ms.
  func requests(_ code: OriginError.Code, each: Int) -> Int {
    var cache = FailureCache(FailureCache.Policy())
    var count = 0
    for millisecond in stride(from: 0, to: 100_000, by: 10) {
      let now = Self.start + .milliseconds(millisecond)
      guard cache.error(for: "a", now: now) == nil else { continue }
      count += each
      cache.record(error(code, requests: each), for: "a", now: now)
    }
    return count
  }

  @Test func `repeated failures are cached for longer`() {
    #expect(requests(.errorStatus, each: 1) == 6)
    #expect(requests(.malformed, each: 1) == 6)
    #expect(requests(.connectionLost, each: 3) == 9)
    #expect(requests(.unreachable, each: 1) == 100)
  }

  @Test func `a cached failure has its remaining lifetime`() {
    var cache = FailureCache(FailureCache.Policy())
    cache.record(error(.errorStatus), for: "a", now: Self.start)
    let cached = cache.error(for: "a", now: Self.start + .milliseconds(500))
    #expect(cached?.message == "why")
    #expect(cached?.retryAfter == .milliseconds(1_500))
    #expect(cached?.isCached == true)
    #expect(cache.error(for: "b", now: Self.start) == nil)
    #expect(cache.error(for: "a", now: Self.start + .seconds(2)) == nil)
  }

  @Test func `concurrent failures count once`() {
    var cache = FailureCache(FailureCache.Policy())
    for _ in 0..<50 { cache.record(error(.errorStatus), for: "a", now: Self.start) }
    #expect(cache.error(for: "a", now: Self.start + .seconds(2)) == nil)
  }

  @Test func `a success removes the failure`() {
    var cache = FailureCache(FailureCache.Policy())
    cache.record(error(.errorStatus), for: "a", now: Self.start)
    cache.remove("a")
    #expect(cache.error(for: "a", now: Self.start) == nil)
  }

  @Test(arguments: [OriginError.Code.notFound, .cancelled, .invalid, .overloaded, .timedOut])
  func `errors that say nothing about the document are not cached`(code: OriginError.Code) {
    var cache = FailureCache(FailureCache.Policy())
    var error = error(code)
    error.callerTimedOut = code == .timedOut
    cache.record(error, for: "a", now: Self.start)
    #expect(cache.error(for: "a", now: Self.start) == nil)
  }

  @Test func `the capacity is limited`() {
    var policy = FailureCache.Policy()
    policy.capacity = 10
    var cache = FailureCache(policy)
    for number in 0..<1_000 { cache.record(error(.errorStatus), for: "\(number)", now: Self.start + .microseconds(number)) }
    #expect(cache.count == 10)
    #expect(cache.error(for: "999", now: Self.start) != nil)
    #expect(cache.error(for: "0", now: Self.start) == nil)
  }
}

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
