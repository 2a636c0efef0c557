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
    #expect(writes?.first?.entry.entityTag == "\"1\"" && writes?.first?.entry.location == "http://o/1")
    #expect(writes?.first?.entry.freshness.freshUntil == Self.now + .seconds(86_400))
    for status in [404, 410] {
      let missing = self.writes(read(Reply(Problem(status, "not found"))))?.first?.entry
      #expect(missing?.status == status && missing?.freshness.freshUntil == Self.now + .seconds(300))
    }
  }

  private static let items = [FakeSource.record(Reference(.people, 1), "A"), FakeSource.record(Reference(.people, 4), "Å")]
  private static let page = PageBody(kind: .people, page: 1, pages: 1, count: 2, items: items)

  /// Records found by a search have the lifetime of records.
  @Test(arguments: [(nil, false, 86_400), ("a", false, 3_600), (nil, true, 86_400)] as [(String?, Bool, Int)])
  func `a page brings its records, as a new one and when a 304 confirms it`(search: String?, isConfirmed: Bool, lifetime: Int) {
    let stored = CacheEntry.page(Self.page, tag: "\"1\"", at: WallTime(seconds: 1))
    let reply = isConfirmed ? Reply(304) : Reply(200, fields: ["etag": "\"1\""], content: Self.page.json.bytes())
    let list = ListPage(.people, search: search)
    let writes = writes(read(reply, .page(list), stored: stored))
    #expect(writes?.map { "\($0.key)" } == ["\(list)", "/people/1", "/people/4"])
    #expect(writes?.map(\.entry.body) == [Self.page.json.bytes()] + Self.items.map { $0.bytes() })
    #expect(writes?.map(\.entry.entityTag) == ["\"1\"", nil, nil])
    #expect(writes?.first?.entry.page == stored.page)
    #expect(writes?.map { $0.entry.freshness.freshUntil } == [lifetime, 86_400, 86_400].map { Self.now + .seconds($0) })
  }

  private static let people = CacheKey.page(ListPage(.people))

  /// A forged or garbled reply is never stored.
  @Test(
    arguments: ["not json", "{}", ""].flatMap { text in [luke, people, .kinds].map { (text, $0) } } + [
      (#"{"kind":"people","page":1,"pages":1,"count":1,"items":[{}]}"#, people),
      (#"{"kind":"people","page":1,"pages":1,"count":1,"items":[{"kind":"films","id":1}]}"#, people),
      (#"{"kind":"people","page":1,"pages":1,"count":1,"items":[{"kind":"people","id":0}]}"#, people),
      (#"{"kind":"films","page":1,"pages":1,"count":0,"items":[]}"#, people),
      (#"{"kind":"people","page":2,"pages":2,"count":0,"items":[]}"#, people),
      (#"{"kind":"people","page":1,"pages":0,"count":0,"items":[]}"#, people),
      (#"{"kind":"people","page":1,"pages":1,"count":-1,"items":[]}"#, people), (#"{"detail":"maintenance"}"#, luke), ("[]", luke),
      (#"{"kind":"planets","id":1,"name":"Tatooine"}"#, luke), (#"{"kind":"people","id":2,"name":"C-3PO"}"#, luke),
      (#"{"kind":"people","id":"1"}"#, luke), (#"["People!"]"#, .kinds), ("[1]", .kinds),
    ] as [(String, CacheKey)])
  func `other content than requested fails`(_ text: String, _ key: CacheKey) {
    #expect(failure(read(Reply(200, content: Array(text.utf8)), key))?.status == 502)
  }

  @Test func `fields that are too long are ignored`() {
    let long = String(repeating: "x", count: 3_000)
    let fields: Fields = ["etag": long, "last-modified": long, "content-location": long]
    let entry = writes(read(Reply(200, fields: fields, content: Self.body)))?.first?.entry
    #expect(entry != nil)
    #expect(entry?.entityTag == nil && entry?.lastModified == nil && entry?.location == nil)
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
