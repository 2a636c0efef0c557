import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Cache

/// Decisions on stored entries, and how an answer reports them. ``CachingRule`` has the rows of the table of ``CacheDecision``.
@Suite struct CacheDecisionTests {
  static let start = WallTime(seconds: 1_700_000_000)
  static let fresh = start + .seconds(10)
  static let whileRevalidating = start + .seconds(4_000)
  static let onError = start + .seconds(8_000)
  static let tooOld = start + .seconds(11_000)

  @Test(
    arguments: [
      (500, nil, whileRevalidating, true), (502, nil, onError, true), (503, nil, fresh, true), (504, nil, tooOld, false),
      (429, nil, onError, true), (404, nil, fresh, false), (400, nil, fresh, false), (502, 500, onError, true), (502, 408, onError, true),
      (502, 200, onError, true), (502, 401, onError, false), (502, 403, fresh, false), (502, 451, onError, false),
    ] as [(Int, Int?, WallTime, Bool)])
  func `a stored entry is served instead of failures only`(_ status: Int, _ origin: Int?, _ now: WallTime, _ expected: Bool) {
    var problem = Problem(status, "x")
    problem.extensions["originStatus"] = origin.map { .number($0) }
    #expect(CacheDecision.mayServe(.sample(at: Self.start), insteadOf: problem, at: now) == expected)
  }

  /// A search text may contain what separates parameters.
  @Test func `a key is a string of RFC 8941`() {
    let key = CacheKey.page(ListPage(.people, 2, search: "a\"; detail=x, \\é"))
    let field = CacheStatus.local().field(for: key)
    #expect(field == #"holocron; key="/people?page=2&search=a%22%3B%20detail%3Dx%2C%20%5C%C3%A9""#)
    #expect(CachedResponse(body: [], cacheStatus: field).cacheDetail == nil)
  }

  /// The status of an answer made from several entries.
  @Test(
    arguments: [
      (.hit(timeToLive: 5, detail: nil), .hit(timeToLive: -3, detail: .staleWhileRevalidate), "hit; ttl=-3; detail=stale-while-revalidate"),
      (
        .hit(timeToLive: 5, detail: nil), .fetched(status: 200, stored: true).forwarded(.miss), "fwd=miss; fwd-status=200; stored"
      ),
      (
        .fetched(status: 304, stored: true).forwarded(.stale, collapsed: true), .fetched(status: 200).forwarded(.miss),
        "fwd=stale; fwd-status=304"
      ),
      (
        .fetched(status: 502).forwarded(.stale).serving(timeToLive: -9, detail: .staleIfError),
        .fetched(status: 200, stored: true).forwarded(.miss), "fwd=stale; fwd-status=502; ttl=-9; detail=stale-if-error"
      ),
      (.local(), .hit(timeToLive: 5, detail: nil), "hit; ttl=5"), (.local(), .local(.onlyIfCached), "detail=only-if-cached"),
    ] as [(CacheStatus, CacheStatus, String)])
  func `of two statuses the one that was forwarded counts`(_ one: CacheStatus, _ other: CacheStatus, _ expected: String) {
    #expect(one.combined(with: other).field(for: nil) == "holocron; \(expected)")
  }

  @Test func `lifetimes depend on kind, search and status`() {
    var lifetimes = Lifetimes()
    lifetimes.byKind[.people] = .seconds(60)
    let person = CacheKey.record(Reference(.people, 1))
    let droid = CacheKey.record(Reference(.droids, 1))
    #expect(lifetimes.lifetime(for: person, status: 200).fresh == .seconds(60))
    #expect(lifetimes.lifetime(for: droid, status: 200).fresh == .seconds(86_400))
    #expect(lifetimes.lifetime(for: .page(ListPage(.droids, search: "r2")), status: 200).fresh == .seconds(3_600))
    #expect(lifetimes.lifetime(for: .page(ListPage(.people, search: "r2")), status: 200).fresh == .seconds(60))
    let missing = lifetimes.lifetime(for: person, status: 404)
    #expect(missing == Lifetime(fresh: .seconds(300), staleWhileRevalidate: .zero, staleIfError: .zero))
    lifetimes.notFound = .zero
    #expect(lifetimes.lifetime(for: person, status: 404).fresh == .zero)
  }
}

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
