import Contracts
import MessageBus
import Models
import Testing

@testable import Cache

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

  /// A page that cannot be read says nothing about the number of records.
  @Test func `a list that could not be read to its end is not incomplete`() {
    let page = PageBody(kind: .people, page: 1, pages: 2, count: 25, items: [FakeSource.record(Reference(.people, 1), "Luke")])
    let entry = CacheEntry.page(page)
    let later = entry.freshness.validatedAt + .seconds(600)
    var read = ReadPages()
    read.add(ListPage(.people), entry)
    #expect(read.due(after: .seconds(300), at: later).count == 1)
    // Without a lifetime, each read revalidates the list.
    #expect(read.due(after: .zero, at: entry.freshness.validatedAt).count == 1)
    read.fail()
    #expect(read.due(after: .seconds(300), at: later).isEmpty)
  }
}
