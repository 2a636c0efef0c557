import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Cache

/// The table in `Verdict`, row by row.
@Suite struct VerdictTests {
  static let now = WallTime(seconds: 1_700_000_000)
  static let luke = CacheKey.record(Reference(.people, 1))

  private static let body = FakeSource.record(Reference(.people, 1), "Luke").bytes()

  private func verdict(_ reply: Reply, _ key: CacheKey = luke, seen: CacheEntry? = nil) -> Verdict {
    Verdict(of: reply, to: .init(key: key, seen: seen, at: Self.now, origin: nil), lifetimes: Lifetimes())
  }

  private func writes(_ verdict: Verdict) -> [StoreWrite]? { if case .learnt(let writes) = verdict { writes } else { nil } }
  private func failure(_ verdict: Verdict) -> Problem? { if case .failed(let problem) = verdict { problem } else { nil } }

  @Test func anAnswerIsLearnt() {
    let learnt = writes(verdict(Reply(200, fields: ["etag": "\"1\"", "content-location": "http://o/1"], content: Self.body)))
    #expect(learnt?.count == 1)
    #expect(learnt?.first?.entry.entityTag == "\"1\"")
    #expect(learnt?.first?.entry.location == "http://o/1")
    #expect(learnt?.first?.entry.freshness.freshUntil == Self.now + .seconds(86_400))
  }

  @Test func aPageBringsItsRecords() {
    let items: [JSON] = [FakeSource.record(Reference(.people, 1), "A"), FakeSource.record(Reference(.people, 4), "Å")]
    let page = PageBody(kind: .people, page: 1, pages: 1, count: 2, items: items)
    let learnt = writes(verdict(Reply(200, fields: ["etag": "\"1\""], content: page.json.bytes()), .page(ListPage(.people))))
    #expect(learnt?.map { "\($0.key)" } == ["/people", "/people/1", "/people/4"])
    #expect(learnt?.map(\.entry.entityTag) == ["\"1\"", nil, nil])
    #expect(learnt?.dropFirst().map(\.entry.body) == items.map { $0.bytes() })
  }

  @Test(arguments: [
    "not json", "{}", "", #"{"kind":"people","page":1,"pages":1,"count":1,"items":[{}]}"#,
    #"{"kind":"people","page":1,"pages":1,"count":1,"items":[{"kind":"films","id":1}]}"#,
    #"{"kind":"people","page":1,"pages":1,"count":1,"items":[{"kind":"people","id":0}]}"#,
  ])
  func whatIsNoPageFails(_ text: String) {
    #expect(failure(verdict(Reply(200, content: Array(text.utf8)), .page(ListPage(.people))))?.status == 502)
  }

  @Test func unchangedRefreshesWhatWasSeen() {
    let seen = CacheEntry.sample(FakeSource.record(Reference(.people, 1), "old").text(), tag: "\"1\"", at: WallTime(seconds: 1))
    let learnt = writes(verdict(Reply(304), seen: seen))
    #expect(learnt?.first?.entry.body == seen.body)
    #expect(learnt?.first?.entry.entityTag == "\"1\"")
    #expect(learnt?.first?.entry.freshness.validatedAt == Self.now)
    #expect(failure(verdict(Reply(304)))?.status == 502)
  }

  /// A forged or garbled answer is never stored.
  @Test(arguments: [
    #"{"detail":"maintenance"}"#, "{}", "[]", "", "not json", #"{"kind":"planets","id":1,"name":"Tatooine"}"#,
    #"{"kind":"people","id":2,"name":"C-3PO"}"#, #"{"kind":"people","id":"1"}"#,
  ])
  func whatIsNotTheRecordFails(_ text: String) {
    #expect(failure(verdict(Reply(200, content: Array(text.utf8))))?.status == 502)
  }

  @Test(arguments: [
    #"{"kind":"films","page":1,"pages":1,"count":0,"items":[]}"#, #"{"kind":"people","page":2,"pages":2,"count":0,"items":[]}"#,
    #"{"kind":"people","page":1,"pages":0,"count":0,"items":[]}"#, #"{"kind":"people","page":1,"pages":1,"count":-1,"items":[]}"#,
  ])
  func whatIsAnotherPageFails(_ text: String) {
    #expect(failure(verdict(Reply(200, content: Array(text.utf8)), .page(ListPage(.people))))?.status == 502)
  }

  @Test(arguments: ["{}", #"["People!"]"#, "[1]", ""]) func whatIsNoListOfKindsFails(_ text: String) {
    #expect(failure(verdict(Reply(200, content: Array(text.utf8)), .kinds))?.status == 502)
  }

  @Test func theLifetimeOfAnAnswerIsBounded() {
    let fields: Fields = ["cache-control": "max-age=999999998, stale-if-error=999999998"]
    let freshness = writes(verdict(Reply(200, fields: fields, content: Self.body)))?.first?.entry.freshness
    #expect(freshness?.freshUntil == Self.now + .seconds(365 * 86_400))
    #expect(freshness?.staleIfErrorUntil == Self.now + .seconds(2 * 365 * 86_400))
  }

  @Test func fieldsOfAnUnreasonableSizeAreLeftOut() {
    let long = String(repeating: "x", count: 3_000)
    let fields: Fields = ["etag": long, "last-modified": long, "content-location": long]
    let entry = writes(verdict(Reply(200, fields: fields, content: Self.body)))?.first?.entry
    #expect(entry != nil)
    #expect(entry?.entityTag == nil && entry?.lastModified == nil && entry?.location == nil)
  }

  @Test func unchangedBringsItsNewTag() {
    let seen = CacheEntry.sample(FakeSource.record(Reference(.people, 1), "old").text(), tag: "\"1\"", at: WallTime(seconds: 1))
    let fields: Fields = ["etag": "\"2\"", "last-modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
    let entry = writes(verdict(Reply(304, fields: fields), seen: seen))?.first?.entry
    #expect(entry?.entityTag == "\"2\"")
    #expect(entry?.lastModified == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(entry?.body == seen.body)
  }

  /// A record found by a search is a record like any other.
  @Test func recordsLiveLongerThanTheSearchThatFoundThem() {
    let page = PageBody(kind: .people, page: 1, pages: 1, count: 1, items: [FakeSource.record(Reference(.people, 1), "A")])
    let learnt = writes(verdict(Reply(200, content: page.json.bytes()), .page(ListPage(.people, search: "a"))))
    #expect(learnt?.map { $0.entry.freshness.freshUntil } == [Self.now + .seconds(3_600), Self.now + .seconds(86_400)])
  }

  @Test(arguments: [404, 410]) func absenceIsLearnt(_ status: Int) {
    let learnt = writes(verdict(Reply(Problem(status, "not found"))))
    #expect(learnt?.first?.entry.status == status)
    #expect(learnt?.first?.entry.freshness.freshUntil == Self.now + .seconds(300))
  }

  @Test(arguments: [400, 429, 499, 500, 502, 503, 504]) func failuresAreNotStored(_ status: Int) {
    #expect(failure(verdict(Reply(Problem(status, "failed"))))?.status == status)
  }

  @Test func statusesNobodyAgreedOnFail() {
    #expect(failure(verdict(Reply(204)))?.status == 502)
  }

  @Test func whatMustNotBeStoredPasses() {
    for (reply, key) in [
      (Reply(200, fields: ["cache-control": "no-store"], content: Self.body), Self.luke),
      (Reply(Problem(404, "not found")), CacheKey.page(ListPage(.people, 9))),
    ] {
      guard case .passing(let entry) = verdict(reply, key) else {
        Issue.record("\(key) is not passing")
        continue
      }
      #expect(entry.status == reply.status)
      #expect(!entry.freshness.isFresh(at: Self.now))
    }
  }
}
