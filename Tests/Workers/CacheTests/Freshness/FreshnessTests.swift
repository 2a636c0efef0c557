import Contracts
import MessageBus
import Testing

@testable import Cache

/// Calculations with freshness; ``CachingRule`` has the rules by which it follows from the fields of an answer.
@Suite struct FreshnessTests {
  static let now = WallTime(seconds: 784_111_777)
  static let defaults = Lifetime(fresh: .seconds(100), staleWhileRevalidate: .seconds(200), staleIfError: .seconds(300))

  /// 2090-01-01T00:00:00Z. The clock of this machine has no part in it.
  @Test func `years of two digits are read at the time of the request`() {
    let sentAt = WallTime(seconds: 3_786_912_000)
    let freshness = Freshness(["expires": "Sunday, 01-Jan-90 00:01:00 GMT"], sentAt: sentAt, defaults: Self.defaults)
    #expect(freshness?.timeToLive(at: sentAt) == 60)
  }

  /// Entries stored before the clock was set back are stale.
  @Test func `a clock set back does not extend the lifetime`() throws {
    let freshness = try #require(Freshness([:], sentAt: Self.now, defaults: Self.defaults))
    let earlier = Self.now - .seconds(3_600)
    #expect(!freshness.isFresh(at: earlier))
    #expect(freshness.timeToLive(at: earlier) == 0)
    // Processes that read the clock in another order than they act do not count as a clock set back.
    #expect(freshness.isFresh(at: Self.now - .milliseconds(500)))
  }

  @Test func `sums of times saturate`() {
    #expect(WallTime(milliseconds: .max) + .seconds(1) == WallTime(milliseconds: .max))
    #expect(WallTime(milliseconds: .min) - .seconds(1) == WallTime(milliseconds: .min))
    #expect(WallTime(milliseconds: -1).seconds == -1)
  }

  /// A page is stale from the time at which one of its records was found to be gone.
  @Test(arguments: [("max-age=60", 250, 350), ("max-age=60, must-revalidate", 0, 0), ("max-age=60, stale-while-revalidate=5", 55, 350)])
  func `a shorter lifetime does not permit stale use that the origin forbids`(
    control: String, whileRevalidating: Int, ifError: Int
  ) throws {
    let freshness = try #require(Freshness(["cache-control": control], sentAt: Self.now, defaults: Self.defaults))
    let shorter = freshness.stale(from: Self.now + .seconds(10))
    #expect(shorter.freshUntil == Self.now + .seconds(10))
    #expect(shorter.staleWhileRevalidateUntil == shorter.freshUntil + .seconds(whileRevalidating))
    #expect(shorter.staleIfErrorUntil == shorter.freshUntil + .seconds(ifError))
    #expect(shorter.satisfies(Validation(maxStale: .max), at: Self.now + .seconds(20)) == (ifError > 0))
  }
}
