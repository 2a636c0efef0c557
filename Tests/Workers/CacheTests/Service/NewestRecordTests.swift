import Contracts
import Databases
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Cache

/// A list never shows an older version of a record than a request for the record does.
@Suite struct NewestRecordTests {
  static let luke = Reference(.people, 1)

  /// All types of lists that contain people/1.
  static let lists: [ListRequest] = [
    ListRequest(.people, .page(3)), ListRequest(.people, asOrigin: true), ListRequest(.people, sort: "name"),
    ListRequest(.people, search: "Person"),
  ]

  private func name(_ reply: Reply) -> String? {
    (try? PageBody(reply.content))?.items.first { $0["id"] == 1 }?["name"]?.string
  }

  @Test(arguments: lists) func `a list contains a record fetched later`(_ list: ListRequest) async {
    let harness = CacheHarness()
    let before = await harness.list(list)
    harness.source.rename(Self.luke, "Person Renamed")
    harness.clock.advance(by: .seconds(1))
    #expect(await harness.record(1, Validation(revalidate: true)).text.contains("Person Renamed"))
    // Sorted lists are derived again.
    let pages = await harness.stream(ListRequest(list.kind, .all, sort: list.sort, asOrigin: list.asOrigin, search: list.search))
    #expect(pages.compactMap(name) == ["Person Renamed"])
    if list.search != nil || list.asOrigin {
      let after = await harness.list(list)
      #expect(name(after) == "Person Renamed")
      #expect(after.fields["etag"] != before.fields["etag"])
      #expect(after.cacheStatus == "holocron; hit; ttl=\(list.search == nil ? 86_399 : 3_599)")
    }
  }

  /// If the event was lost, a request for the record is enough to update the list.
  @Test(arguments: lists, [true, false])
  func `a list contains a newer record that another worker fetched`(_ list: ListRequest, _ isEventLost: Bool) async throws {
    let pair = try CollapsingTests.PairHarness()
    _ = await pair.two.list(list)
    let heard = pair.one.events.all.count
    pair.source.rename(Self.luke, "Person Renamed")
    _ = await pair.one.record(1, Validation(revalidate: true))
    if isEventLost {
      pair.two.clock.advance(by: .seconds(31))
      #expect(await pair.two.record(1).text.contains("Person Renamed"))
    } else {
      for event in pair.one.events.all[heard...] { pair.two.service.handle(event) }
    }
    let pages = await pair.two.stream(ListRequest(list.kind, .all, sort: list.sort, asOrigin: list.asOrigin, search: list.search))
    #expect(pages.compactMap(name) == ["Person Renamed"])
    await pair.close()
  }

  /// The origin would answer 304 for a tag that belongs to other bytes.
  @Test func `a page with a changed record is not revalidated by its entity tag`() async {
    let harness = CacheHarness(people: 5)
    let list = ListRequest(.people, asOrigin: true, validation: Validation(revalidate: true))
    _ = await harness.list(list)
    _ = await harness.list(list)
    #expect(harness.source.lastRequest?.fields["if-none-match"] != nil)
    harness.source.rename(Self.luke, "New")
    harness.clock.advance(by: .seconds(1))
    _ = await harness.record(1, Validation(revalidate: true))
    harness.clock.advance(by: .seconds(1))
    let reply = await harness.list(list)
    #expect(harness.source.lastRequest?.fields["if-none-match"] == nil)
    #expect(name(reply) == "New")
    // After that, it is revalidated by its tag again.
    _ = await harness.list(list)
    #expect(harness.source.lastRequest?.fields["if-none-match"] == reply.fields["etag"])
  }

  @Test func `a removed record is not in the list`() async {
    let harness = CacheHarness(people: 5)
    let list = ListRequest(.people, asOrigin: true)
    _ = await harness.list(list)
    harness.source.rename(Self.luke, nil)
    harness.clock.advance(by: .seconds(1))
    #expect(await harness.record(1, Validation(revalidate: true)).status == 404)
    let stale = await harness.list(list)
    #expect(stale.ids == [2, 3, 4, 5])
    #expect(stale.cacheStatus?.hasSuffix("detail=stale-while-revalidate") == true)
    await harness.waitUntilIdle()
    #expect(await harness.list(list).text.hasPrefix(#"{"kind":"people","page":1,"pages":1,"count":4,"#))
  }

  @Test func `a malformed record does not fail its page`() {
    let items: [JSON] = [
      FakeSource.record(Reference(.people, 1), "A"), ["kind": "films", "id": 2], "?", FakeSource.record(Reference(.people, 3), "C"),
    ]
    let page = PageOrder.parse(PageBody(kind: .people, page: 1, pages: 1, count: 4, items: items))
    #expect(page.order.ids == [1, 3])
    #expect(page.records.map(\.id) == [1, 3])
    #expect((try? PageBody(page.content))?.items == [items[0], items[3]])
    #expect(PageOrder(encoded: page.order.encoded)?.isSamePage(as: page.order) == true)
  }
}
