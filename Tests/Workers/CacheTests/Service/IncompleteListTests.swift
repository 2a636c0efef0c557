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
}
