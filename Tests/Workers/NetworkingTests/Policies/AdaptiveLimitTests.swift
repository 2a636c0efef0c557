import TestSupport
import Testing

@testable import Networking

@Suite struct AdaptiveLimitTests {
  /// Feeds `count` responses with the whole limit in use.
  static func feed(_ limit: inout AdaptiveLimit, _ count: Int) {
    for _ in 0..<count { limit.record(isOverloaded: false, inFlight: limit.limit) }
  }

  @Test(arguments: [(0, 1), (1, 1), (8, 8), (1_024, 1_024)]) func `starts at the ceiling`(ceiling: Int, expected: Int) {
    #expect(AdaptiveLimit(ceiling: ceiling).limit == expected)
  }

  @Test(arguments: [1, 8, 1_024]) func `overload lowers the limit to one and not further`(ceiling: Int) {
    var limit = AdaptiveLimit(ceiling: ceiling)
    for _ in 0..<10_000 { limit.record(isOverloaded: true, inFlight: limit.limit) }
    #expect(limit.limit == 1)
    Self.feed(&limit, 128 * ceiling)
    #expect(limit.limit == ceiling)
  }

  /// The requests in flight when a server resets its connections all fail together.
  @Test(arguments: [8, 64]) func `failures at the same time count once`(ceiling: Int) {
    var limit = AdaptiveLimit(ceiling: ceiling)
    for _ in 0..<ceiling { limit.record(isOverloaded: true, inFlight: ceiling) }
    #expect(limit.limit == ceiling * 4 / 5)
  }

  @Test func `a limit that is not used does not rise`() {
    var limit = AdaptiveLimit(ceiling: 64)
    for _ in 0..<200 { limit.record(isOverloaded: true, inFlight: 64) }
    let lowered = limit.limit
    for _ in 0..<500 { limit.record(isOverloaded: false, inFlight: 1) }
    #expect(lowered < 64)
    #expect(limit.limit == lowered)
  }
}

@Suite struct FastestResponseTests {
  @Test func `before the first response any time is enough`() {
    var fastest = FastestResponse()
    let mayArrive = fastest.mayArrive(within: .zero)
    #expect(mayArrive)
  }

  @Test(arguments: [(40, false), (49, false), (50, true), (5_000, true)])
  func `a response needs as long as the fastest`(timeLeft: Int, expected: Bool) {
    var fastest = FastestResponse()
    for milliseconds in [80, 50, 50] { fastest.record(.milliseconds(milliseconds)) }
    let mayArrive = fastest.mayArrive(within: .milliseconds(timeLeft))
    #expect(mayArrive == expected)
  }

  @Test func `a fast response is forgotten`() {
    var fastest = FastestResponse()
    fastest.record(.milliseconds(1))
    for _ in 0..<100 { fastest.record(.milliseconds(100)) }
    #expect(fastest.duration > .milliseconds(90))
  }

  /// Without that, a client whose deadlines are shorter than an earlier response would never be served again.
  @Test func `refusals end`() {
    var fastest = FastestResponse()
    fastest.record(.milliseconds(100))
    var refusals = 0
    while !fastest.mayArrive(within: .milliseconds(50)), refusals < 1_000 { refusals += 1 }
    #expect((60...80).contains(refusals))
  }
}
