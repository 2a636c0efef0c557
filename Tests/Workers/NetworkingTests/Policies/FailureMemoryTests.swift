import MessageBus
import Testing

@testable import Networking

@Suite struct FailureMemoryTests {
  static let start = ContinuousClock.now

  func error(_ code: OriginError.Code, requests: Int = 1) -> OriginError {
    var error = OriginError(code, "why")
    error.requests = requests
    return error
  }

  /// One that asks all the time: how often it reaches the origin in 100 s.
  func requests(_ code: OriginError.Code, each: Int) -> Int {
    var memory = FailureMemory(FailureMemory.Policy())
    var count = 0
    for millisecond in stride(from: 0, to: 100_000, by: 10) {
      let now = Self.start + .milliseconds(millisecond)
      guard memory.remembered("a", now: now) == nil else { continue }
      count += each
      memory.note(error(code, requests: each), for: "a", now: now)
    }
    return count
  }

  @Test func theOftenerAKeyFailsTheLongerItIsRemembered() {
    #expect(requests(.refused, each: 1) == 6)
    #expect(requests(.malformed, each: 1) == 6)
    #expect(requests(.broken, each: 3) == 9)
    #expect(requests(.unreachable, each: 1) == 100)
  }

  @Test func aFailureIsToldWithTheTimeThatIsLeft() {
    var memory = FailureMemory(FailureMemory.Policy())
    memory.note(error(.refused), for: "a", now: Self.start)
    let remembered = memory.remembered("a", now: Self.start + .milliseconds(500))
    #expect(remembered?.message == "why")
    #expect(remembered?.retryAfter == .milliseconds(1_500))
    #expect(remembered?.isRemembered == true)
    #expect(memory.remembered("b", now: Self.start) == nil)
    #expect(memory.remembered("a", now: Self.start + .seconds(2)) == nil)
  }

  @Test func requestsThatFailTogetherCountOnce() {
    var memory = FailureMemory(FailureMemory.Policy())
    for _ in 0..<50 { memory.note(error(.refused), for: "a", now: Self.start) }
    #expect(memory.remembered("a", now: Self.start + .seconds(2)) == nil)
  }

  @Test func successForgets() {
    var memory = FailureMemory(FailureMemory.Policy())
    memory.note(error(.refused), for: "a", now: Self.start)
    memory.succeeded("a")
    #expect(memory.remembered("a", now: Self.start) == nil)
  }

  @Test(arguments: [OriginError.Code.notFound, .cancelled, .invalid, .overloaded])
  func whatIsNoFailureIsNotRemembered(code: OriginError.Code) {
    var memory = FailureMemory(FailureMemory.Policy())
    memory.note(error(code), for: "a", now: Self.start)
    #expect(memory.remembered("a", now: Self.start) == nil)
  }

  @Test func callersWithoutTimeAreNoFailure() {
    var memory = FailureMemory(FailureMemory.Policy())
    var late = error(.timedOut)
    late.hasOnlyWaited = true
    memory.note(late, for: "a", now: Self.start)
    #expect(memory.remembered("a", now: Self.start) == nil)
  }

  @Test func isBounded() {
    var policy = FailureMemory.Policy()
    policy.keys = 10
    var memory = FailureMemory(policy)
    for number in 0..<1_000 { memory.note(error(.refused), for: "\(number)", now: Self.start) }
    #expect(memory.count == 10)
    #expect(memory.remembered("999", now: Self.start) != nil)
    #expect(memory.remembered("0", now: Self.start) == nil)
  }
}

@Suite struct OriginPauseTests {
  static let start = ContinuousClock.now

  struct Row: Sendable, CustomTestStringConvertible {
    let status: Int
    var retryAfter: String?
    var date: String?
    let pause: Duration?
    var testDescription: String { "\(status), retry-after \(retryAfter ?? "-")" }
  }

  static func answer(_ status: Int, retryAfter: String? = nil, date: String? = nil) -> HTTPAnswer {
    var answer = HTTPAnswer(status: status, fields: [:], body: Array("{}".utf8))
    answer.fields["retry-after"] = retryAfter
    answer.fields["date"] = date
    return answer
  }

  @Test(arguments: [
    Row(status: 429, retryAfter: "3600", pause: .seconds(3_600)), Row(status: 503, retryAfter: "5", pause: .seconds(5)),
    Row(status: 429, retryAfter: "99999999", pause: RetryAfter.longest), Row(status: 429, pause: .seconds(1)),
    Row(status: 429, retryAfter: "soon", pause: .seconds(1)), Row(status: 429, retryAfter: "0", pause: nil), Row(status: 503, pause: nil),
    Row(
      status: 503, retryAfter: "Sun, 06 Nov 1994 08:50:37 GMT", date: "Sun, 06 Nov 1994 08:49:37 GMT", pause: .seconds(60)),
    Row(status: 500, retryAfter: "5", pause: nil), Row(status: 200, retryAfter: "5", pause: nil), Row(status: 404, pause: nil),
  ])
  func holdsAsLongAsTheOriginSays(row: Row) {
    var pause = OriginPause()
    pause.note(Self.answer(row.status, retryAfter: row.retryAfter, date: row.date), now: Self.start)
    #expect(pause.refusal(now: Self.start)?.timeLeft == row.pause)
    guard let time = row.pause else { return }
    #expect(pause.refusal(now: Self.start + time - .milliseconds(1))?.timeLeft == .milliseconds(1))
    #expect(pause.refusal(now: Self.start + time) == nil)
  }

  @Test func aShorterTimeDoesNotEndALongerOne() {
    var pause = OriginPause()
    pause.note(Self.answer(429, retryAfter: "60"), now: Self.start)
    pause.note(Self.answer(503, retryAfter: "1"), now: Self.start)
    pause.note(Self.answer(200), now: Self.start)
    #expect(pause.refusal(now: Self.start + .seconds(59))?.status == 429)
  }

  @Test func requestsThatWereOnTheirWayTogetherAreThrottledOnce() {
    var pause = OriginPause()
    for _ in 0..<8 { pause.note(Self.answer(429), now: Self.start) }
    #expect(pause.refusal(now: Self.start)?.timeLeft == .seconds(1))
  }

  @Test func withoutATimeItGrowsUntilAnAnswerComes() {
    var pause = OriginPause()
    var now = Self.start
    var times: [Duration] = []
    for _ in 0..<8 {
      pause.note(Self.answer(429), now: now)
      let time = pause.refusal(now: now)?.timeLeft ?? .zero
      times.append(time)
      now += time
    }
    #expect(times == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    pause.note(Self.answer(200), now: now)
    pause.note(Self.answer(429), now: now)
    #expect(pause.refusal(now: now)?.timeLeft == .seconds(1))
  }
}
