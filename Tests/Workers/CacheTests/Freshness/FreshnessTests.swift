import Contracts
import MessageBus
import Testing

@testable import Cache

/// Freshness by RFC 9111 section 4.2 and RFC 5861.
@Suite struct FreshnessTests {
  static let now = WallTime(seconds: 784_111_777)
  static let defaults = Lifetime(fresh: .seconds(100), staleWhileRevalidate: .seconds(200), staleIfError: .seconds(300))

  struct Case: Sendable, CustomTestStringConvertible {
    let fields: Fields
    /// In seconds: the age on arrival, then the remaining time fresh, within stale-while-revalidate and within stale-if-error.
    let expected: [Int64]
    var testDescription: String { fields.text }
  }

  @Test(arguments: [
    Case(fields: [:], expected: [0, 100, 300, 400]),
    Case(fields: ["age": "30"], expected: [30, 70, 270, 370]),
    Case(fields: ["age": "soon"], expected: [0, 100, 300, 400]),
    Case(fields: ["cache-control": "max-age=60"], expected: [0, 60, 260, 360]),
    Case(fields: ["cache-control": "max-age=60", "age": "80"], expected: [80, -20, 180, 280]),
    Case(fields: ["cache-control": "public, s-maxage=10, max-age=60"], expected: [0, 10, 10, 10]),
    Case(fields: ["cache-control": "max-age=\"60\""], expected: [0, 60, 260, 360]),
    Case(fields: ["cache-control": "MAX-AGE=60"], expected: [0, 60, 260, 360]),
    Case(fields: ["cache-control": "max-age=-1"], expected: [0, 0, 200, 300]),
    Case(fields: ["cache-control": "max-age=99999999999999999999"], expected: [0, 31_536_000, 31_536_200, 31_536_300]),
    Case(fields: ["cache-control": "max-age=60, stale-while-revalidate=5, stale-if-error=7"], expected: [0, 60, 65, 67]),
    Case(fields: ["cache-control": "max-age=60, must-revalidate"], expected: [0, 60, 60, 60]),
    Case(
      fields: ["cache-control": "max-age=60, stale-while-revalidate=99999999999", "age": "99999999999"],
      expected: [31_536_000, -31_535_940, 60, -31_535_640]),
    Case(fields: ["expires": "Sun, 06 Nov 2094 08:49:37 GMT"], expected: [0, 31_536_000, 31_536_200, 31_536_300]),
    Case(fields: ["vary": "accept, accept-language"], expected: [0, 100, 300, 400]),
    Case(fields: ["cache-control": "no-cache"], expected: [0, 0, 0, 0]),
    Case(fields: ["cache-control": "no-cache, max-age=60"], expected: [0, 0, 0, 0]),
    Case(
      fields: ["expires": "Sun, 06 Nov 1994 08:50:37 GMT", "date": "Sun, 06 Nov 1994 08:49:37 GMT"], expected: [0, 60, 260, 360]),
    Case(fields: ["expires": "Sun, 06 Nov 1994 08:49:47 GMT"], expected: [0, 10, 210, 310]),
    Case(fields: ["expires": "0"], expected: [0, 0, 200, 300]),
    Case(fields: ["expires": "Sun, 06 Nov 1994 08:50:37 GMT", "cache-control": "max-age=5"], expected: [0, 5, 205, 305]),
  ])
  func `freshness follows the fields of the reply`(_ row: Case) throws {
    let freshness = try #require(Freshness(row.fields, sentAt: Self.now, defaults: Self.defaults))
    let spans = [freshness.freshUntil, freshness.staleWhileRevalidateUntil, freshness.staleIfErrorUntil].map {
      $0.seconds - Self.now.seconds
    }
    #expect([freshness.age(at: Self.now)] + spans == row.expected)
  }

  /// 2090-01-01T00:00:00Z. The clock of this machine has no part in it.
  @Test func `years of two digits are read at the time of the request`() {
    let sentAt = WallTime(seconds: 3_786_912_000)
    let freshness = Freshness(["expires": "Sunday, 01-Jan-90 00:01:00 GMT"], sentAt: sentAt, defaults: Self.defaults)
    #expect(freshness?.timeToLive(at: sentAt) == 60)
  }

  @Test(arguments: ["no-store", "private", "max-age=60, No-Store"])
  func `no-store and private forbid storing`(_ control: String) {
    #expect(Freshness(["cache-control": control], sentAt: Self.now, defaults: Self.defaults) == nil)
  }

  @Test(arguments: ["*", "accept, *", " * "])
  func `a star in vary forbids storing`(_ vary: String) {
    #expect(Freshness(["vary": vary], sentAt: Self.now, defaults: Self.defaults) == nil)
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

  @Test func `age and time to live follow the clock`() throws {
    let freshness = try #require(Freshness([:], sentAt: Self.now, defaults: Self.defaults))
    let later = Self.now + .milliseconds(100_500)
    #expect(freshness.isFresh(at: Self.now + .milliseconds(99_999)))
    #expect(!freshness.isFresh(at: Self.now + .seconds(100)))
    #expect(freshness.age(at: later) == 100)
    #expect(freshness.timeToLive(at: later) == -1)
    // A clock set back does not make the age negative.
    #expect(freshness.age(at: Self.now - .seconds(5)) == 0)
  }

  @Test func `combined freshness has the earliest times`() throws {
    let early = try #require(Freshness([:], sentAt: Self.now, defaults: Self.defaults))
    let late = try #require(Freshness(["cache-control": "max-age=5"], sentAt: Self.now + .seconds(50), defaults: Self.defaults))
    let both = early.combined(with: late)
    #expect(both.validatedAt == early.validatedAt)
    #expect(both.freshUntil == late.freshUntil)
    #expect(both == late.combined(with: early))
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
