import TestSupport
import Testing

@testable import Networking

@Suite struct AdaptiveLimitTests {
  /// Feeds `count` responses of `milliseconds` each, with the whole limit in use.
  static func feed(_ limit: inout AdaptiveLimit, _ count: Int, _ milliseconds: Double) {
    for _ in 0..<count { limit.record(.answered(.milliseconds(1) * milliseconds), inFlight: limit.limit) }
  }

  @Test(arguments: [(0, 1), (1, 1), (8, 8), (1_024, 1_024)]) func `starts at the ceiling`(ceiling: Int, expected: Int) {
    #expect(AdaptiveLimit(ceiling: ceiling).limit == expected)
  }

  @Test(arguments: [1, 8, 64, 1_024], [0.1, 5, 2_000]) func `a steady load keeps the ceiling`(ceiling: Int, milliseconds: Double) {
    var limit = AdaptiveLimit(ceiling: ceiling)
    Self.feed(&limit, 5_000, milliseconds)
    #expect(limit.limit == ceiling)
  }

  /// Times that vary as on a busy machine: one response in ten takes eight times as long.
  @Test(arguments: [8, 16, 64]) func `some slow responses do not lower the limit for long`(ceiling: Int) {
    var limit = AdaptiveLimit(ceiling: ceiling)
    var random = SplitMix64(seed: 7)
    var sum = 0
    for _ in 0..<10_000 {
      let slow = Int.random(in: 0..<10, using: &random) == 0
      limit.record(.answered(.microseconds(slow ? 4_000 : 500)), inFlight: limit.limit)
      sum += limit.limit
    }
    #expect(sum / 10_000 >= ceiling * 9 / 10)
  }

  @Test func `responses that become much slower lower the limit, and it recovers`() {
    var limit = AdaptiveLimit(ceiling: 64)
    Self.feed(&limit, 2_000, 5)
    Self.feed(&limit, 600, 500)
    #expect(limit.limit <= 20)
    Self.feed(&limit, 3_000, 5)
    #expect(limit.limit == 64)
  }

  @Test(arguments: [1, 8, 1_024]) func `overload lowers the limit to one and not further`(ceiling: Int) {
    var limit = AdaptiveLimit(ceiling: ceiling)
    for _ in 0..<10_000 { limit.record(.overloaded, inFlight: limit.limit) }
    #expect(limit.limit == 1)
    Self.feed(&limit, 20_000, 5)
    #expect(limit.limit == ceiling)
  }

  /// The requests in flight when a server resets its connections all fail together.
  @Test(arguments: [8, 64]) func `failures at the same time count once`(ceiling: Int) {
    var limit = AdaptiveLimit(ceiling: ceiling)
    for _ in 0..<ceiling { limit.record(.overloaded, inFlight: ceiling) }
    #expect(limit.limit == ceiling * 4 / 5)
  }

  @Test func `a limit that is not used does not rise`() {
    var limit = AdaptiveLimit(ceiling: 64)
    for _ in 0..<200 { limit.record(.overloaded, inFlight: 64) }
    let lowered = limit.limit
    for _ in 0..<500 { limit.record(.answered(.milliseconds(5)), inFlight: 1) }
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
