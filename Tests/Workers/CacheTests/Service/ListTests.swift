import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Cache

/// Lists through the service. Sorted by name, the people of the fixture are in reverse order of their IDs.
@Suite struct ListTests {
  @Test func `the default order is that of the kind`() async {
    let harness = CacheHarness(people: 25)
    let onlyIfCached = ListRequest(.people, validation: Validation(onlyIfCached: true))
    #expect(await harness.list(onlyIfCached).status == 504)
    let first = await harness.list(ListRequest(.people))
    #expect(first.status == 200)
    #expect(await harness.list(onlyIfCached).status == 200)
    #expect(first.ids == Array(16...25).reversed())
    #expect(first.cacheStatus == "holocron; fwd=miss; fwd-status=200; stored")
    #expect(first.text.hasPrefix(#"{"kind":"people","page":1,"pages":3,"count":25,"items":["#))
    #expect(await harness.list(ListRequest(.people, .page(3))).ids == [5, 4, 3, 2, 1])
    #expect(harness.source.requests.sorted() == ["GET /people", "GET /people?page=2", "GET /people?page=3"])
  }

  @Test func `a derived page is a hit and has an entity tag`() async {
    let harness = CacheHarness()
    let first = await harness.list(ListRequest(.people, .page(2)))
    let again = harness.service.answerAtOnce(ListRequest(.people, .page(2)).request)
    #expect(again?.content == first.content)
    #expect(again?.cacheStatus == "holocron; hit; ttl=86400")
    let tag = first.fields["etag"]
    #expect(await harness.list(ListRequest(.people, .page(2), validation: Validation(entityTag: tag))).status == 304)
    #expect(await harness.list(ListRequest(.people, .page(1), validation: Validation(entityTag: tag))).status == 200)
  }

  @Test func `a list can be sorted by another key and in descending order`() async {
    let harness = CacheHarness(people: 12)
    #expect(await harness.list(ListRequest(.people, descending: true)).ids == Array(1...10))
    #expect(await harness.list(ListRequest(.people, sort: "name")).ids == Array(3...12).reversed())
    #expect(harness.source.requests.count == 2)
    let wrong = await harness.list(ListRequest(.people, sort: "shoeSize"))
    #expect(wrong.status == 400)
    #expect(wrong.problem?.extensions["field"] == "sort")
    #expect(wrong.problem?.detail?.contains("name, height, mass") == true)
  }

  @Test func `fetching a page stores its records`() async {
    let harness = CacheHarness()
    _ = await harness.list(ListRequest(.people))
    let requestCount = harness.source.requests.count
    let record = await harness.record(7)
    #expect(record.text == #"{"kind":"people","id":7,"name":"Person 993"}"#)
    #expect(record.cacheStatus == "holocron; hit; ttl=86400")
    #expect(harness.source.requests.count == requestCount)
    // Each page is announced, with the records that are new.
    #expect(harness.events.topics == Array(repeating: "changed/people", count: 3))
    harness.source.rename(Reference(.people, 2), "Wedge")
    _ = await harness.list(ListRequest(.people, validation: Validation(revalidate: true)))
    #expect(harness.events.topics.filter { $0.hasPrefix("changed/people/") } == ["changed/people/2"])
  }

  @Test func `a page beyond the last is a 404 that states the number of pages`() async {
    let harness = CacheHarness()
    let reply = await harness.list(ListRequest(.people, .page(4)))
    #expect(reply.status == 404)
    #expect(reply.problem?.detail == "the list of people has 3 pages; there is no page 4")
    #expect(reply.problem?.extensions["pages"] == 3)
    // In the origin's order, the origin sends the 404; once page 1 is stored, no request is sent.
    harness.source.rename(Reference(.droids, 1), "R2-D2")
    for _ in 0..<2 {
      let reply = await harness.list(ListRequest(.droids, .page(2)))
      #expect(reply.problem?.detail == "the list of droids has 1 page; there is no page 2")
    }
    #expect(harness.source.requests.filter { $0.contains("droids") } == ["GET /droids?page=2", "GET /droids"])
    // The list may have become longer: a revalidation asks the origin (RFC 9111 section 5.2.1.4).
    #expect(await harness.list(ListRequest(.droids, .page(2), validation: Validation(revalidate: true))).status == 404)
    #expect(harness.source.requests.count { $0 == "GET /droids?page=2" } == 2)
  }

  @Test func `an unknown kind is listed in the order of the origin`() async {
    let harness = CacheHarness()
    harness.source.rename(Reference(.droids, 2), "BB-8")
    harness.source.rename(Reference(.droids, 1), "R2-D2")
    #expect(await harness.list(ListRequest(.droids)).ids == [1, 2])
    #expect(await harness.list(ListRequest(.droids, sort: "name")).status == 400)
    #expect(await harness.list(ListRequest(.droids, descending: true)).problem?.extensions["field"] == "order")
  }

  @Test func `search results are in the order of the origin and have a shorter lifetime`() async {
    let harness = CacheHarness()
    let found = await harness.list(ListRequest(.people, search: "Person 99"))
    #expect(found.ids == Array(1...10))
    #expect(harness.source.requests == ["GET /people?search=Person%2099"])
    harness.clock.advance(by: .seconds(60))
    #expect(await harness.list(ListRequest(.people, search: "Person 99")).cacheStatus == "holocron; hit; ttl=3540")
    // The records found have the lifetime of records.
    #expect(await harness.record(3).cacheStatus == "holocron; hit; ttl=86340")
    #expect(!harness.events.topics.contains("changed/people"))
    // Results can be sorted, and a blank search counts as none.
    #expect(await harness.list(ListRequest(.people, sort: "name", search: "Person 99")).ids == Array(1...10).reversed())
    #expect(await harness.list(ListRequest(.people, search: " ")).ids == Array(16...25).reversed())
  }

  @Test(arguments: [nil, "name"] as [String?]) func `all pages are streamed in order`(_ sort: String?) async {
    let harness = CacheHarness(people: 45)
    let replies = await harness.stream(ListRequest(.people, .all, sort: sort))
    #expect(replies.map(\.status) == [200, 200, 200, 200, 200])
    #expect(replies.flatMap(\.ids) == Array(1...45).reversed())
    #expect(harness.source.requests.count == 5)
  }

  @Test func `a stale list is served while it is revalidated`() async {
    let harness = CacheHarness(people: 12)
    _ = await harness.list(ListRequest(.people))
    harness.clock.advance(by: .seconds(86_401))
    let stale = await harness.list(ListRequest(.people))
    #expect(stale.cacheStatus == "holocron; hit; ttl=-1; detail=stale-while-revalidate")
    await harness.source.waitForRequests(4)
    await harness.waitUntilIdle()
    let fresh = await harness.list(ListRequest(.people))
    #expect(fresh.cacheStatus == "holocron; hit; ttl=86400")
    #expect(fresh.content == stale.content)
    // Nothing changed, so the events only confirm both pages.
    #expect(harness.events.topics.dropFirst(2) == ["confirmed/people", "confirmed/people"])
    // The records of an unchanged page are confirmed with it.
    #expect(await harness.record(3).cacheStatus == "holocron; hit; ttl=86400")
  }

  private func sortedPages(of sources: [PageBody]) throws -> [PageBody] {
    let kinds = Kinds.standard
    let kind = try #require(kinds[.people])
    return try ListAssembly.pages(of: sources.map { .page($0) }, as: kind, in: .init("name"), kinds: kinds).map { try PageBody($0.content) }
  }

  /// The origin counts 60 records but lists only 10, which the sorted list reports, too.
  @Test(arguments: [(60, nil), (10, 50)] as [(Int, Int?)])
  func `records that the origin counts but does not list are reported as missing`(count: Int, missing: Int?) throws {
    let source = PageBody(
      kind: .people, page: 1, pages: 1, count: count, missing: missing,
      items: (1...10).map { FakeSource.record(Reference(.people, $0), "Person \($0)") })
    let pages = try sortedPages(of: [source])
    #expect(pages.map(\.count) == [10])
    #expect(pages.map(\.missing) == [50])
  }

  /// The bytes of a record that this program cannot decode are unchanged, too.
  @Test func `a sorted page has the bytes of the source pages`() throws {
    let unknown: JSON = ["kind": "people", "id": 2, "name": ["not", "a", "name"], "z": 2]
    let items = [FakeSource.record(Reference(.people, 3), "B"), unknown, FakeSource.record(Reference(.people, 1), "Å \"A\"")]
    let source = CacheEntry.page(PageBody(kind: .people, page: 1, pages: 1, count: 3, items: items))
    let kinds = Kinds.standard
    let pages = try ListAssembly.pages(of: [source], as: try #require(kinds[.people]), in: .init("name"), kinds: kinds)
    let content = try #require(pages.first).content
    #expect(content == PageBody(kind: .people, page: 1, pages: 1, count: 3, items: try PageBody(content).items).json.bytes())
    #expect(Set(try PageBody(content).items.map { $0.bytes() }) == Set(items.map { $0.bytes() }))
    #expect(try PageBody(content).items.last == unknown)
  }
}

/// Lists of an origin that counts more records than it returns. The second of three pages lacks a record; the last one does not show it.
@Suite struct IncompleteListTests {
  private static let missing = Reference(.people, 17)

  private func incompleteHarness() -> CacheHarness {
    let harness = CacheHarness(people: 25)
    harness.source.setUnlisted([Self.missing])
    return harness
  }

  private static let requests = [ListRequest(.people, .all, asOrigin: true), ListRequest(.people, .all), ListRequest(.people, .page(1))]

  @Test(arguments: requests) func `an incomplete list is revalidated soon and becomes complete`(request: ListRequest) async {
    let harness = incompleteHarness()
    func ids() async -> Set<Int> { Set(await harness.stream(request).flatMap(\.ids)) }
    _ = await ids()
    #expect(harness.source.requests.count == 3)
    harness.source.setUnlisted([])
    harness.clock.advance(by: .seconds(299))
    _ = await ids()
    await harness.waitUntilIdle()
    #expect(harness.source.requests.count == 3)
    harness.clock.advance(by: .seconds(2))
    #expect(!(await ids().contains(17)))
    await harness.source.waitForRequests(6)
    await harness.waitUntilIdle()
    #expect(await ids().contains(17))
    // The complete list has the usual lifetime.
    harness.clock.advance(by: .seconds(80_000))
    _ = await ids()
    await harness.waitUntilIdle()
    #expect(harness.source.requests.count == 6)
  }

  @Test func `a list that stays incomplete is revalidated once in each lifetime`() async {
    let harness = incompleteHarness()
    for round in 1...3 {
      _ = await harness.stream(ListRequest(.people, .all))
      await harness.source.waitForRequests(3 * round)
      await harness.waitUntilIdle()
      _ = await harness.stream(ListRequest(.people, .all))
      await harness.waitUntilIdle()
      #expect(harness.source.requests.count == 3 * round)
      harness.clock.advance(by: .seconds(301))
    }
  }
}
