import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Cache

/// The rules as pure tables.
@Suite struct CachingRuleTests {
  private static let start = WallTime(seconds: 1_700_000_000)
  private static let luke = Reference(.people, 1)

  @Test(arguments: CachingRule.all)
  func `a request is decided by the rule`(_ rule: CachingRule) throws {
    #expect(try Self.outcome(of: rule) == rule.outcome)
  }

  private static func outcome(of rule: CachingRule) throws -> CachingRule.Outcome {
    let content = rule.status == 200 ? FakeSource.record(luke, "Luke").bytes() : Problem(rule.status, "not found").json.bytes()
    let reply = Reply(rule.status, fields: rule.response, content: content)
    let sent = FetchedReply.SentRequest(key: .record(luke), sentAt: start)
    guard case .storable(let writes) = FetchedReply(reply, to: sent, lifetimes: CachingRule.lifetimes) else { return .notStored }
    let entry = try #require(writes.first).entry
    var request = RecordRequest(luke).request
    for name in rule.request.names { request.fields[name] = rule.request[name] }
    let validation = try #require(try CacheQuery(request, kinds: .standard)).validation
    let now = start + .seconds(rule.after)
    let timeToLive = entry.freshness.timeToLive(at: now)
    switch CacheDecision(for: validation, stored: entry, at: now) {
    case .serve:
      if entry.freshness.isFresh(at: now) { return .fresh(timeToLive) }
      return .stale(timeToLive, entry.freshness.satisfies(validation, at: now) ? .maxStale : .onlyIfCached)
    case .serveWhileRevalidating: return .stale(timeToLive, .staleWhileRevalidate)
    case .fetch(let reason): return .fetch(reason)
    case .refuse: return .refused
    }
  }

  /// Fields of a 304 answer, the tag of the stored entry, and the tag afterwards; `nil` if the answer does not confirm the entry
  /// (RFC 9111 section 4.3.4).
  @Test(
    arguments: [
      ([:], "\"1\"", "\"1\""), (["etag": "\"1\""], "\"1\"", "\"1\""), (["etag": "W/\"2\""], "\"1\"", nil),
      (["etag": "W/\"2\""], "W/\"1\"", nil), (["etag": "W/\"1\""], "\"1\"", "W/\"1\""), (["etag": "W/\"1\""], nil, "W/\"1\""),
      (["etag": "\"2\""], "\"1\"", nil), (["etag": "\"2\""], "W/\"1\"", nil),
      (["etag": "\"1\""], nil, nil), (["last-modified": "Sun, 06 Nov 1994 08:49:37 GMT"], "\"1\"", "\"1\""),
      (["cache-control": "max-age=20"], "\"1\"", "\"1\""), (["age": "30"], "\"1\"", "\"1\""),
      (["last-modified": date, "etag": "\"1\""], "\"1\"", "\"1\""), (["last-modified": "Sun, 06 Nov 1994 08:59:37 GMT"], "\"1\"", nil),
    ] as [(Fields, String?, String?)])
  func `a 304 confirms the entry with the same tag, or without one the entry of the same date`(
    _ fields: Fields, _ stored: String?, _ expected: String?
  ) {
    var entry = CacheEntry.sample(FakeSource.record(Self.luke, "Luke").text(), tag: stored, at: Self.start)
    entry.lastModified = Self.date
    let sent = FetchedReply.SentRequest(key: .record(Self.luke), stored: entry, sentAt: Self.start)
    let fetched = FetchedReply(Reply(304, fields: fields), to: sent, lifetimes: CachingRule.lifetimes)
    guard let expected else {
      #expect(fetched == .unconfirmed)
      return
    }
    guard case .storable(let writes) = fetched else {
      Issue.record("\(fetched)")
      return
    }
    #expect(writes.first?.entry.entityTag == expected)
    #expect(writes.first?.entry.body == entry.body)
  }

  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  /// The fields of an answer, those of the 304 that confirms it, and the seconds of its lifetime and of its extensions afterwards
  /// (RFC 9111 sections 3.2 and 4.3.4: what the 304 does not say stays in force).
  @Test(
    arguments: [
      ([:], [:], 100, 200, 300), (["cache-control": "max-age=60"], [:], 60, 200, 300),
      (["cache-control": "max-age=60, must-revalidate"], [:], 60, 0, 0), (["cache-control": "no-cache"], [:], 0, 0, 0),
      (["cache-control": "s-maxage=60"], ["etag": "\"1\""], 60, 0, 0), (["cache-control": "proxy-revalidate"], ["age": "0"], 100, 0, 0),
      (["cache-control": "max-age=60, stale-while-revalidate=5, stale-if-error=6"], [:], 60, 5, 6),
      (["cache-control": "max-age=60, must-revalidate"], ["cache-control": "max-age=20"], 20, 200, 300),
      (["cache-control": "max-age=60, must-revalidate"], ["cache-control": ""], 100, 200, 300),
      (["expires": "Sun, 06 Nov 1994 08:50:37 GMT", "date": date], ["date": "Sun, 06 Nov 1994 08:50:17 GMT"], 20, 200, 300),
      (["expires": "0"], ["expires": "Sun, 06 Nov 1994 08:50:37 GMT", "date": date], 60, 200, 300),
      (["last-modified": "Sun, 06 Nov 1994 08:36:17 GMT", "date": date], ["date": date], 80, 200, 300),
    ] as [(Fields, Fields, Int64, Int64, Int64)])
  func `a 304 leaves the fields that it lacks in force`(
    _ fields: Fields, _ confirmation: Fields, _ lifetime: Int64, _ whileRevalidating: Int64, _ ifError: Int64
  ) throws {
    let content = FakeSource.record(Self.luke, "Luke").bytes()
    var tagged = fields
    tagged["etag"] = "\"1\""
    let first = FetchedReply.SentRequest(key: .record(Self.luke), sentAt: Self.start)
    guard
      case .storable(let writes) = FetchedReply(Reply(200, fields: tagged, content: content), to: first, lifetimes: CachingRule.lifetimes)
    else {
      Issue.record("not stored")
      return
    }
    var entry = try #require(writes.first).entry
    // Twice, because a 304 is stored as well.
    for second in 1...2 {
      let now = Self.start + .seconds(1_000 * second)
      let sent = FetchedReply.SentRequest(key: .record(Self.luke), stored: entry, sentAt: now)
      guard case .storable(let writes) = FetchedReply(Reply(304, fields: confirmation), to: sent, lifetimes: CachingRule.lifetimes) else {
        Issue.record("not confirmed")
        return
      }
      entry = try #require(writes.first).entry
      let freshness = entry.freshness
      #expect(freshness.freshUntil == now + .seconds(lifetime))
      #expect(freshness.staleWhileRevalidateUntil == now + .seconds(lifetime + whileRevalidating))
      #expect(freshness.staleIfErrorUntil == now + .seconds(lifetime + ifError))
    }
  }

  /// Failures are not stored (RFC 9111 section 3 permits it only for final statuses that the cache understands).
  @Test(arguments: [206, 301, 400, 401, 403, 429, 451, 500, 503]) func `other statuses are not stored`(_ status: Int) {
    let sent = FetchedReply.SentRequest(key: .record(Self.luke), sentAt: Self.start)
    let reply = Reply(status, fields: ["cache-control": "max-age=60"], content: Problem(status, "x").json.bytes())
    if case .failed = FetchedReply(reply, to: sent, lifetimes: CachingRule.lifetimes) { return }
    Issue.record("\(status) was stored")
  }
}
