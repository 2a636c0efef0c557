import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Cache

/// What RFC 9111, RFC 5861 or RFC 9211 says of one stored answer and one request.
struct CachingRule: Sendable, CustomTestStringConvertible {
  /// The section and the rule.
  let testDescription: String
  /// Status and fields of the origin's answer.
  private(set) var status = 200
  private(set) var response: Fields = [:]
  /// Seconds between the answer and the request.
  let after: Int64
  let request: Fields
  /// `not stored`; `fresh` or `stale` with the seconds left and why it is served; `fetch` with the reason; or `refused`: 504.
  let outcome: String

  /// An answer without explicit lifetime is fresh for 100 seconds, may then be served for 200 while it is revalidated, and for 300 if the
  /// origin fails; a missing record counts for 50.
  static let lifetimes: Lifetimes = {
    var lifetimes = Lifetimes()
    lifetimes.standard = .seconds(100)
    lifetimes.notFound = .seconds(50)
    lifetimes.staleWhileRevalidate = .seconds(200)
    lifetimes.staleIfError = .seconds(300)
    return lifetimes
  }()

  /// Reads a row of ``table``.
  private init(_ row: Substring) {
    let columns = row.split(separator: "|").map {
      $0.dropFirst($0.first == " " ? 1 : 0).split(separator: "; ").map { $0.last == " " ? $0.dropLast() : $0 }
    }
    func fields(_ column: [Substring]) -> Fields {
      column.reduce(into: [:]) { fields, field in
        let sides = field.split(separator: ": ", maxSplits: 1)
        fields[sides.count == 2 ? String(sides[0]) : "cache-control"] = sides.last.map(String.init)
      }
    }
    testDescription = "\(columns[0][0]): \(columns[5][0])"
    (after, outcome) = (Int64(columns[2][0]) ?? -1, String(columns[4][0]))
    request = fields(columns[3])
    let code = columns[1].first.flatMap { Int($0) }
    status = code ?? 200
    response = fields(Array(columns[1].dropFirst(code == nil ? 0 : 1)))
  }

  static let all = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { CachingRule($0) }

  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let minuteLater = "Sun, 06 Nov 1994 08:50:37 GMT"
  /// 800 seconds before the date.
  private static let earlier = "Sun, 06 Nov 1994 08:36:17 GMT"

  /// Section, answer, seconds until the request, request, outcome, rule. A field without a name is `cache-control`.
  private static let table = """
    # Which answers are stored (RFC 9111 sections 3, 4.1 and 5.2.2).
    3 | | 0 | | fresh 100 | an answer without fields is stored
    5.2.2.5 | no-store | 0 | | not stored | no-store forbids storing
    5.2.2.5 | max-age=60, no-store | 0 | | not stored | a lifetime does not weaken no-store
    5.2 | No-Store | 0 | | not stored | names of directives are case-insensitive
    5.2.2.7 | private, max-age=60 | 0 | | not stored | a shared cache does not store private answers
    5.2.2.7 | private="x-a" | 0 | | not stored | private with names of fields may be treated as private
    5.2.2.3 | no-store, must-understand, max-age=50 | 0 | | fresh 50 | must-understand overrides no-store, and keeps the lifetime
    5.2.2.3 | must-understand, private | 0 | | not stored | must-understand does not override private
    5.2.3 | community="no-store, private" | 0 | | fresh 100 | an argument of an unknown directive is not a directive
    5.2 | , ,no-store, , | 0 | | not stored | empty list elements are ignored
    4.1 | vary: accept, * | 0 | | not stored | no request matches a star
    4.1 | vary: Accept-Language, User-Agent, Cookie | 0 | | fresh 100 | all requests to an origin have the same fields
    4.1 | vary: x-* | 0 | | fresh 100 | a name that contains a star is a name
    5.4 | pragma: no-cache | 0 | | fresh 100 | pragma in an answer is not specified
    3 | 404 | 0 | | fresh 50 | a missing record is stored for a while
    3 | 410 | 0 | | fresh 50 | a record that is gone is stored for a while
    4.2.1 | 404; max-age=20 | 0 | | fresh 20 | a missing record has the lifetime of its fields
    5.2.2.5 | 404; no-store | 0 | | not stored | no-store holds for a missing record
    4.2.4 | 404 | 80 | | fetch stale | a missing record is never served stale
    5.2.1.5 | | 30 | no-store | fresh 70 | no-store of a request does not exclude a stored answer
    5.2.1.5 | | 350 | no-store | fetch stale | no-store of a request does not prolong a stored answer
    # How long an answer is fresh, if its directives say so (RFC 9111 section 4.2.1).
    4.2.1 | max-age=60, s-maxage=40 | 0 | | fresh 40 | s-maxage is before max-age
    5.2.2.10 | max-age=60, s-maxage=90 | 0 | | fresh 90 | a longer s-maxage counts as well
    4.2.1 | max-age=6000 | 0 | | fresh 6000 | max-age may exceed the default
    5.2 | max-age="60" | 0 | | fresh 60 | an argument may be quoted
    1.2.2 | max-age=0060 | 0 | | fresh 60 | leading zeros do not matter
    4.2.1 | max-age=60, max-age=90 | 0 | | fresh 60 | of several directives the first counts
    1.2.2 | max-age=99999999999999999999 | 0 | | fresh 31536000 | a number that overflows is a large one
    1.2.2 | max-age=2147483648 | 0 | | fresh 31536000 | a lifetime is a year at most
    4.2.1 | max-age=0 | 5 | | stale -5 stale-while-revalidate | zero seconds are over at once
    4.2.1 | max-age=-1 | 5 | | stale -5 stale-while-revalidate | a negative number is stale
    4.2.1 | max-age=60.5 | 5 | | stale -5 stale-while-revalidate | a fraction is stale
    4.2.1 | max-age | 5 | | stale -5 stale-while-revalidate | a missing number is stale
    4.2.1 | s-maxage=soon, max-age=60 | 5 | | fetch stale | an invalid s-maxage is stale
    5.2.2.1 | max-age=60 | 80 | | stale -20 stale-while-revalidate | the lifetime is over in time
    # How long an answer is fresh by its other fields, and how old it is when it arrives (RFC 9111 sections 4.2.2, 4.2.3, 5.1 and 5.3).
    4.2.1 | expires: \(minuteLater); date: \(date) | 0 | | fresh 60 | expires minus date is the lifetime
    5.3 | s-maxage=40; expires: \(minuteLater); date: \(date) | 0 | | fresh 40 | s-maxage is before expires
    5.3 | max-age=60; expires: 0 | 0 | | fresh 60 | max-age is before an expires of the past
    5.3 | expires: \(date); date: \(date) | 5 | | stale -5 stale-while-revalidate | expires at the date is over
    5.3 | expires: \(earlier); date: \(date) | 5 | | stale -5 stale-while-revalidate | expires before the date is over
    5.3 | expires: Sun, 06 Nov 2094 08:49:37 | 5 | | stale -5 stale-while-revalidate | an expires without GMT is over
    4.2 | expires: Sunday, 06-Nov-94 08:50:37 GMT; date: \(date) | 0 | | fresh 60 | an obsolete date counts as well
    4.2 | expires: Sun Nov  6 08:50:37 1994; date: \(date) | 0 | | fresh 60 | also that of asctime
    5.3 | expires: Sun, 06 Nov 2094 08:49:37 GMT; date: \(date) | 0 | | fresh 31536000 | a far expires is a year
    5.3 | expires: \(minuteLater); date: yesterday | 5 | | stale -5 stale-while-revalidate | an invalid date counts as now
    4.2.2 | last-modified: \(earlier); date: \(date) | 0 | | fresh 80 | a tenth of the time since the change
    4.2.2 | last-modified: Mon, 07 Nov 1983 08:36:17 GMT; date: \(date) | 0 | | fresh 100 | never longer than the default
    4.2.2 | last-modified: \(minuteLater); date: \(date) | 0 | | fresh 60 | never shorter than a minute
    4.2.2 | last-modified: once; date: \(date) | 0 | | fresh 100 | an invalid change says nothing
    4.2.2 | last-modified: \(earlier); date: \(date); max-age=90 | 0 | | fresh 90 | not with an explicit lifetime
    5.2.2.2 | last-modified: \(earlier); date: \(date); must-revalidate | 95 | | fetch stale | must-revalidate holds as well
    4.2.3 | age: 30 | 0 | | fresh 70 | the age of the answer counts
    4.2.3 | max-age=60; age: 20 | 0 | | fresh 40 | the age counts towards max-age
    4.2.3 | expires: \(minuteLater); date: \(date); age: 20 | 0 | | fresh 40 | the age counts towards expires
    4.2.3 | max-age=60; age: 80 | 0 | | stale -20 stale-while-revalidate | an answer may be stale on arrival
    5.1 | age: soon | 0 | | fresh 100 | an invalid age is ignored
    5.1 | age: 30, 40 | 0 | | fresh 70 | of a list the first value counts
    1.2.2 | age: 99999999999999999999 | 0 | | fetch stale | an age that overflows is a large one
    # Not as in section 4.2.3, on purpose: see "The Date of an answer is not its age" in DECISIONS.md.
    4.2.3 | date: \(date) | 0 | | fresh 100 | without an age, an old date does not make an answer old
    # Stale answers (RFC 9111 sections 4.2.4 and 5.2.2).
    5.2.2.2 | must-revalidate | 30 | | fresh 70 | must-revalidate does not concern fresh answers
    5.2.2.2 | must-revalidate | 150 | | fetch stale | must-revalidate forbids stale answers
    5.2.2.8 | proxy-revalidate | 150 | | fetch stale | proxy-revalidate forbids a shared cache stale answers
    5.2.2.10 | s-maxage=60, max-age=300 | 80 | | fetch stale | s-maxage implies proxy-revalidate
    5.2.2.4 | no-cache | 0 | | fetch stale | no-cache needs a validation each time
    5.2.2.4 | no-cache, max-age=60, s-maxage=60 | 0 | | fetch stale | a lifetime does not weaken no-cache
    5.2.2.4 | no-cache="x-a" | 0 | | fetch stale | no-cache with names of fields may be treated as no-cache
    5.2.2.6 | no-transform, max-age=60 | 0 | | fresh 60 | no-transform changes nothing
    8246 2 | max-age=60, immutable | 80 | | stale -20 stale-while-revalidate | immutable changes nothing
    # Extensions of the lifetime (RFC 5861 sections 3 and 4).
    5861 3 | | 150 | | stale -50 stale-while-revalidate | the default permits stale answers for a while
    5861 3 | | 350 | | fetch stale | the default ends
    5861 3 | max-age=60, stale-while-revalidate=40 | 80 | | stale -20 stale-while-revalidate | stale-while-revalidate is that while
    5861 3 | max-age=60, stale-while-revalidate=40 | 120 | | fetch stale | stale-while-revalidate ends
    5861 3 | max-age=60, stale-while-revalidate=900 | 500 | | stale -440 stale-while-revalidate | it may exceed the default
    5861 3 | max-age=60, stale-while-revalidate=0 | 80 | | fetch stale | zero permits none
    5861 3 | max-age=60, stale-while-revalidate=long | 80 | | fetch stale | an invalid number permits none
    5861 3 | max-age=60, stale-while-revalidate=40, must-revalidate | 80 | | fetch stale | never against must-revalidate
    5861 3 | s-maxage=60, stale-while-revalidate=40 | 80 | | fetch stale | never against s-maxage
    5861 4 | max-age=60, stale-while-revalidate=0, stale-if-error=900 | 80 | | fetch stale | nothing while the origin works
    5861 3 | max-age=60, stale-while-revalidate=40; age: 90 | 0 | | stale -30 stale-while-revalidate | extensions begin with the age
    # What a request demands of the age (RFC 9111 sections 5.2.1.1, 5.2.1.3, 5.2.1.4, 5.2.1.6 and 5.4).
    5.2.1.1 | | 30 | max-age=50 | fresh 70 | an answer within max-age
    5.2.1.1 | | 60 | Max-Age="50" | fetch request | an answer beyond max-age
    5.2.1.1 | | 5 | max-age=0 | fetch request | max-age=0 asks the origin
    5.2.1.1 | | 150 | max-age=500 | fetch stale | max-age excludes stale answers
    5.2.1.1 | | 150 | max-age=500, max-stale | stale -50 max-stale | unless max-stale includes them
    5.2.1.1 | | 150 | max-age=120, max-stale | fetch stale | max-age holds with max-stale
    1.2.2 | | 60 | max-age=99999999999999999999 | fresh 40 | a number of a request that overflows is a large one
    5.2.1.1 | | 60 | max-age=soon | fetch request | an invalid number accepts no age
    5.2.1.3 | | 30 | min-fresh=50, max-age=60 | fresh 70 | an answer that stays fresh
    5.2.1.3 | | 30 | min-fresh=90 | fetch request | an answer that does not stay fresh
    5.2.1.3 | | 150 | min-fresh=10 | fetch stale | min-fresh excludes stale answers
    5.2.1.4 | | 5 | max-age=500, No-Cache | fetch request | no-cache asks the origin
    5.2.1.4 | | 150 | no-cache | fetch stale | no-cache of a stale answer
    8246 2 | immutable | 5 | no-cache | fetch request | immutable does not stop a demand for validation
    5.2.1.6 | | 30 | no-transform | fresh 70 | no-transform of a request changes nothing
    5.2.3 | | 30 | fast, x="no-cache" | fresh 70 | unknown directives of a request are ignored
    5.4 | | 5 | pragma: no-cache | fetch request | pragma is no-cache
    5.4 | | 5 | pragma: no-cache; max-age=50 | fresh 95 | pragma is ignored beside cache-control
    # Which stale answers a request accepts (RFC 9111 section 5.2.1.2).
    5.2.1.2 | | 900 | max-stale | stale -800 max-stale | max-stale accepts any, also beyond stale-if-error
    5.2.1.2 | | 150 | max-stale=100 | stale -50 max-stale | an answer within max-stale
    5.2.1.2 | | 150 | max-stale=20 | fetch stale | an answer beyond max-stale
    5.2.1.2 | | 150 | max-stale=long | fetch stale | an invalid number accepts none
    5.2.2.2 | must-revalidate | 150 | max-stale | fetch stale | must-revalidate is stronger
    5.2.2.10 | s-maxage=60 | 80 | max-stale | fetch stale | s-maxage is stronger
    5.2.2.4 | no-cache | 5 | max-stale | fetch stale | no-cache of the answer is stronger
    5.2.1.4 | | 150 | max-stale, no-cache | fetch stale | no-cache of the request is stronger
    5.2.1.3 | | 150 | max-stale, min-fresh=10 | fetch stale | min-fresh is stronger
    4.2.4 | 404 | 80 | max-stale | fetch stale | a missing record is not served stale
    # Requests that forbid asking the origin (RFC 9111 section 5.2.1.7).
    5.2.1.7 | | 30 | only-if-cached, max-age=50 | fresh 70 | a fresh answer
    5.2.1.7 | | 150 | only-if-cached | stale -50 only-if-cached | a stale answer
    5.2.1.7 | | 350 | only-if-cached | stale -250 only-if-cached | an answer that may be served on errors
    5.2.1.7 | | 450 | Only-If-Cached | refused | an answer that is too old
    5.2.1.7 | must-revalidate | 150 | only-if-cached | refused | not against must-revalidate
    5.2.1.7 | | 5 | only-if-cached, no-cache | refused | not against no-cache of the request
    5.2.1.7 | | 60 | only-if-cached, max-age=50 | refused | beyond max-age
    5.2.1.7 | | 30 | only-if-cached, min-fresh=90 | refused | not fresh for long enough
    5.2.1.7 | | 150 | only-if-cached, max-stale=100 | stale -50 max-stale | within max-stale
    5.2.1.7 | 404 | 80 | only-if-cached | refused | a missing record that is too old
    """
}

/// The rules as pure tables.
@Suite struct CachingRuleTests {
  private static let start = WallTime(seconds: 1_700_000_000)
  private static let luke = Reference(.people, 1)

  @Test(arguments: CachingRule.all)
  func `a request is decided by the rule`(_ rule: CachingRule) throws {
    #expect(try Self.outcome(of: rule) == rule.outcome)
  }

  private static func outcome(of rule: CachingRule) throws -> String {
    let content = rule.status == 200 ? FakeSource.record(luke, "Luke").bytes() : Problem(rule.status, "not found").json.bytes()
    let reply = Reply(rule.status, fields: rule.response, content: content)
    let sent = FetchedReply.SentRequest(key: .record(luke), sentAt: start)
    guard case .storable(let writes) = FetchedReply(reply, to: sent, lifetimes: CachingRule.lifetimes) else { return "not stored" }
    let entry = try #require(writes.first).entry
    var request = RecordRequest(luke).request
    for name in rule.request.names { request.fields[name] = rule.request[name] }
    let validation = try #require(try CacheQuery(request, kinds: .standard)).validation
    let now = start + .seconds(rule.after)
    let timeToLive = entry.freshness.timeToLive(at: now)
    switch CacheDecision(for: validation, stored: entry, at: now) {
    case .serve:
      if entry.freshness.isFresh(at: now) { return "fresh \(timeToLive)" }
      return "stale \(timeToLive) \(entry.freshness.satisfies(validation, at: now) ? "max-stale" : "only-if-cached")"
    case .serveWhileRevalidating: return "stale \(timeToLive) stale-while-revalidate"
    case .fetch(let reason): return "fetch \(reason.rawValue)"
    case .refuse: return "refused"
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
