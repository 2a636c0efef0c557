import Contracts
import Models
import Testing

@testable import Cache

/// The table in `Decision`, row by row.
@Suite struct DecisionTests {
  static let start = WallTime(seconds: 1_700_000_000)
  static let fresh = start + .seconds(10)
  static let servedStale = start + .seconds(4_000)
  static let keptForErrors = start + .seconds(8_000)
  static let tooOld = start + .seconds(11_000)

  static let plain = Validation()
  static let noCache = Validation(revalidate: true)
  static let onlyIfCached = Validation(onlyIfCached: true)
  static let impossible = Validation(revalidate: true, onlyIfCached: true)

  @Test(arguments: [
    (fresh, plain, Decision.serve), (servedStale, plain, .serveWhileRevalidating), (keptForErrors, plain, .fetch(.stale)),
    (tooOld, plain, .fetch(.stale)),
    (fresh, noCache, .fetch(.request)), (servedStale, noCache, .fetch(.request)), (tooOld, noCache, .fetch(.request)),
    (fresh, onlyIfCached, .serve), (servedStale, onlyIfCached, .serve), (keptForErrors, onlyIfCached, .serve),
    (tooOld, onlyIfCached, .refuse),
    (fresh, impossible, .refuse), (tooOld, impossible, .refuse),
  ])
  func stored(_ now: WallTime, _ asked: Validation, _ expected: Decision) {
    #expect(Decision(stored: .sample(at: Self.start), asked: asked, at: now) == expected)
  }

  @Test(arguments: [(plain, Decision.fetch(.miss)), (noCache, .fetch(.miss)), (onlyIfCached, .refuse), (impossible, .refuse)])
  func nothingStored(_ asked: Validation, _ expected: Decision) {
    #expect(Decision(stored: nil, asked: asked, at: Self.start) == expected)
  }

  @Test(arguments: [
    (500, servedStale, true), (502, keptForErrors, true), (503, fresh, true), (504, tooOld, false), (429, keptForErrors, true),
    (404, fresh, false), (400, fresh, false),
  ])
  func standingIn(_ status: Int, _ now: WallTime, _ expected: Bool) {
    #expect(Decision.mayServe(.sample(at: Self.start), insteadOf: status, at: now) == expected)
  }

  @Test(arguments: [
    (CacheStatus.hit(timeToLive: 86_000, detail: nil), "holocron; hit; ttl=86000"),
    (.hit(timeToLive: -20, detail: .staleIfError), "holocron; hit; ttl=-20; detail=stale-if-error"),
    (.forwarded(.miss, status: 200, stored: true, collapsed: false), "holocron; fwd=miss; fwd-status=200; stored"),
    (.forwarded(.stale, status: 304, stored: true, collapsed: true), "holocron; fwd=stale; fwd-status=304; stored; collapsed"),
    (.forwarded(.request, status: nil, stored: false, collapsed: false), "holocron; fwd=request"),
  ])
  func statusFields(_ status: CacheStatus, _ field: String) {
    #expect(status.field == field)
  }

  @Test(
    arguments: [
      ("\"a\"", "\"a\"", true), ("\"b\"", "\"a\"", false), ("W/\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true),
      ("\"x\", \"a\"", "\"a\"", true),
      ("\"x,y\", W/\"a,b\"", "\"a,b\"", true), ("*", "\"a\"", true), ("*", nil, true), ("\"a\"", nil, false), ("a", "\"a\"", false),
      ("\"a", "\"a\"", false),
      ("", "\"a\"", false),
    ] as [(String, String?, Bool)])
  func entityTags(_ field: String, _ tag: String?, _ expected: Bool) {
    #expect(EntityTag.matches(field, tag) == expected)
  }

  @Test func lifetimesByKey() {
    var lifetimes = Lifetimes()
    lifetimes.byKind[.people] = .seconds(60)
    let person = CacheKey.record(Reference(.people, 1))
    let droid = CacheKey.record(Reference(.droids, 1))
    #expect(lifetimes.rule(for: person, status: 200).fresh == .seconds(60))
    #expect(lifetimes.rule(for: droid, status: 200).fresh == .seconds(86_400))
    #expect(lifetimes.rule(for: .page(ListPage(.droids, search: "r2")), status: 200).fresh == .seconds(3_600))
    #expect(lifetimes.rule(for: .page(ListPage(.people, search: "r2")), status: 200).fresh == .seconds(60))
    let missing = lifetimes.rule(for: person, status: 404)
    #expect(missing == Lifetime(fresh: .seconds(300), staleWhileRevalidate: .zero, staleIfError: .zero))
  }
}
