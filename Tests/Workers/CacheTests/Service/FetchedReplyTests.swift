import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Cache

/// The table in the documentation of ``FetchedReply``, row by row.
@Suite struct FetchedReplyTests {
  static let now = WallTime(seconds: 1_700_000_000)
  static let luke = CacheKey.record(Reference(.people, 1))

  private static let body = FakeSource.record(Reference(.people, 1), "Luke").bytes()

  private func read(_ reply: Reply, _ key: CacheKey = luke, stored: CacheEntry? = nil) -> FetchedReply {
    FetchedReply(reply, to: .init(key: key, stored: stored, sentAt: Self.now, origin: nil), lifetimes: Lifetimes())
  }

  private func writes(_ verdict: FetchedReply) -> [StoreWrite]? { if case .storable(let writes) = verdict { writes } else { nil } }
  private func failure(_ verdict: FetchedReply) -> Problem? { if case .failed(let problem) = verdict { problem } else { nil } }

  @Test func `a reply is storable`() {
    let writes = writes(read(Reply(200, fields: ["etag": "\"1\"", "content-location": "http://o/1"], content: Self.body)))
    #expect(writes?.count == 1)
    #expect(writes?.first?.entry.entityTag == "\"1\"")
    #expect(writes?.first?.entry.location == "http://o/1")
    #expect(writes?.first?.entry.freshness.freshUntil == Self.now + .seconds(86_400))
  }

  @Test func `a page brings its records`() {
    let items: [JSON] = [FakeSource.record(Reference(.people, 1), "A"), FakeSource.record(Reference(.people, 4), "Å")]
    let page = PageBody(kind: .people, page: 1, pages: 1, count: 2, items: items)
    let writes = writes(read(Reply(200, fields: ["etag": "\"1\""], content: page.json.bytes()), .page(ListPage(.people))))
    #expect(writes?.map { "\($0.key)" } == ["/people", "/people/1", "/people/4"])
    #expect(writes?.map(\.entry.entityTag) == ["\"1\"", nil, nil])
    #expect(writes?.dropFirst().map(\.entry.body) == items.map { $0.bytes() })
  }

  @Test(arguments: [
    "not json", "{}", "", #"{"kind":"people","page":1,"pages":1,"count":1,"items":[{}]}"#,
    #"{"kind":"people","page":1,"pages":1,"count":1,"items":[{"kind":"films","id":1}]}"#,
    #"{"kind":"people","page":1,"pages":1,"count":1,"items":[{"kind":"people","id":0}]}"#,
  ])
  func `a malformed page fails`(_ text: String) {
    #expect(failure(read(Reply(200, content: Array(text.utf8)), .page(ListPage(.people))))?.status == 502)
  }

  @Test func `a 304 refreshes a page and its records`() {
    let items = [FakeSource.record(Reference(.people, 1), "A"), FakeSource.record(Reference(.people, 4), "Å")]
    let page = PageBody(kind: .people, page: 1, pages: 1, count: 2, items: items)
    let stored = CacheEntry.page(page, tag: "\"1\"", at: WallTime(seconds: 1))
    let writes = writes(read(Reply(304), .page(ListPage(.people)), stored: stored))
    #expect(writes?.map { "\($0.key)" } == ["/people", "/people/1", "/people/4"])
    #expect(writes?.map(\.entry.body) == [page.json.bytes()] + items.map { $0.bytes() })
    #expect(writes?.map(\.entry.entityTag) == ["\"1\"", nil, nil])
    #expect(writes?.first?.entry.page == stored.page)
    #expect(writes?.allSatisfy { $0.entry.freshness.validatedAt == Self.now } == true)
  }

  /// A forged or garbled reply is never stored.
  @Test(arguments: [
    #"{"detail":"maintenance"}"#, "{}", "[]", "", "not json", #"{"kind":"planets","id":1,"name":"Tatooine"}"#,
    #"{"kind":"people","id":2,"name":"C-3PO"}"#, #"{"kind":"people","id":"1"}"#,
  ])
  func `another record than requested fails`(_ text: String) {
    #expect(failure(read(Reply(200, content: Array(text.utf8))))?.status == 502)
  }

  @Test(arguments: [
    #"{"kind":"films","page":1,"pages":1,"count":0,"items":[]}"#, #"{"kind":"people","page":2,"pages":2,"count":0,"items":[]}"#,
    #"{"kind":"people","page":1,"pages":0,"count":0,"items":[]}"#, #"{"kind":"people","page":1,"pages":1,"count":-1,"items":[]}"#,
  ])
  func `another page than requested fails`(_ text: String) {
    #expect(failure(read(Reply(200, content: Array(text.utf8)), .page(ListPage(.people))))?.status == 502)
  }

  @Test(arguments: ["{}", #"["People!"]"#, "[1]", ""]) func `a malformed list of kinds fails`(_ text: String) {
    #expect(failure(read(Reply(200, content: Array(text.utf8)), .kinds))?.status == 502)
  }

  @Test func `fields that are too long are ignored`() {
    let long = String(repeating: "x", count: 3_000)
    let fields: Fields = ["etag": long, "last-modified": long, "content-location": long]
    let entry = writes(read(Reply(200, fields: fields, content: Self.body)))?.first?.entry
    #expect(entry != nil)
    #expect(entry?.entityTag == nil && entry?.lastModified == nil && entry?.location == nil)
  }

  /// Records found by a search have the lifetime of records.
  @Test func `records live longer than the search that found them`() {
    let page = PageBody(kind: .people, page: 1, pages: 1, count: 1, items: [FakeSource.record(Reference(.people, 1), "A")])
    let writes = writes(read(Reply(200, content: page.json.bytes()), .page(ListPage(.people, search: "a"))))
    #expect(writes?.map { $0.entry.freshness.freshUntil } == [Self.now + .seconds(3_600), Self.now + .seconds(86_400)])
  }

  @Test(arguments: [404, 410]) func `a missing record is storable`(_ status: Int) {
    let writes = writes(read(Reply(Problem(status, "not found"))))
    #expect(writes?.first?.entry.status == status)
    #expect(writes?.first?.entry.freshness.freshUntil == Self.now + .seconds(300))
  }

  @Test func `replies that must not be stored are uncacheable`() {
    for (reply, key) in [
      (Reply(200, fields: ["cache-control": "no-store"], content: Self.body), Self.luke),
      (Reply(Problem(404, "not found")), CacheKey.page(ListPage(.people, 9))),
    ] {
      guard case .uncacheable(let entry) = read(reply, key) else {
        Issue.record("\(key) is not passing")
        continue
      }
      #expect(entry.status == reply.status)
      #expect(!entry.freshness.isFresh(at: Self.now))
    }
  }
}
