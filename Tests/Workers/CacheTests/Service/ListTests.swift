import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Cache

/// Lists through the service. The fixture's people sort by name against their numbers.
@Suite struct ListTests {
  @Test func theDefaultOrderIsTheKindsOwn() async {
    let harness = CacheHarness(people: 25)
    let first = await harness.list(ListRequest(.people))
    #expect(first.status == 200)
    #expect(first.ids == Array(16...25).reversed())
    #expect(first.cacheStatus == "holocron; fwd=miss; fwd-status=200; stored")
    #expect(first.text.hasPrefix(#"{"kind":"people","page":1,"pages":3,"count":25,"items":["#))
    #expect(await harness.list(ListRequest(.people, .page(3))).ids == [5, 4, 3, 2, 1])
    #expect(harness.source.asked.sorted() == ["GET /people", "GET /people?page=2", "GET /people?page=3"])
  }

  @Test func anAssembledPageIsAtHandAndHasATag() async {
    let harness = CacheHarness()
    let first = await harness.list(ListRequest(.people, .page(2)))
    let again = harness.service.answerAtOnce(ListRequest(.people, .page(2)).request)
    #expect(again?.content == first.content)
    #expect(again?.cacheStatus == "holocron; hit; ttl=86400")
    let tag = first.fields["etag"]
    #expect(await harness.list(ListRequest(.people, .page(2), validation: Validation(entityTag: tag))).status == 304)
    #expect(await harness.list(ListRequest(.people, .page(1), validation: Validation(entityTag: tag))).status == 200)
  }

  @Test func otherOrders() async {
    let harness = CacheHarness(people: 12)
    #expect(await harness.list(ListRequest(.people, descending: true)).ids == Array(1...10))
    #expect(await harness.list(ListRequest(.people, sort: "name")).ids == Array(3...12).reversed())
    #expect(harness.source.asked.count == 2)
    let wrong = await harness.list(ListRequest(.people, sort: "shoeSize"))
    #expect(wrong.status == 400)
    #expect(wrong.problem?.extensions["field"] == "sort")
    #expect(wrong.problem?.detail?.contains("name, height, mass") == true)
  }

  @Test func aPageFillsItsRecords() async {
    let harness = CacheHarness()
    _ = await harness.list(ListRequest(.people))
    let asked = harness.source.asked.count
    let record = await harness.record(7)
    #expect(record.text == #"{"kind":"people","id":7,"name":"Person 993"}"#)
    #expect(record.cacheStatus == "holocron; hit; ttl=86400")
    #expect(harness.source.asked.count == asked)
    #expect(Set(harness.events.topics) == Set((1...25).map { "changed/people/\($0)" } + ["changed/people"]))
  }

  @Test func beyondTheLastPage() async {
    let harness = CacheHarness()
    let reply = await harness.list(ListRequest(.people, .page(4)))
    #expect(reply.status == 404)
    #expect(reply.problem?.detail == "the list of people has 3 pages; page 4 was asked for")
    #expect(reply.problem?.extensions["pages"] == 3)
    // A kind in the origin's order: the origin says so itself, and once page 1 is there nobody asks.
    harness.source.rename(Reference(.droids, 1), "R2-D2")
    for _ in 0..<2 {
      let reply = await harness.list(ListRequest(.droids, .page(2)))
      #expect(reply.problem?.detail == "the list of droids has 1 page; page 2 was asked for")
    }
    #expect(harness.source.asked.filter { $0.contains("droids") } == ["GET /droids?page=2", "GET /droids"])
  }

  @Test func kindsUnknownToTheProgramComeAsTheyAre() async {
    let harness = CacheHarness()
    harness.source.rename(Reference(.droids, 2), "BB-8")
    harness.source.rename(Reference(.droids, 1), "R2-D2")
    #expect(await harness.list(ListRequest(.droids)).ids == [1, 2])
    #expect(await harness.list(ListRequest(.droids, sort: "name")).status == 400)
    #expect(await harness.list(ListRequest(.droids, descending: true)).problem?.extensions["field"] == "order")
  }

  @Test func searchesAreTheOriginsAndLiveShorter() async {
    let harness = CacheHarness()
    let found = await harness.list(ListRequest(.people, search: "Person 99"))
    #expect(found.ids == Array(1...10))
    #expect(harness.source.asked == ["GET /people?search=Person%2099"])
    harness.clock.advance(by: .seconds(60))
    #expect(await harness.list(ListRequest(.people, search: "Person 99")).cacheStatus == "holocron; hit; ttl=3540")
    // What it found are records like any other.
    #expect(await harness.record(3).cacheStatus == "holocron; hit; ttl=86340")
    #expect(!harness.events.topics.contains("changed/people"))
    // Sorted on demand, and an empty search is none.
    #expect(await harness.list(ListRequest(.people, sort: "name", search: "Person 99")).ids == Array(1...10).reversed())
    #expect(await harness.list(ListRequest(.people, search: " ")).ids == Array(16...25).reversed())
  }

  @Test(arguments: [nil, "name"] as [String?]) func allPagesStream(_ sort: String?) async {
    let harness = CacheHarness(people: 45)
    let replies = await harness.stream(ListRequest(.people, .all, sort: sort))
    #expect(replies.map(\.status) == [200, 200, 200, 200, 200])
    #expect(replies.flatMap(\.ids) == Array(1...45).reversed())
    #expect(harness.source.asked.count == 5)
  }

  @Test func allPagesInTheOriginsOrder() async {
    let harness = CacheHarness()
    for id in 1...33 { harness.source.rename(Reference(.droids, id), "Unit \(id)") }
    let replies = await harness.stream(ListRequest(.droids, .all))
    #expect(replies.flatMap(\.ids) == Array(1...33))
    #expect(replies.count == 4)
  }

  @Test func aFailureAmongThePagesIsTheAnswer() async {
    let harness = CacheHarness()
    harness.source.fail(.originDown)
    #expect(await harness.list(ListRequest(.people)).problem == .originDown)
    let replies = await harness.stream(ListRequest(.people, .all))
    #expect(replies.map(\.problem) == [.originDown])
  }

  @Test func aChangedPageChangesWhatWasMadeFromIt() async {
    let harness = CacheHarness(people: 12)
    #expect(await harness.list(ListRequest(.people)).ids.first == 12)
    harness.source.rename(Reference(.people, 5), "Aardvark")
    let reply = await harness.list(ListRequest(.people, validation: Validation(revalidate: true)))
    #expect(reply.ids.first == 5)
    #expect(reply.cacheStatus == "holocron; fwd=request; fwd-status=200; stored")
    #expect(await harness.list(ListRequest(.people)).ids.first == 5)
    #expect(harness.source.asked.count == 4)
  }

  @Test func staleListsAreServedAndRevalidated() async {
    let harness = CacheHarness(people: 12)
    _ = await harness.list(ListRequest(.people))
    harness.clock.advance(by: .seconds(86_401))
    let stale = await harness.list(ListRequest(.people))
    #expect(stale.cacheStatus == "holocron; hit; ttl=-1; detail=stale-while-revalidate")
    await harness.source.arrived(4)
    await harness.settled()
    let fresh = await harness.list(ListRequest(.people))
    #expect(fresh.cacheStatus == "holocron; hit; ttl=86400")
    #expect(fresh.content == stale.content)
    // Nothing changed, so all that is told is that both pages still stand.
    #expect(harness.events.topics.dropFirst(14) == ["confirmed/people", "confirmed/people"])
    // The records of an unchanged page were validatedAt for with it.
    #expect(await harness.record(3).cacheStatus == "holocron; hit; ttl=86400")
  }

  @Test func onlyIfCachedNeedsEveryPage() async {
    let harness = CacheHarness(people: 12)
    let validation = Validation(onlyIfCached: true)
    #expect(await harness.list(ListRequest(.people, validation: validation)).status == 504)
    _ = await harness.list(ListRequest(.people))
    #expect(await harness.list(ListRequest(.people, validation: validation)).status == 200)
  }

  @Test func recordsOnTwoPagesAreTakenOnce() throws {
    let kinds = Kinds.standard
    func page(_ number: Int, _ ids: [Int]) -> PageBody {
      PageBody(
        kind: .people, page: number, pages: 2, count: 4, items: ids.map { FakeSource.record(Reference(.people, $0), "Person \($0)") })
    }
    let kind = try #require(kinds[.people])
    let pages = try ListAssembly.pages(of: [page(1, [3, 1]), page(2, [1, 2])], as: kind, in: .init("name"), kinds: kinds)
    #expect(pages.map(\.count) == [3])
    #expect(pages[0].items.compactMap { $0["id"]?.int } == [1, 2, 3])
  }

  /// The origin counts 60 and its list ends after 10: the list in another order says so too.
  @Test(arguments: [(60, nil), (10, 50)] as [(Int, Int?)])
  func recordsThatTheOriginCountsAndDoesNotGiveAreMissing(count: Int, missing: Int?) throws {
    let kinds = Kinds.standard
    let source = PageBody(
      kind: .people, page: 1, pages: 1, count: count, missing: missing,
      items: (1...10).map { FakeSource.record(Reference(.people, $0), "Person \($0)") })
    let pages = try ListAssembly.pages(of: [source], as: try #require(kinds[.people]), in: .init("name"), kinds: kinds)
    #expect(pages.map(\.count) == [10])
    #expect(pages.map(\.missing) == [50])
  }
}
